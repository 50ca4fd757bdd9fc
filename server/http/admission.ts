import type { Request } from 'express';
import type { SessionCaller } from '../domain/caller.ts';
import { readBearer } from './auth.ts';
import { clientAddress } from './client-address.ts';
import type { RateLimit } from './rate-limit.ts';

/**
 * Finds out who asks, and counts the request as theirs.
 *
 * @throws AppError `unauthenticated`, `token_expired`, `too_many_requests`.
 */
export type Admit = (request: Request) => Promise<SessionCaller>;

/** Admits by the token of the request; what shows no good one counts for the address that it came from. */
export function createAdmission(identify: (token: string) => Promise<SessionCaller>, limit: RateLimit): Admit {
  const whoAsks = async (request: Request): Promise<SessionCaller> => identify(readBearer(request));
  return async (request) => {
    const caller = await whoAsks(request).catch(async (refusal: unknown) => {
      await limit.spend(`address ${clientAddress(request)}`);
      throw refusal;
    });
    await limit.spend(`account ${caller.id}`);
    return caller;
  };
}
