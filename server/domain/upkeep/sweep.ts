import { hasNoAccounts } from '../../store/accounts.ts';
import type { Database } from '../../store/database.ts';
import { fileNameOf, type MediaFiles, type MediaName } from '../../store/files.ts';
import { listFolder } from '../../store/list-files.ts';
import type { MediaFile } from '../../store/media.ts';
import { listStoredFiles } from '../../store/stored-files.ts';

/** The result of a sweep. */
export interface Sweep {
  /** Deleted files, to which no row referred. */
  readonly removed: readonly MediaName[];
  /** Files to which no row refers but which stay, since a database without accounts may be the wrong one. */
  readonly unclaimed: readonly MediaName[];
  /** Missing files to which rows refer. The rows stay: a back-up may still have the file. */
  readonly missing: readonly MediaFile[];
}

/** Deletes files that a crash left without a row. Nothing may be uploaded meanwhile: a file is stored before its row. */
export async function sweepStoredFiles(database: Database, files: MediaFiles): Promise<Sweep> {
  const expected = await listStoredFiles(database.reader);
  const orphans: MediaName[] = [];
  for (const name of (await listFolder(files.mediaDir)).stored) {
    if (!expected.delete(fileNameOf(name))) orphans.push(name);
  }
  const missing = [...expected.values()];
  if (await hasNoAccounts(database.reader)) return { removed: [], unclaimed: orphans, missing };
  for (const orphan of orphans) await files.remove(orphan);
  return { removed: orphans, unclaimed: [], missing };
}
