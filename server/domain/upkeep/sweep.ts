import { hasNoAccounts } from '../../store/accounts.ts';
import type { Database } from '../../store/database.ts';
import type { MediaFiles, MediaName } from '../../store/files.ts';
import { fileNameOf, listFolder } from '../../store/list-files.ts';
import { listStoredFiles, type StoredFile } from '../../store/stored-files.ts';

/** What a sweep found. */
export interface Sweep {
  /** Files that no row named, which are gone now. */
  readonly removed: readonly MediaName[];
  /** Files that no row names, and that stay, since the database knows of nobody: it may be the wrong one. */
  readonly unclaimed: readonly MediaName[];
  /** Files that rows name and that are not there. The rows stay: a back-up may still have the file. */
  readonly missing: readonly StoredFile[];
}

/**
 * Removes the files that a crash left without a row. Nothing may be uploaded meanwhile: a file comes before its row.
 */
export async function sweepStoredFiles(database: Database, files: MediaFiles): Promise<Sweep> {
  const named = new Map((await listStoredFiles(database.reader)).map((file) => [fileNameOf(file), file]));
  const orphans: MediaName[] = [];
  for (const name of (await listFolder(files.mediaDir)).stored) {
    if (!named.delete(fileNameOf(name))) orphans.push(name);
  }
  const missing = [...named.values()];
  if (await hasNoAccounts(database.reader)) return { removed: [], unclaimed: orphans, missing };
  for (const orphan of orphans) await files.remove(orphan);
  return { removed: orphans, unclaimed: [], missing };
}
