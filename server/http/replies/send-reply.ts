import type { Response } from 'express';
import { AppError } from '../../domain/app-error.ts';
import type { Caller } from '../../domain/caller.ts';
import { createLock } from '../../domain/lock.ts';
import { nextTurn } from '../../domain/turns.ts';
import type { RateLimit } from '../rate-limit.ts';
import { createUnsent, UNSENT_BYTES_MAX } from './unsent.ts';

/** A response counts as one more call for each so many bytes: a map's largest list as thirty. */
const BYTES_PER_CALL = 256 * 1024;

/** What is sent. */
export interface Reply {
  /** In JSON; null for none: a 204 or a 304. */
  readonly body: readonly Buffer[] | null;
  /** Undefined for calls that are not versioned. */
  readonly tag?: string;
  /** How the body is compressed; undefined where it never is. */
  readonly encoding?: 'gzip' | 'identity';
}

/** Sends a reply, to this caller if the call has one. */
export type SendReply = (response: Response, reply: Reply, caller: Pick<Caller, 'id'> | undefined) => Promise<void>;

/** Sends replies with bounded memory, and counts large ones against the rate limit of accounts. */
export function createSendReply(limit: RateLimit): SendReply {
  const unsent = createUnsent(UNSENT_BYTES_MAX);
  const takeTurn = createLock();
  /** Of long ones, the system takes megabytes at once: everything else runs before the next. */
  const write = async (response: Response, body: readonly Buffer[], bytes: number): Promise<void> => {
    if (bytes < BYTES_PER_CALL) return writeBody(response, body, bytes);
    await takeTurn(async () => {
      if (response.closed) return;
      writeBody(response, body, bytes);
      await nextTurn();
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
    // Not `json`, which would hash the body for a useless ETag.
    response.type('json');
    const bytes = body.reduce((sum, piece) => sum + piece.length, 0);
    await write(response, body, bytes);
    unsent.add(response, body);
    const calls = Math.floor(bytes / BYTES_PER_CALL);
    if (caller === undefined || calls === 0) return;
    // What exceeds the rate is sent all the same; the next call is refused.
    await limit.spend(`account ${caller.id}`, calls).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error;
    });
  };
}

function writeBody(response: Response, body: readonly Buffer[], bytes: number): void {
  response.setHeader('Content-Length', bytes);
  response.cork();
  for (const piece of body) response.write(piece);
  response.end();
  response.uncork();
}
