import { findAccount } from '../../store/accounts.ts';
import type { Database } from '../../store/database.ts';
import type { OldNote } from '../../store/uploads/old-notes.ts';
import { findUnfinished, insertUnfinished } from '../../store/uploads/unfinished.ts';

/** Makes rows of the uploads in parts that an older version left, unless their accounts are gone. */
export async function carryOver(database: Database, notes: readonly OldNote[]): Promise<void> {
  for (const { row, remove } of notes) {
    if (row !== null) {
      await database.transact(async (tx) => {
        const isNew = (await findUnfinished(tx, row.id)) === undefined;
        if (isNew && (await findAccount(tx, row.account_id)) !== undefined) await insertUnfinished(tx, row);
      });
    }
    await remove();
  }
}
