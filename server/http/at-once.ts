import type { ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import { AppError } from '../domain/app-error.ts';
import { clientAddress } from './client-address.ts';

/**
 * Maximum concurrent requests of one account: as many as a browser sends over one connection. Each holds a connection,
 * and no rate limit bounds for how long.
 */
export const CALLS_AT_ONCE = 100;

/** Delay before a client with too many requests may retry. */
const RETRY_S = 5;

/** Limits the concurrent requests of a key: an account, or an address. */
export interface AtOnce {
  /**
   * Counts for the key until the response has been sent or its connection has ended.
   *
   * @throws AppError `too_many_requests` if the maximum is already running.
   */
  enter(key: string, response: ServerResponse): void;
}

/** Limits each key to `most` concurrent requests. */
export function createAtOnce(most: number): AtOnce {
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
export function limitAtOnceByAddress(atOnce: AtOnce): RequestHandler {
  return (request, response, next) => {
    atOnce.enter(clientAddress(request), response);
    next();
  };
}
