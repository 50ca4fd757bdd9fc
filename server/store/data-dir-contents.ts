import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DATABASE_FILE } from './database.ts';
import { mediaDirOf, unlessMissing } from './files.ts';
import { HOLDER_FILE } from './leases/holder.ts';

/** What the server and its commands make in a data folder. */
const OURS = /^(drop-ici\..*|media|map-extracts|secret|holder|erased\.log|moved\.json)$/;
/** What nobody else makes: a disk's root has a `media`, too. */
const OURS_ALONE = /^drop-ici\./;
/** What the system puts into a folder by itself: of a disk's own, or of a user's home. */
const SYSTEMS = /^(\..*|lost\+found)$/;
const BACKUP = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/;
/** Most names that a refusal lists. */
const TOLD_MAX = 3;

/** The names in a data folder that the server, or a back-up, has put there; none for one that is missing. */
export async function listOurs(dataDir: string): Promise<string[]> {
  return (await listNames(dataDir)).filter((name) => OURS.test(name));
}

/**
 * Why a folder can't become a data folder: something else lies in it, which would be closed to all others and mixed up with the data.
 * Null for one that is empty, missing, or a data folder already.
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
 * Why no new database may be made in a folder: there are files of one, or a server has run there, and its database is elsewhere or
 * was left out. An empty one in its place would be taken for it by every command. Null where it has one, or has nothing yet.
 */
export async function lostDatabaseReason(dataDir: string): Promise<string | null> {
  const names = await listNames(dataDir);
  if (names.includes(DATABASE_FILE)) return null;
  const hasMedia = (await listNames(mediaDirOf(dataDir))).length > 0;
  if (!hasMedia && !names.includes(HOLDER_FILE)) return null;
  const found = hasMedia ? 'it has files of a service (media)' : 'a server has run on it';
  return `${found}, but no database (${DATABASE_FILE}). Set DATABASE_URL where that is in PostgreSQL, or restore it with its files from one back-up. To begin anew, name an empty folder`;
}

/** Lists the names in a folder; none where it is missing or unreadable, which its user reports. */
async function listNames(folder: string): Promise<string[]> {
  return (await unlessMissing(readdir(folder)).catch(() => undefined)) ?? [];
}
