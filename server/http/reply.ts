import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import { NoContent, type Route, versionTag } from '../../contracts/call.ts';
import { AppError } from '../domain/app-error.ts';
import { nextTurn } from '../domain/costly-work.ts';
import { ownerOf } from '../domain/fair-queue.ts';
import { createLock } from '../domain/locks.ts';
import type { SharedText } from '../domain/places/lists/place-lists.ts';
import type { RateLimit } from './rate-limit.ts';

/** A response that its handler has already serialized; it is not parsed again. */
export class SerializedReply {
  /** JSON. */
  readonly body: readonly Buffer[];

  constructor(body: readonly Buffer[]) {
    this.body = body;
  }
}

/** The same for a versioned call. */
export class SerializedVersion {
  readonly text: SharedText;

  constructor(text: SharedText) {
    this.text = text;
  }
}

/** Smaller bodies fit into one packet uncompressed. */
const COMPRESSED_MIN_BYTES = 1200;

/** Serializes a handler's result, unless the domain has, and drops fields that the contract does not name. */
export async function serializeReply(route: Route, request: Request, result: unknown): Promise<Reply> {
  if (result instanceof SerializedReply) return { body: result.body };
  if (result instanceof SerializedVersion) return versionedText(request, result.text);
  if (route.response === NoContent) return { body: null };
  return { body: [Buffer.from(JSON.stringify(route.response.parse(result)))] };
}

/** Returns no body if the client has this version. */
async function versionedText(request: Request, { version, plain, gzip }: SharedText): Promise<Reply> {
  const tag = versionTag(version);
  const encoding = gzip === null ? {} : { encoding: 'identity' as const };
  if (knowsVersion(request, version)) return { body: null, tag, ...encoding };
  const pieces = plain();
  const bytes = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const isCompressed = bytes >= COMPRESSED_MIN_BYTES && request.acceptsEncodings('gzip') === 'gzip';
  if (gzip === null || !isCompressed) return { body: pieces, tag, ...encoding };
  return { body: await gzip(), tag, encoding: 'gzip' };
}

/** The entity tags of an `If-None-Match` header; weak and strong ones compare equal. */
const TAG = /(?:W\/)?"([^"]*)"/g;

/**
 * Whether `If-None-Match` names this version, or any (RFC 9110, 13.1.2). Express' `request.fresh` ignores the header
 * beside `Cache-Control: no-cache`, which browsers add where a page sets it itself.
 */
function knowsVersion(request: Request, version: string): boolean {
  const header = request.headers['if-none-match'] ?? '';
  return header.trim() === '*' || [...header.matchAll(TAG)].some(([, tag]) => tag === version);
}

/** A response counts as one more call per this many bytes: a parcours' largest list as thirty. */
const BYTES_PER_CALL = 256 * 1024;

/** Bytes of a long response written at once. */
const SLICE_BYTES = 512 * 1024;

/** A response to send. */
export interface Reply {
  /** JSON; null for no body: a 204 or a 304. */
  readonly body: readonly Buffer[] | null;
  /** Undefined for calls that are not versioned. */
  readonly tag?: string;
  /** Encoding of the body; undefined if it is never compressed. */
  readonly encoding?: 'gzip' | 'identity';
}

/** Whom a reply counts for. */
type ReplyTo = Parameters<typeof ownerOf>[0];

/** Sends a reply, counted for the caller if the call has one. */
type SendReply = (response: Response, reply: Reply, caller: ReplyTo | undefined) => Promise<void>;

/** Sends replies with bounded memory, and counts large ones against the rate limit of accounts. */
export function createSendReply(limit: RateLimit): SendReply {
  const unsent = createUnsentLimit(UNSENT_BYTES_MAX);
  const waitForTurn = createLock();
  /** Splits long bodies, so that other work runs between two slices: the system takes megabytes at once. */
  async function* inSlices(body: readonly Buffer[]): AsyncGenerator<Buffer> {
    for (const piece of body) {
      for (let from = 0; from < piece.length; from += SLICE_BYTES) {
        await waitForTurn(nextTurn);
        yield piece.subarray(from, from + SLICE_BYTES);
      }
    }
  }
  const write = async (response: Response, body: readonly Buffer[], bytes: number): Promise<void> => {
    response.setHeader('Content-Length', bytes);
    if (bytes < BYTES_PER_CALL) writeAtOnce(response, body);
    else await sendStream(Readable.from(inSlices(body)), response);
  };
  /** Counts a long reply as several calls. One that exceeds the rate is still sent; the next call is refused. */
  const count = async (caller: ReplyTo | undefined, calls: number): Promise<void> => {
    if (caller === undefined || calls === 0) return;
    await limit.spend(ownerOf(caller), calls).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error;
    });
  };
  return async (response, { body, tag, encoding }, caller) => {
    if (tag !== undefined) response.set('ETag', tag);
    if (encoding !== undefined) response.set('Vary', 'Accept-Encoding');
    if (body === null) {
      response.status(304).end();
      return;
    }
    if (encoding === 'gzip') response.set('Content-Encoding', 'gzip');
    // Not `json`, which would hash the body for an unused ETag.
    response.type('json');
    const bytes = body.reduce((sum, piece) => sum + piece.length, 0);
    unsent.add(response, body);
    await Promise.all([count(caller, Math.floor(bytes / BYTES_PER_CALL)), write(response, body, bytes)]);
  };
}

function writeAtOnce(response: Response, body: readonly Buffer[]): void {
  response.cork();
  for (const piece of body) response.write(piece);
  response.end();
  response.uncork();
}

/** Maximum total size of call responses that wait for slow readers. */
const UNSENT_BYTES_MAX = 256 * 2 ** 20;

/** UnsentLimit responses. Nothing else closes a connection whose reader reads slowly, or never. */
interface UnsentLimit {
  /** Adds a response whose body is in memory, and closes the longest waiting ones while the total is too large. */
  add(response: ServerResponse, body: readonly Buffer[]): void;
}

/** Limits the memory of responses; the newest alone may exceed the limit. */
export function createUnsentLimit(bytesMax: number): UnsentLimit {
  /** The memory that each response holds, longest waiting first. */
  const waiting = new Map<ServerResponse, ReadonlySet<ArrayBufferLike>>();
  /** The number of responses that hold each piece of memory. */
  const holders = new Map<ArrayBufferLike, number>();
  let total = 0;
  const remove = (response: ServerResponse): void => {
    for (const memory of waiting.get(response) ?? []) {
      const left = (holders.get(memory) ?? 0) - 1;
      if (left > 0) {
        holders.set(memory, left);
        continue;
      }
      holders.delete(memory);
      total -= memory.byteLength;
    }
    waiting.delete(response);
  };
  return {
    add: (response, body) => {
      // A closed response would count forever.
      if (response.closed) return;
      const held = new Set(body.map(({ buffer }) => buffer));
      waiting.set(response, held);
      for (const memory of held) {
        const before = holders.get(memory) ?? 0;
        holders.set(memory, before + 1);
        if (before === 0) total += memory.byteLength;
      }
      response.once('close', () => remove(response));
      for (const oldest of waiting.keys()) {
        if (total <= bytesMax || oldest === response) return;
        remove(oldest);
        oldest.destroy();
      }
    },
  };
}

/** Sends a stream as the body of a response. If the client disconnects, the stream is destroyed, without an error. */
export async function sendStream(stream: Readable, response: Response): Promise<void> {
  // Node warns of a leak from ten listeners on: a pipeline adds six, and each observer of a response one more.
  response.setMaxListeners(20);
  try {
    await pipeline(stream, response);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE') return;
    throw error;
  }
}
