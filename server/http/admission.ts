import type { ServerResponse } from 'node:http';
import type { ErrorRequestHandler, Request, RequestHandler } from 'express';
import { OPEN_SCHEME } from '../../contracts/call.ts';
import { AppError } from '../domain/app-error.ts';
import type { OpenReader, ParcoursReader, SessionCaller, TokenOwner } from '../domain/caller.ts';
import { clientAddress } from './client-address.ts';
import type { RateLimit } from './rate-limit.ts';

/**
 * Authenticates a request and counts it for its account. @throws AppError `unauthenticated`, `token_expired`,
 * `too_many_requests`
 */
export type Admit = (request: Request) => Promise<SessionCaller>;

/** Admits requests by their token, and checks again those whose session may have ended meanwhile. */
export interface Admission {
  /** Requests without a valid token count against their address. */
  readonly admit: Admit;
  /**
   * Admits requests by their token or by the slug of an open parcours; these count against their address.
   * @throws AppError as {@link Admit}; `link_expired` if there is no such open parcours, or not any more.
   */
  readonly admitReader: (request: Request) => Promise<ParcoursReader>;
  /** Authenticates an admitted request again, without counting: the sender of a long body may have been suspended. */
  readonly admitAgain: Admit;
  /**
   * Turns the error of an admitted request whose session ended before it could write into `unauthenticated`: the
   * database rejects rows of a deleted account or session. Passes every other error on.
   */
  readonly refuseEnded: ErrorRequestHandler;
}

/** Finds out who sends a request. */
interface Identification {
  readonly byToken: (token: string) => Promise<TokenOwner>;
  /** @throws AppError `link_expired` */
  readonly bySlug: (slug: string) => Promise<Omit<OpenReader, 'address'>>;
}

/** Creates the admission of requests. */
export function createAdmission(
  { byToken, bySlug }: Identification,
  limit: RateLimit,
  concurrency: ConcurrencyLimit,
): Admission {
  const admitted = new WeakMap<Request, SessionCaller>();
  const authenticate = async (request: Request) => byToken(readBearer(request));
  const admit: Admit = async (request) => {
    const address = clientAddress(request);
    const owner = await authenticate(request).catch(async (error: unknown) => {
      await limit.spend(`address ${address}`);
      throw error;
    });
    await limit.spend(`account ${owner.id}`);
    if (request.res !== undefined) concurrency.enter(String(owner.id), request.res);
    const caller = { ...owner, address };
    admitted.set(request, caller);
    return caller;
  };
  return {
    admit,
    admitReader: async (request) => {
      const slug = readSlug(request);
      if (slug === undefined) return admit(request);
      const address = clientAddress(request);
      await limit.spend(`address ${address}`);
      return { ...(await bySlug(slug)), address };
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

/** PostgreSQL's code for a row that refers to a missing row. */
const FOREIGN_KEY = '23503';
/** SQLite's message for the same, after the statement: its driver has a single code for all constraints. */
const FOREIGN_KEY_WORDS = /SQLITE_CONSTRAINT: FOREIGN KEY constraint failed$/;

function isForeignKeyFailure(error: unknown): boolean {
  if (!(error instanceof Error && 'code' in error)) return false;
  return error.code === FOREIGN_KEY || (error.code === 'SQLITE_CONSTRAINT' && FOREIGN_KEY_WORDS.test(error.message));
}

function readBearer(request: Request): string {
  const token = (request.headers.authorization ?? '').replace(/^Bearer\s+/i, '').trim();
  if (token === '') throw new AppError('unauthenticated', 'Expected a token in the Authorization header, got none');
  return token;
}

const SLUG_HEADER = new RegExp(`^${OPEN_SCHEME} +([^ ]*)$`, 'i');

function readSlug({ headers }: Request): string | undefined {
  return SLUG_HEADER.exec(headers.authorization ?? '')?.[1];
}

/** Maximum concurrent requests of one account: as many as a browser sends over one connection. */
export const CONCURRENT_CALLS_MAX = 100;

/** Delay before a client with too many requests may retry. */
const RETRY_S = 5;

/** Limits the concurrent requests of a key: an account, or an address. */
interface ConcurrencyLimit {
  /** Counts until the response has been sent or its connection has ended. @throws AppError `too_many_requests` */
  enter(key: string, response: ServerResponse): void;
}

/** Limits each key to `most` concurrent requests. */
export function createConcurrencyLimit(most: number): ConcurrencyLimit {
  const running = new Map<string, number>();
  return {
    enter: (key, response) => {
      const before = running.get(key) ?? 0;
      if (before >= most) {
        const words = `Expected at most ${most} requests at once; try again in ${RETRY_S} s`;
        throw new AppError('too_many_requests', words, { retryAfterS: RETRY_S });
      }
      // Its 'close' event has passed.
      if (response.closed) return;
      running.set(key, before + 1);
      response.once('close', () => {
        const left = (running.get(key) ?? 1) - 1;
        if (left === 0) running.delete(key);
        else running.set(key, left);
      });
    },
  };
}

/** Limits the concurrent requests of each address. */
export function limitConcurrencyByAddress(concurrency: ConcurrencyLimit): RequestHandler {
  return (request, response, next) => {
    concurrency.enter(clientAddress(request), response);
    next();
  };
}
