import type { Request } from 'express';
import { AppError } from '../domain/app-error.ts';
import type { SessionCaller, TokenOwner } from '../domain/caller.ts';
import type { AtOnce } from './at-once.ts';
import { clientAddress } from './client-address.ts';
import type { RateLimit } from './rate-limit.ts';

/**
 * Authenticates a request, counts it against its account's rate limit, and among those that run for the account at once.
 *
 * @throws AppError `unauthenticated`, `token_expired`, `too_many_requests`.
 */
export type Admit = (request: Request) => Promise<SessionCaller>;

/** Admits requests by their token; those without a valid one count against their address. */
export function createAdmission(
  identify: (token: string) => Promise<TokenOwner>,
  limit: RateLimit,
  atOnce: AtOnce,
): Admit {
  const authenticate = async (request: Request) => identify(readBearer(request));
  return async (request) => {
    const address = clientAddress(request);
    const owner = await authenticate(request).catch(async (error: unknown) => {
      await limit.spend(`address ${address}`);
      throw error;
    });
    await limit.spend(`account ${owner.id}`);
    if (request.res !== undefined) atOnce.enter(String(owner.id), request.res);
    return { ...owner, address };
  };
}

/** Expects that a request's token is as good as when the request was admitted: a file may take hours to arrive. */
export type ExpectSession = (request: Request) => Promise<void>;

/** Creates the check. It throws what {@link Admit} throws, and counts nothing. */
export function createExpectSession(identify: (token: string) => Promise<TokenOwner>): ExpectSession {
  return async (request) => {
    await identify(readBearer(request));
  };
}

/** The token of the Authorization header, with or without `Bearer` before it. */
function readBearer(request: Request): string {
  const token = (request.headers.authorization ?? '').replace(/^Bearer\s+/i, '').trim();
  if (token === '') throw new AppError('unauthenticated', 'Expected a token in the Authorization header, got none');
  return token;
}
