import type { ErasurePlan } from '../../../contracts/erasure.ts';
import type { CallParsed } from '../../../contracts/routes.ts';
import { isThrowaway } from '../../../contracts/user.ts';
import type { UserId } from '../../../contracts/vocabulary.ts';
import type { AccountRow } from '../../store/accounts.ts';
import type { Reader } from '../../store/database.ts';
import { listOwnPlaces, listSoleParcours } from '../../store/erasures.ts';
import type { Passwords } from '../accounts/passwords.ts';
import { AppError } from '../app-error.ts';
import { accountOf, type Caller } from '../caller.ts';
import { ownerOf } from '../fair-queue.ts';
import { type ErasureParts, runErasure } from './erase-account.ts';

interface ErasuresParts extends ErasureParts {
  readonly passwords: Passwords;
}

/** Deletions of the accounts in this database. */
export function createErasures(parts: ErasuresParts) {
  const { database, passwords } = parts;

  return {
    /** Returns what the deletion of the caller's account would do. */
    plan: async (caller: Caller): Promise<ErasurePlan> => ({
      confirmBy: proofOf(await accountOf(database.reader, caller)),
      ...(await planErasure(database.reader, caller.id)),
    }),

    /**
     * Deletes the caller's account with all its data.
     *
     * @throws AppError `invalid_credentials` without the password, or the email if the account has no password;
     * `conflict` if it would delete more parcours than the request says were shown.
     */
    erase: async (caller: Caller, { drops, lost, password, email }: CallParsed<'eraseMe'>['body']) => {
      const account = await accountOf(database.reader, caller);
      const proof = proofOf(account);
      const isProved =
        proof === 'password'
          ? await passwords.matches(account.password_hash, password ?? '', ownerOf(caller))
          : proof === 'nothing' || email === account.email;
      if (!isProved) throw new AppError('invalid_credentials', `Expected the account's ${proof}`);
      await runErasure(parts, { id: caller.id, by: caller, drops, takes: lost, others: 'refuse' });
    },

    /** Deletes the account of a person who has not come back. Parcours with other members stay. */
    retire: async (id: UserId) => {
      await runErasure(parts, { id, by: {}, drops: 'keep', takes: [], others: 'hand over' });
    },
  };
}

/** Returns what proves that a request comes from the account's owner. */
function proofOf(account: AccountRow): ErasurePlan['confirmBy'] {
  if (isThrowaway(account)) return 'nothing';
  return account.password_hash === '' ? 'email' : 'password';
}

/** Returns what the deletion of an account would do. */
export async function planErasure(reader: Reader, id: UserId): Promise<Omit<ErasurePlan, 'confirmBy'>> {
  const lost = await listSoleParcours(reader, id);
  const own = await listOwnPlaces(
    reader,
    id,
    lost.map((parcours) => parcours.id),
  );
  const published = own.filter(({ is_shown }) => is_shown);
  return {
    lost,
    dropsElsewhere: published.length,
    parcoursElsewhere: new Set(published.map(({ parcours_id }) => parcours_id)).size,
  };
}
