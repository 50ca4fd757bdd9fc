import { createHmac } from 'node:crypto';
import type { RequestHandler } from 'express';
import { RateLimiterMemory, RateLimiterPostgres, type RateLimiterRes } from 'rate-limiter-flexible';
import type { SharedCounts } from '../context/stored-data.ts';
import { AppError } from '../domain/app-error.ts';
import { clientAddress } from './client-address.ts';

/** How often an event may happen. */
export interface Rate {
  readonly times: number;
  readonly perS: number;
}

/** Counts events by key (an account, an address), and refuses those that exceed the rate. */
export interface RateLimit {
  /** Counts `times` (by default 1) for the key. @throws AppError `too_many_requests`, with the seconds to wait */
  spend(key: string, times?: number): Promise<void>;
  /** Checks without counting. @throws AppError `too_many_requests` if the next `spend` would */
  check(key: string): Promise<void>;
}

/** A limit whose counts can also be reduced. */
export interface RefundableLimit extends RateLimit {
  /** Takes `times` (by default 1) off the key's count. */
  refund(key: string, times?: number): Promise<void>;
  /** Resets the key's count. */
  forget(key: string): Promise<void>;
}

/** Remembers keys for some time. */
interface RememberedKeys {
  note(key: string): Promise<void>;
  knows(key: string): Promise<boolean>;
}

/** Creates limits. Those with one name, also of other servers on the same database, share their counters. */
export interface RateLimits {
  limit(name: string, rate: Rate): RateLimit;
  refundable(name: string, rate: Rate): RefundableLimit;
  remembered(name: string, forS: number): RememberedKeys;
}

/**
 * Creates limits that count in this process, or in a database with the other servers on it while that can be reached.
 */
export function createRateLimits(shared: SharedCounts | null): RateLimits {
  return {
    // Counts that only rise need no look at the database once they exceed the rate.
    limit: (name, rate) => toLimit(createCounters(shared, name, rate, true), rate),
    refundable: (name, rate) => toRefundable(createCounters(shared, name, rate, false), rate),
    remembered: (name, forS) => {
      const { counters, keyOf } = createCounters(shared, name, { times: 1, perS: forS }, false);
      return {
        note: async (key) => {
          await counters.set(keyOf(key), 1, forS);
        },
        knows: async (key) => (await counters.get(keyOf(key))) !== null,
      };
    },
  };
}

/** Refuses requests from an address that exceeds the rate. */
export function limitByAddress(limit: RateLimit): RequestHandler {
  return async (request, _response, next) => {
    await limit.spend(clientAddress(request));
    next();
  };
}

interface Counters {
  readonly counters: RateLimiterMemory | RateLimiterPostgres;
  readonly keyOf: (key: string) => string;
}

function createCounters(
  shared: SharedCounts | null,
  name: string,
  { times: points, perS: duration }: Rate,
  onlyRises: boolean,
): Counters {
  const own = new RateLimiterMemory({ points, duration });
  if (shared === null) return { counters: own, keyOf: (key) => key };
  const counters = new RateLimiterPostgres({
    storeClient: shared.client,
    storeType: 'knex',
    tableName: shared.table,
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: '',
    points,
    duration,
    insuranceLimiter: own,
    ...(onlyRises ? { inMemoryBlockOnConsumed: points } : {}),
  });
  const keyOf = (key: string): string =>
    `${name} ${createHmac('sha256', shared.hashKey).update(`${name} ${key}`).digest('base64url')}`;
  return { counters, keyOf };
}

function toLimit({ counters, keyOf }: Counters, { times }: Rate): RateLimit {
  return {
    spend: async (key, count = 1) => {
      await counters.consume(keyOf(key), count).catch((reason: Error | RateLimiterRes) => {
        throw reason instanceof Error ? reason : tooMany(reason);
      });
    },
    check: async (key) => {
      const counted = await counters.get(keyOf(key));
      if (counted !== null && counted.consumedPoints >= times) throw tooMany(counted);
    },
  };
}

function toRefundable(counted: Counters, rate: Rate): RefundableLimit {
  const { counters, keyOf } = counted;
  return {
    ...toLimit(counted, rate),
    refund: async (key, count = 1) => {
      // A reward for an expired key would create it, with a negative count.
      if ((await counters.get(keyOf(key))) !== null) await counters.reward(keyOf(key), count);
    },
    forget: async (key) => {
      await counters.delete(keyOf(key));
    },
  };
}

function tooMany({ msBeforeNext }: RateLimiterRes): AppError {
  const retryAfterS = Math.max(1, Math.ceil(msBeforeNext / 1000));
  return new AppError('too_many_requests', `Too many requests; try again in ${retryAfterS} s`, { retryAfterS });
}
