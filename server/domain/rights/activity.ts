import type { UserId } from '../../../contracts/vocabulary.ts';
import type { Database } from '../../store/database.ts';
import { noteActivity } from '../../store/rights.ts';
import type { TokenOwner } from '../caller.ts';
import { type Clock, stamp } from '../clock.ts';

type Identify = (token: string) => Promise<TokenOwner>;

/**
 * Wraps the check of tokens so that it also notes when an account was last used, at most once a day for each account:
 * unused accounts are deleted after three years.
 */
export function notingActivity(database: Database, clock: Clock, identify: Identify): Identify {
  let today = '';
  let noted = new Set<UserId>();
  return async (token) => {
    const owner = await identify(token);
    const now = stamp(clock);
    if (now.slice(0, 10) !== today) {
      today = now.slice(0, 10);
      noted = new Set();
    }
    if (!noted.has(owner.id)) {
      noted.add(owner.id);
      // On a full disk people must still be able to read, log out and delete; the next day notes it.
      await database.transact((tx) => noteActivity(tx, owner.id, now), { account: owner.id }).catch(() => undefined);
    }
    return owner;
  };
}
