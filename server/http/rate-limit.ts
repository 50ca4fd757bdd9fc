import type { RequestHandler } from 'express';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '../domain/app-error.ts';
import { clientAddress } from './client-address.ts';

/** How often something may happen. */
export interface Rate {
  readonly times: number;
  readonly perS: number;
}

/** Counts what each key (an account, an address) does, in this process, and refuses what is too much. */
export interface RateLimit {
  /**
   * Counts one more for the key, or as many as are told.
   *
   * @throws AppError `too_many_requests`, with the seconds to wait, once the key is past its rate.
   */
  spend(key: string, times?: number): Promise<void>;
  /**
   * Counts nothing.
   *
   * @throws AppError `too_many_requests` where the next `spend` would throw it.
   */
  check(key: string): Promise<void>;
  /** Takes one back that was counted for the key. */
  refund(key: string): Promise<void>;
  /** Forgets what was counted for the key. */
  forget(key: string): Promise<void>;
}

/** A limit of its own: nothing that is counted here counts elsewhere. */
export function createRateLimit({ times, perS }: Rate): RateLimit {
  const limiter = new RateLimiterMemory({ points: times, duration: perS });
  return {
    spend: async (key, count = 1) => {
      await limiter.consume(key, count).catch((refusal: Error | RateLimiterRes) => {
        throw refusal instanceof Error ? refusal : tooMany(refusal);
      });
    },
    check: async (key) => {
      const counted = await limiter.get(key);
      if (counted !== null && counted.consumedPoints >= times) throw tooMany(counted);
    },
    refund: async (key) => {
      // A reward alone would make a key that is not counted any more, below zero.
      if ((await limiter.get(key)) !== null) await limiter.reward(key);
    },
    forget: async (key) => {
      await limiter.delete(key);
    },
  };
}

/** Refuses requests of an address that is past this rate. */
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
