import type { Request, Response } from 'express';
import { versionTag } from '../../../contracts/call.ts';
import { AppError } from '../../domain/app-error.ts';
import type { Caller } from '../../domain/caller.ts';
import type { RateLimit } from '../rate-limit.ts';
import { createUnsent, UNSENT_BYTES_MAX } from './unsent.ts';
import { knowsVersion } from './versions.ts';

/** A response counts as one more call for each so many bytes: a map's largest list as thirty. */
const BYTES_PER_CALL = 256 * 1024;

/** What is sent: a body in JSON, or a 304 if that is null. */
export interface Reply {
  readonly body: string | Buffer | null;
  /** Undefined for calls that are not versioned. */
  readonly tag?: string;
}

/** The reply of a versioned call; prints nothing for who has this version. */
export async function versionedReply(
  request: Request,
  version: string,
  print: () => Promise<string | Buffer>,
): Promise<Reply> {
  return { body: knowsVersion(request, version) ? null : await print(), tag: versionTag(version) };
}

/** Sends a reply, to this caller if the call has one. */
export type SendReply = (response: Response, reply: Reply, caller: Pick<Caller, 'id'> | undefined) => Promise<void>;

/** Sends replies with bounded memory, and counts large ones against the rate limit of accounts. */
export function createSendReply(limit: RateLimit): SendReply {
  const unsent = createUnsent(UNSENT_BYTES_MAX);
  return async (response, { body, tag }, caller) => {
    if (tag !== undefined) response.set('ETag', tag);
    if (body === null) {
      response.status(304).end();
      return;
    }
    // Not `json`, which would hash the body for a useless ETag.
    response.type('json').end(body);
    const bytes = Buffer.byteLength(body);
    unsent.add(response, bytes);
    const calls = Math.floor(bytes / BYTES_PER_CALL);
    if (caller === undefined || calls === 0) return;
    // What exceeds the rate is sent all the same; the next call is refused.
    await limit.spend(`account ${caller.id}`, calls).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error;
    });
  };
}
