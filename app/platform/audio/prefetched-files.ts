import { linkPath } from '../../../contracts/link.ts';
import { fetchOwn, within } from '../net/reach.ts';

/** Limit of the files in memory: an hour of renditions. Chromium moves large Blobs to the disk. */
export const PREFETCH_MAX_BYTES = 30 * 1024 * 1024;
/** Longest that a story waits for the rest of its own download; a longer rest is streamed instead. */
const REST_MAX_MS = 1500;

interface Download {
  readonly startedAtMs: number;
  readonly fromBytes: number;
  /** Resolves once it has ended, successfully or not. */
  readonly ended: Promise<unknown>;
}

interface PrefetchedFile {
  /** Received pieces, in order; empty once `whole` is made of them. */
  pieces: Uint8Array<ArrayBuffer>[];
  bytes: number;
  /** Null until the server has reported it. */
  totalBytes: number | null;
  whole: Blob | null;
  download: Download | null;
}

/** By the path of their links, least recently used first. */
const files = new Map<string, PrefetchedFile>();

/** Result of {@link prefetchFile}: `unfit` if the server refused the file, or it is larger than allowed. */
export type PrefetchResult = 'whole' | 'unfit';

/** True if the whole file behind this link is in memory. */
export function isPrefetched(link: string): boolean {
  return (files.get(linkPath(link))?.whole ?? null) !== null;
}

/** True if the whole file is in memory, or will be in a moment, so that {@link openPrefetched} is worth calling. */
export function isNearlyPrefetched(link: string): boolean {
  const file = files.get(linkPath(link));
  return file !== undefined && (file.whole !== null || restMs(file) <= REST_MAX_MS);
}

/** Returns the file behind this link; null if it is not in memory and its download takes longer than a moment. */
export async function openPrefetched(link: string): Promise<Blob | null> {
  const file = use(linkPath(link));
  if (file === undefined) return null;
  if (file.whole === null && file.download !== null && restMs(file) <= REST_MAX_MS) {
    await within(REST_MAX_MS, file.download.ended).catch(() => {});
  }
  return file.whole;
}

/** Removes the file behind this link from memory. */
export function dropPrefetched(link: string): void {
  files.delete(linkPath(link));
}

/** Removes all files from memory. The callers abort their own downloads. */
export function clearPrefetched(): void {
  files.clear();
}

/**
 * Fetches a file into memory, at low priority, and into the HTTP cache. A broken download keeps its bytes: the next
 * call requests only the rest. `onBytes` gets the bytes of each piece.
 *
 * @param maxBytes of the whole file; nothing of a larger one is stored
 * @throws the browser's error; the signal's reason
 */
export async function prefetchFile(
  link: string,
  maxBytes: number,
  signal: AbortSignal,
  onBytes: (bytes: number) => void,
): Promise<PrefetchResult> {
  const path = linkPath(link);
  const file = use(path) ?? { pieces: [], bytes: 0, totalBytes: null, whole: null, download: null };
  if (file.whole !== null) return 'whole';
  files.set(path, file);
  const received = receive(link, file, maxBytes, signal, onBytes).finally(() => {
    // An expired link says nothing about the bytes that an earlier link brought.
    if (file.bytes === 0) files.delete(path);
    file.download = null;
  });
  const ended = received.catch(() => {});
  file.download = { startedAtMs: performance.now(), fromBytes: file.bytes, ended };
  return (await received) ? 'whole' : 'unfit';
}

/** Returns false if the server refused the file or it is too large. */
async function receive(
  link: string,
  file: PrefetchedFile,
  maxBytes: number,
  signal: AbortSignal,
  onBytes: (bytes: number) => void,
): Promise<boolean> {
  const headers = file.bytes === 0 ? {} : { Range: `bytes=${file.bytes}-` };
  const response = await fetchOwn(link, { headers, priority: 'low', signal });
  if (!response.ok) {
    await response.body?.cancel();
    return false;
  }
  // A server without range support sends all of it.
  if (response.status !== 206) empty(file);
  const length = Number(response.headers.get('Content-Length') ?? Number.NaN);
  file.totalBytes = Number.isNaN(length) ? null : file.bytes + length;
  if ((file.totalBytes ?? 0) > maxBytes) {
    await response.body?.cancel();
    empty(file);
    return false;
  }
  const reader = response.body?.getReader();
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true };
    if (done || value === undefined) break;
    file.pieces.push(value);
    file.bytes += value.length;
    onBytes(value.length);
    makeRoom(file);
    if (file.bytes <= maxBytes) continue;
    await reader?.cancel();
    empty(file);
    return false;
  }
  if (file.totalBytes !== null && file.bytes < file.totalBytes) {
    throw new TypeError(`Expected ${file.totalBytes} bytes, got ${file.bytes}`);
  }
  file.whole = new Blob(file.pieces, { type: response.headers.get('Content-Type') ?? '' });
  file.pieces = [];
  return true;
}

function empty(file: PrefetchedFile): void {
  file.pieces = [];
  file.bytes = 0;
}

function makeRoom(exempt: PrefetchedFile): void {
  let totalBytes = 0;
  for (const { bytes } of files.values()) totalBytes += bytes;
  for (const [path, file] of files) {
    if (totalBytes <= PREFETCH_MAX_BYTES) return;
    if (file === exempt) continue;
    files.delete(path);
    totalBytes -= file.bytes;
  }
}

/** Returns the file of this path and marks it as the most recently used. */
function use(path: string): PrefetchedFile | undefined {
  const file = files.get(path);
  if (file === undefined) return undefined;
  files.delete(path);
  files.set(path, file);
  return file;
}

/** Estimates the remaining time of a download from its speed so far; infinite if none is running. */
function restMs({ download, bytes, totalBytes }: PrefetchedFile): number {
  if (download === null || totalBytes === null) return Number.POSITIVE_INFINITY;
  const bytesPerMs = (bytes - download.fromBytes) / (performance.now() - download.startedAtMs);
  return bytesPerMs > 0 ? (totalBytes - bytes) / bytesPerMs : Number.POSITIVE_INFINITY;
}
