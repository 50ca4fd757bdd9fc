import type { ErasurePlan } from '../../../contracts/rights/erasure.ts';
import type { CallParsed } from '../../../contracts/routes.ts';
import { isThrowaway } from '../../../contracts/user.ts';
import type { ParcoursId, UserId } from '../../../contracts/vocabulary.ts';
import { type AccountRow, findAccount } from '../../store/accounts.ts';
import type { Database, Reader } from '../../store/database.ts';
import { type ErasedList, erasureName } from '../../store/rights/erased-log.ts';
import { type ErasureRow, listErasures } from '../../store/rights/erasures.ts';
import type { Passwords } from '../accounts/passwords.ts';
import { AppError } from '../app-error.ts';
import type { Caller } from '../caller.ts';
import { type Clock, stamp } from '../clock.ts';
import type { PlayedMedia } from '../media/played-media.ts';
import { eraseAccount, type ToErase } from './erase-account.ts';
import { planErasure } from './plan-erasure.ts';

/** Deletions of accounts. */
export interface Erasures {
  /** What the deletion of the caller's account would do. */
  plan(caller: Caller): Promise<ErasurePlan>;
  /**
   * Deletes the caller's account with all that is theirs.
   *
   * @throws AppError `invalid_credentials` without the password, or the email where there is none; `conflict` if more parcours
   *   would go than the request says were shown.
   */
  erase(caller: Caller, erasure: CallParsed<'eraseMe'>['body']): Promise<void>;
  /** Deletes the account of somebody who has not come back. Parcours that others are members of stay. */
  retire(id: UserId): Promise<void>;
}

/** What {@link createErasures} works with. */
export interface ErasureParts {
  readonly database: Database;
  readonly erased: ErasedList;
  readonly played: PlayedMedia;
  readonly passwords: Passwords;
  /** Deletes the bytes of unfinished uploads of accounts that are gone. */
  readonly deleteStrays: () => Promise<void>;
  readonly clock: Clock;
}

/** Deletions of the accounts in this database. */
export function createErasures(parts: ErasureParts): Erasures {
  const { database, passwords } = parts;

  return {
    plan: async ({ id }) => ({
      confirmBy: proofOf(await existing(database, id)),
      ...(await planErasure(database.reader, id)),
    }),

    erase: async (caller, { drops, lost, password, email }) => {
      const account = await existing(database, caller.id);
      const proof = proofOf(account);
      const isProved =
        proof === 'password'
          ? await passwords.matches(account.password_hash, password ?? '')
          : proof === 'nothing' || email === account.email;
      if (!isProved) throw new AppError('invalid_credentials', `Expected the account's ${proof}`);
      await runErasure(parts, { id: caller.id, by: caller, drops, takes: lost, others: 'refuse' });
    },

    retire: async (id) => {
      await runErasure(parts, { id, by: {}, drops: 'keep', takes: [], others: 'hand over' });
    },
  };
}

/** Deletes an account with its rows, its files and its uploads that are still arriving, and notes it in the list of erased accounts. */
export async function runErasure(
  { database, erased, played, deleteStrays, clock }: Omit<ErasureParts, 'passwords'>,
  toErase: Omit<ToErase, 'at'>,
): Promise<ErasureRow> {
  const row = await played.release((tx) => eraseAccount(tx, clock, { ...toErase, at: stamp(clock) }));
  // A crash before this is made good by the next start: the row is in the database.
  await erased.add(row);
  await deleteStrays();
  await database.emptyLog();
  return row;
}

/**
 * Erases the accounts again that an older database brought back: those of the list in the data folder that were created
 * before their erasure. Then brings the list and the database's own up to each other. Runs before the server is used.
 */
export async function repeatErasures({
  database,
  erased,
  played,
  clock,
}: Pick<ErasureParts, 'database' | 'erased' | 'played' | 'clock'>): Promise<UserId[]> {
  const repeated: UserId[] = [];
  const listed = await erased.list();
  for (const { account_id: id, erased_at: at, read } of listed) {
    const isBack = async (reader: Reader): Promise<boolean> => {
      const account = await findAccount(reader, id);
      // After a restore, a new account may have the id of one that was erased.
      return account !== undefined && account.created_at < at;
    };
    if (!(await isBack(database.reader))) continue;
    const { drops, parcours_ids } = await read();
    const takes = parcours_ids.split(',').map((text) => Number(text) as ParcoursId);
    const isDone = await played.release<boolean>(async (tx) => {
      // Another server may be starting, too.
      if (!(await isBack(tx))) return { result: false, released: [] };
      const change = await eraseAccount(tx, clock, { id, by: {}, drops, takes, others: 'hand over', at });
      return { ...change, result: true };
    });
    if (isDone) repeated.push(id);
  }
  if (repeated.length > 0) await database.emptyLog();
  const names = new Set(listed.map(erasureName));
  const unlisted = (await listErasures(database.reader)).filter((row) => !names.has(erasureName(row)));
  if (unlisted.length > 0) await erased.addAll(unlisted);
  return repeated;
}

async function existing(database: Database, id: UserId): Promise<AccountRow> {
  const account = await findAccount(database.reader, id);
  if (account === undefined) throw new AppError('unauthenticated', 'The account of this token no longer exists');
  return account;
}

/** What proves that a request is its owner's. */
function proofOf(account: AccountRow): ErasurePlan['confirmBy'] {
  if (isThrowaway(account)) return 'nothing';
  return account.password_hash === '' ? 'email' : 'password';
}
