import type { Reader, Transactor } from '../store/database.ts';
import { deleteRefusedKeysUntil, isAnyKeyRefused, refuseKey } from '../store/idempotency.ts';
import { AppError } from './app-error.ts';
import type { Caller } from './caller.ts';
import { type Clock, stamp } from './clock.ts';

/** How long a key is refused: longer than a request may be delayed behind the one that gave the key up. */
const ABANDONED_MS = 120_000;

/**
 * The keys that were abandoned in the last two minutes, by account: requests with such a key may still arrive or be
 * running, at any server. Transactions about an account run one after another, so one that checks its key is either
 * undone or was complete before the key was abandoned.
 */
export type AbandonedKeys = ReturnType<typeof createAbandonedKeys>;

/** Creates the keys that expire by this clock. */
export function createAbandonedKeys(clock: Clock) {
  const isOne = (reader: Reader, caller: Caller, keys: readonly string[]): Promise<boolean> =>
    isAnyKeyRefused(reader, caller.id, keys, stamp(clock));
  return {
    /** Abandons a key. */
    note: async (tx: Transactor, caller: Caller, key: string) => {
      await deleteRefusedKeysUntil(tx, stamp(clock));
      await refuseKey(tx, { account_id: caller.id, key, until: stamp(() => clock() + ABANDONED_MS) });
    },
    /** Whether this key was just abandoned. */
    has: (reader: Reader, caller: Caller, key: string): Promise<boolean> => isOne(reader, caller, [key]),
    /** @throws AppError `conflict` if one of the keys was just abandoned. */
    refuse: async (reader: Reader, caller: Caller, keys: readonly string[]) => {
      if (await isOne(reader, caller, keys)) throw new AppError('conflict', 'This Idempotency-Key was given up');
    },
  };
}
