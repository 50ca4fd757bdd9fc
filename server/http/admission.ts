import type { ErrorRequestHandler, Request } from 'express';
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

/** Admits requests by their token, and looks again at those whose session may have ended meanwhile. */
export interface Admission {
  /** Those without a valid token count against their address. */
  readonly admit: Admit;
  /**
   * Authenticates an admitted request again, and counts nothing: its body may have taken hours, and its sender be logged out,
   * suspended or of another role by then.
   */
  readonly admitAgain: Admit;
  /**
   * Tells an admitted request whose session ended before it could write that it has: the database refuses a row of an account
   * or a session that is gone. Every other failure stays what it is.
   */
  readonly refuseEnded: ErrorRequestHandler;
}

/** Creates the admission of requests by this check of tokens. */
export function createAdmission(
  identify: (token: string) => Promise<TokenOwner>,
  limit: RateLimit,
  atOnce: AtOnce,
): Admission {
  const admitted = new WeakMap<Request, SessionCaller>();
  const authenticate = async (request: Request) => identify(readBearer(request));
  return {
    admit: async (request) => {
      const address = clientAddress(request);
      const owner = await authenticate(request).catch(async (error: unknown) => {
        await limit.spend(`address ${address}`);
        throw error;
      });
      await limit.spend(`account ${owner.id}`);
      if (request.res !== undefined) atOnce.enter(String(owner.id), request.res);
      const caller = { ...owner, address };
      admitted.set(request, caller);
      return caller;
    },
    admitAgain: async (request) => {
      const before = admitted.get(request);
      if (before === undefined) throw new Error('Expected a request that was admitted');
      return { ...before, ...(await authenticate(request)) };
    },
    refuseEnded: async (error: unknown, request, _response, next) => {
      const mayHaveEnded = admitted.has(request) && isForeignKeyFailure(error);
      const refusal = mayHaveEnded ? await authenticate(request).catch((reason: unknown) => reason) : undefined;
      next(refusal instanceof AppError && refusal.code === 'unauthenticated' ? refusal : error);
    },
  };
}

/** PostgreSQL's code of a row that names another one which is not there. */
const FOREIGN_KEY = '23503';
/** SQLite's words for it: its driver has one code for all constraints. They come behind the statement. */
const FOREIGN_KEY_WORDS = /SQLITE_CONSTRAINT: FOREIGN KEY constraint failed$/;

function isForeignKeyFailure(error: unknown): boolean {
  if (!(error instanceof Error && 'code' in error)) return false;
  return error.code === FOREIGN_KEY || (error.code === 'SQLITE_CONSTRAINT' && FOREIGN_KEY_WORDS.test(error.message));
}

/** The token of the Authorization header, with or without `Bearer` before it. */
function readBearer(request: Request): string {
  const token = (request.headers.authorization ?? '').replace(/^Bearer\s+/i, '').trim();
  if (token === '') throw new AppError('unauthenticated', 'Expected a token in the Authorization header, got none');
  return token;
}
