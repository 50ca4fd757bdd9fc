import type { RequestHandler } from 'express';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '../domain/app-error.ts';
import { clientAddress } from './client-address.ts';

/** How often something may happen. */
export interface Rate {
  readonly times: number;
  readonly perS: number;
}

/** Counts events by key (an account, an address) in this process, and refuses those above the rate. */
export interface RateLimit {
  /**
   * Counts `times` (by default 1) for the key.
   *
   * @throws AppError `too_many_requests`, with the seconds to wait, once the key exceeds its rate.
   */
  spend(key: string, times?: number): Promise<void>;
  /**
   * Checks without counting.
   *
   * @throws AppError `too_many_requests` if the next `spend` would.
   */
  check(key: string): Promise<void>;
  /** Subtracts 1 from the key's count. */
  refund(key: string): Promise<void>;
  /** Resets the key's count. */
  forget(key: string): Promise<void>;
}

/** Creates a limit with its own counters. */
export function createRateLimit({ times, perS }: Rate): RateLimit {
  const limiter = new RateLimiterMemory({ points: times, duration: perS });
  return {
    spend: async (key, count = 1) => {
      await limiter.consume(key, count).catch((reason: Error | RateLimiterRes) => {
        throw reason instanceof Error ? reason : tooMany(reason);
      });
    },
    check: async (key) => {
      const counted = await limiter.get(key);
      if (counted !== null && counted.consumedPoints >= times) throw tooMany(counted);
    },
    refund: async (key) => {
      // A reward for an expired key would create it, below zero.
      if ((await limiter.get(key)) !== null) await limiter.reward(key);
    },
    forget: async (key) => {
      await limiter.delete(key);
    },
  };
}

/** Refuses requests of an address that exceeds this rate. */
export function limitByAddress(rate: Rate): RequestHandler {
  const limit = createRateLimit(rate);
  return async (request, _response, next) => {
    await limit.spend(clientAddress(request));
    next();
  };
}

function tooMany({ msBeforeNext }: RateLimiterRes): AppError {
  const retryAfterS = Math.max(1, Math.ceil(msBeforeNext / 1000));
  return new AppError('too_many_requests', `Too many requests; try again in ${retryAfterS} s`, { retryAfterS });
}
