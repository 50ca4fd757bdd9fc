import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DATABASE_FILE } from './database.ts';
import { mediaDirOf, unlessMissing } from './files.ts';
import { HOLDER_FILE } from './holder.ts';

/** Names that the server and its commands create in a data folder. */
const OURS = /^(drop-ici\..*|media|map-extracts|secret|holder|erased\.log|moved\.json)$/;
/** Names that only we create; a disk's root may have a `media`, too. */
const OURS_ALONE = /^drop-ici\./;
/** Names that the system creates in a disk's root or in a user's home. */
const SYSTEMS = /^(\..*|lost\+found)$/;
const BACKUP = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/;
/** Maximum names that a refusal lists. */
const TOLD_MAX = 3;

/** The names in a data folder that the server or a back-up created; none for a missing folder. */
export async function listOurs(dataDir: string): Promise<string[]> {
  return (await listNames(dataDir)).filter((name) => OURS.test(name));
}

/**
 * Why a folder can't become a data folder: other files in it would become unreadable to other users and mixed up with
 * the data. Null for an empty or missing folder, or an existing data folder.
 */
export async function foreignReason(dataDir: string): Promise<string | null> {
  const names = await listNames(dataDir);
  const foreign = names.filter((name) => !OURS.test(name) && !SYSTEMS.test(name)).sort();
  const isData = names.some((name) => OURS_ALONE.test(name));
  if (foreign.length === 0 || isData) return null;
  const backups = foreign.filter((name) => BACKUP.test(name));
  const newest = backups.at(-1);
  if (newest !== undefined) {
    return `it has ${backups.length} back-ups in it, and no data. To restore, copy what is in one of them (${newest} is the newest) to a folder of its own, and name that`;
  }
  const told = foreign.slice(0, TOLD_MAX).join(', ') + (foreign.length > TOLD_MAX ? ', ...' : '');
  return `it has something else in it (${told}). Name a folder for this alone, such as ${join(dataDir, 'drop-ici')}`;
}

/**
 * Why no new database may be created in a folder: it has stored files or traces of a server, so its database is
 * elsewhere or was not restored, and every command would take an empty one for it. Null if the folder has a database,
 * or nothing yet.
 */
export async function lostDatabaseReason(dataDir: string): Promise<string | null> {
  const names = await listNames(dataDir);
  if (names.includes(DATABASE_FILE)) return null;
  const hasMedia = (await listNames(mediaDirOf(dataDir))).length > 0;
  if (!hasMedia && !names.includes(HOLDER_FILE)) return null;
  const found = hasMedia ? 'it has files of a service (media)' : 'a server has run on it';
  return `${found}, but no database (${DATABASE_FILE}). Set DATABASE_URL where that is in PostgreSQL, or restore it with its files from one back-up. To begin anew, name an empty folder`;
}

/** Lists the names in a folder; none if it is missing or unreadable, which is reported where it is used. */
async function listNames(folder: string): Promise<string[]> {
  return (await unlessMissing(readdir(folder)).catch(() => undefined)) ?? [];
}
