import type { OwnPasskey } from '../../../../contracts/passkeys.ts';
import type { PasskeyId } from '../../../../contracts/vocabulary.ts';
import { findAccount } from '../../../store/accounts.ts';
import type { Database } from '../../../store/database.ts';
import { deletePasskeyOf, listPasskeys, type PasskeyRow } from '../../../store/passkeys.ts';
import { AppError } from '../../app-error.ts';
import type { Caller } from '../../caller.ts';
import type { Clock } from '../../clock.ts';
import { addToTrail } from '../../trail/add-to-trail.ts';

/** The passkeys of the caller. */
export interface OwnPasskeys {
  /** Returns the passkeys in the order in which they were added. */
  list(caller: Caller): Promise<OwnPasskey[]>;
  /** @throws AppError `not_found` if the caller has no such passkey; `last_way_in` without another way to log in. */
  delete(caller: Caller, id: PasskeyId): Promise<void>;
}

/**
 * The passkeys in this database.
 *
 * @param hasGoogle whether accounts of Google can log in here.
 */
export function createOwnPasskeys(database: Database, hasGoogle: boolean, clock: Clock): OwnPasskeys {
  return {
    list: async ({ id }) => (await listPasskeys(database.reader, id)).map(toOwnPasskey),

    delete: (caller, id) =>
      database.transact(async (tx) => {
        const account = await findAccount(tx, caller.id);
        const own = await listPasskeys(tx, caller.id);
        if (account === undefined || !own.some((passkey) => passkey.id === id)) {
          throw new AppError('not_found', 'The caller has no such passkey');
        }
        const hasOther = account.password_hash !== '' || (hasGoogle && account.google_subject !== null);
        if (own.length === 1 && !hasOther) throw new AppError('last_way_in', 'There is no other way to log in');
        await deletePasskeyOf(tx, caller.id, id);
        await addToTrail(tx, clock, { action: 'passkey_deleted', by: caller, account: caller.id });
      }),
  };
}

/** A passkey as its owner sees it. */
export function toOwnPasskey({ id, browser, system, added_at, used_at }: PasskeyRow): OwnPasskey {
  return { id, browser, system, addedAt: added_at, usedAt: used_at };
}
