import type { Reader, Transactor } from '../../store/database.ts';
import { deleteGivenUpUntil, isOneGivenUp, putGivenUp } from '../../store/uploads.ts';
import { AppError } from '../app-error.ts';
import type { Caller } from '../caller.ts';
import { type Clock, stamp } from '../clock.ts';

/** How long a key is refused: longer than a request may be delayed behind the one that gave the key up. */
const GIVEN_UP_MS = 120_000;

/**
 * The keys of uploads that were given up in the last two minutes, by account: requests with such a key may still arrive
 * or be running, at any server. Transactions run one after another, so a transaction that checks a key at its end is
 * either undone or was complete before the key was given up.
 */
export interface GivenUp {
  /** Gives a key up. */
  note(tx: Transactor, caller: Caller, key: string): Promise<void>;
  /** Whether the key was just given up. */
  has(reader: Reader, caller: Caller, key: string): Promise<boolean>;
  /** @throws AppError `conflict` if one of the keys was just given up. */
  refuse(reader: Reader, caller: Caller, keys: readonly string[]): Promise<void>;
}

/** Creates the keys that expire by this clock. */
export function createGivenUp(clock: Clock): GivenUp {
  const isOne = (reader: Reader, caller: Caller, keys: readonly string[]): Promise<boolean> =>
    isOneGivenUp(reader, caller.id, keys, stamp(clock));
  return {
    note: async (tx, caller, key) => {
      await deleteGivenUpUntil(tx, stamp(clock));
      await putGivenUp(tx, { account_id: caller.id, key, until: stamp(() => clock() + GIVEN_UP_MS) });
    },
    has: (reader, caller, key) => isOne(reader, caller, [key]),
    refuse: async (reader, caller, keys) => {
      if (await isOne(reader, caller, keys)) throw new AppError('conflict', 'This upload was given up');
    },
  };
}
