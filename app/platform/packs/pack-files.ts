import { bytesToHex } from '@noble/hashes/utils.js';
import { linkPath } from '../../../contracts/link.ts';
import type { PackFile } from '../../../contracts/pack.ts';
import { fetchOwn } from '../net/reach.ts';
import { startTimeLimit } from '../page/time-limit.ts';
import { openPackCache } from './cache-storage.ts';

/** A response that sends nothing for this time counts as broken. */
const PATIENCE_MS = 30_000;
/** Bytes held in memory before they become a Blob, which the browser may move to the disk. */
const PIECE_BYTES = 8 * 1024 * 1024;

/** Why a file was not fetched. */
export type FetchFault =
  /** No network, or the connection broke. */
  | 'network'
  /** The link has expired, or the file was replaced. */
  | 'ended'
  /** The server asks the app to wait. */
  | 'busy'
  /** The server failed, or sent another file. */
  | 'server';

/** Thrown when a file was not fetched. */
export class FileFetchError extends Error {
  override readonly name = 'FileFetchError';
  readonly fault: FetchFault;
  /** Delay that the server asks for; null if it doesn't say. */
  readonly retryAfterMs: number | null;

  constructor(fault: FetchFault, message: string, cause?: unknown, retryAfterMs: number | null = null) {
    super(message, { cause });
    this.fault = fault;
    this.retryAfterMs = retryAfterMs;
  }
}

/**
 * Fetches a file of a pack and verifies its size and SHA-256. Bypasses the HTTP cache, which would store a second copy
 * and return a damaged one again.
 *
 * @throws FileFetchError; the signal's reason if aborted.
 */
export async function fetchFile(
  file: PackFile,
  signal: AbortSignal,
  onBytes: (bytes: number) => void = () => {},
): Promise<Blob> {
  signal.throwIfAborted();
  const limit = startTimeLimit(signal, PATIENCE_MS);
  let content: Blob;
  try {
    const response = await fetchOwn(file.link, { cache: 'no-store', signal: limit.signal });
    if (!response.ok) {
      await response.body?.cancel();
      throw refused(response);
    }
    content = await readBody(response, file, (bytes) => {
      limit.renew();
      onBytes(bytes);
    });
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof FileFetchError) throw error;
    throw new FileFetchError('network', `Got no complete response for ${linkPath(file.link)}`, error);
  } finally {
    limit.end();
  }
  const found = await sha256Of(content);
  if (found === file.sha256) return content;
  throw new FileFetchError('server', `Expected SHA-256 ${file.sha256} of ${linkPath(file.link)}, got ${found}`);
}

async function readBody(response: Response, file: PackFile, onBytes: (bytes: number) => void): Promise<Blob> {
  const type = response.headers.get('Content-Type') ?? '';
  const reader = response.body?.getReader();
  const blobs: Blob[] = [];
  let pieces: Uint8Array<ArrayBuffer>[] = [];
  let [bytes, loose] = [0, 0];
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true };
    if (done || value === undefined) break;
    bytes += value.length;
    loose += value.length;
    if (bytes > file.bytes) {
      await reader?.cancel();
      break;
    }
    pieces.push(value);
    if (loose >= PIECE_BYTES) {
      blobs.push(new Blob(pieces));
      pieces = [];
      loose = 0;
    }
    onBytes(bytes);
  }
  if (bytes === file.bytes) return new Blob([...blobs, ...pieces], { type });
  throw new FileFetchError('server', `Expected ${file.bytes} bytes of ${linkPath(file.link)}, got ${bytes} or more`);
}

function refused(response: Response): FileFetchError {
  const { status, headers } = response;
  const retryAfter = headers.get('Retry-After') ?? '';
  const retryAfterMs = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : null;
  const fault = [401, 403, 404, 410].includes(status) ? 'ended' : [408, 429, 503].includes(status) ? 'busy' : 'server';
  return new FileFetchError(fault, `Got status ${status}`, undefined, retryAfterMs);
}

/** Content up to this size is read at once, because `crypto.subtle` is some ten times faster and needs all of it. */
const WHOLE_MAX_BYTES = 32 * 1024 * 1024;
/** How much of larger content is in memory at a time. The page stays responsive between two slices. */
const SLICE_BYTES = 1024 * 1024;

/** Computes the SHA-256 of a blob, in hexadecimal, with at most 32 MiB in memory. Rejects if it can't be read. */
export async function sha256Of(content: Blob): Promise<string> {
  if (content.size <= WHOLE_MAX_BYTES) {
    const digest = await crypto.subtle.digest('SHA-256', await content.arrayBuffer());
    return bytesToHex(new Uint8Array(digest));
  }
  // Loaded here, because few packs have such a file.
  const { sha256 } = await import('@noble/hashes/sha2.js');
  const hash = sha256.create();
  for (let from = 0; from < content.size; from += SLICE_BYTES) {
    hash.update(new Uint8Array(await content.slice(from, from + SLICE_BYTES).arrayBuffer()));
  }
  return bytesToHex(hash.digest());
}

/** Identifies a file by its content. */
export type FileContent = Pick<PackFile, 'sha256' | 'bytes'>;

/** A key, not an address that anyone fetches. It holds the size, so that a listing needn't open every file. */
const KEY = /\/kept\/([0-9a-f]{64})\/(\d+)$/;

function keyOf({ sha256, bytes }: FileContent): string {
  return `/kept/${sha256}/${bytes}`;
}

/** Lists the files on this device, as SHA-256 and bytes. @throws StorageDeniedError */
export async function listFiles(): Promise<Map<string, number>> {
  const requests = await (await openPackCache('files')).keys();
  return new Map(
    requests.flatMap(({ url }) => {
      const [, sha256, bytes] = KEY.exec(url) ?? [];
      return sha256 === undefined ? [] : [[sha256, Number(bytes)] as const];
    }),
  );
}

/** Stores a verified file, completely or not at all. @throws StorageDeniedError; QuotaExceededError on a full device. */
export async function storeFile(file: FileContent, content: Blob): Promise<void> {
  const headers = content.type === '' ? {} : { 'Content-Type': content.type };
  await (await openPackCache('files')).put(keyOf(file), new Response(content, { headers }));
}

/** Reads a file's content, which browsers leave on the disk until used; null if not stored. @throws StorageDeniedError */
export async function readFile(file: FileContent): Promise<Blob | null> {
  const stored = await (await openPackCache('files')).match(keyOf(file));
  return stored === undefined ? null : stored.blob();
}

/** Deletes a file if it is stored. @throws StorageDeniedError */
export async function deleteFile(file: FileContent): Promise<void> {
  await (await openPackCache('files')).delete(keyOf(file));
}
