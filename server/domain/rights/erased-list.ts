import type { ParcoursId, UserId } from '../../../contracts/vocabulary.ts';
import { findAccount } from '../../store/accounts.ts';
import type { Reader } from '../../store/database.ts';
import { erasureName, listErasures } from '../../store/erasures.ts';
import { eraseAccount } from './erase-account.ts';
import type { ErasureParts } from './run-erasure.ts';

/** Adds to the list those erasures that only the database has, because of a crash or a failing bucket. */
export async function completeErased({ database, erased }: Pick<ErasureParts, 'database' | 'erased'>): Promise<void> {
  const names = new Set((await erased.list()).map(erasureName));
  const unlisted = (await listErasures(database.reader)).filter((row) => !names.has(erasureName(row)));
  if (unlisted.length > 0) await erased.addAll(unlisted);
}

/**
 * Erases accounts again that an older database brought back: those on the data folder's list that were created before
 * their erasure. Then completes the list and the database's own from each other. Runs before the server is used.
 */
export async function repeatErasures({
  database,
  erased,
  played,
  clock,
}: Pick<ErasureParts, 'database' | 'erased' | 'played' | 'clock'>): Promise<UserId[]> {
  const repeated: UserId[] = [];
  for (const { account_id: id, erased_at: at, read } of await erased.list()) {
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
  await completeErased({ database, erased });
  return repeated;
}
