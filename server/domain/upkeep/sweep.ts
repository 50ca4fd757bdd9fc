import { hasNoAccounts } from '../../store/accounts.ts';
import type { Database } from '../../store/database.ts';
import { fileNameOf, type MediaFiles, type MediaName } from '../../store/files.ts';
import type { MediaFile } from '../../store/media.ts';
import { isReferredTo, listStoredFiles } from '../../store/stored-files.ts';

/** The result of a sweep. */
export interface Sweep {
  /** Deleted files, to which no row referred. */
  readonly removed: readonly MediaName[];
  /** Files to which no row refers but which stay, since a database without accounts may be the wrong one. */
  readonly unclaimed: readonly MediaName[];
  /** Missing files to which rows refer. The rows stay: a back-up may still have the file. */
  readonly missing: readonly MediaFile[];
}

/** Deletes files that a crash left without a row. A file is stored before its row, so this asks again for each. */
export async function sweepStoredFiles(database: Database, files: MediaFiles): Promise<Sweep> {
  const expected = await listStoredFiles(database.reader);
  const orphans: MediaName[] = [];
  for (const name of (await files.list()).stored) {
    if (!expected.delete(fileNameOf(name))) orphans.push(name);
  }
  const missing: MediaFile[] = [];
  for (const file of expected.values()) {
    // Another server may have deleted both meanwhile.
    if (await isReferredTo(database.reader, file)) missing.push(file);
  }
  if (await hasNoAccounts(database.reader)) return { removed: [], unclaimed: orphans, missing };
  const removed: MediaName[] = [];
  for (const orphan of orphans) {
    // Another server may be storing its row just now, under the same name.
    await database.exclusively(`file ${orphan.sha256}`, async () => {
      if (await isReferredTo(database.reader, orphan)) return;
      await files.remove(orphan);
      removed.push(orphan);
    });
  }
  return { removed, unclaimed: [], missing };
}
