import { findAccount } from '../../store/accounts.ts';
import type { Database } from '../../store/database.ts';
import { type MediaFiles, readPieces } from '../../store/files.ts';
import type { OldNote, PartStore } from '../../store/upload-parts.ts';
import { findUnfinished, insertUnfinished } from '../../store/uploads.ts';

/** Makes rows of the uploads in parts that an older version left, unless their accounts no longer exist. */
export async function moveOldNotes(database: Database, notes: readonly OldNote[]): Promise<void> {
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

/** Moves the bytes of uploads in parts to their new store; bytes without an upload are deleted. */
export async function moveOldParts(
  database: Database,
  from: PartStore,
  to: PartStore,
  mediaFiles: MediaFiles,
): Promise<void> {
  for (const id of await from.list()) {
    if ((await findUnfinished(database.reader, id)) !== undefined) {
      const path = await from.toIncoming(id, await from.bytesOf(id));
      const arrived = await to.bytesOf(id);
      const file = await to.openAt(id, arrived);
      try {
        for await (const piece of readPieces(path, arrived)) await file.append(piece);
      } finally {
        await file.close();
        await mediaFiles.discard(path);
      }
    }
    await from.remove(id);
  }
}
