import { Readable } from 'node:stream';
import type { Response } from 'express';
import { AppError } from '../../domain/app-error.ts';
import type { Caller } from '../../domain/caller.ts';
import { nextTurn } from '../../domain/costly-work.ts';
import { createLock } from '../../domain/locks.ts';
import type { RateLimit } from '../rate-limit.ts';
import { sendStream } from '../send-stream.ts';
import { createUnsent, UNSENT_BYTES_MAX } from './unsent.ts';

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

/** Sends a reply, counted for the caller if the call has one. */
export type SendReply = (response: Response, reply: Reply, caller: Pick<Caller, 'id'> | undefined) => Promise<void>;

/** Sends replies with bounded memory, and counts large ones against the rate limit of accounts. */
export function createSendReply(limit: RateLimit): SendReply {
  const unsent = createUnsent(UNSENT_BYTES_MAX);
  const takeTurn = createLock();
  /**
   * Splits long bodies, because the system takes megabytes at once from each connection: other work runs between two
   * slices.
   */
  async function* inSlices(body: readonly Buffer[]): AsyncGenerator<Buffer> {
    for (const piece of body) {
      for (let from = 0; from < piece.length; from += SLICE_BYTES) {
        await takeTurn(nextTurn);
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
  const count = async (caller: Pick<Caller, 'id'> | undefined, calls: number): Promise<void> => {
    if (caller === undefined || calls === 0) return;
    await limit.spend(`account ${caller.id}`, calls).catch((error: unknown) => {
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
