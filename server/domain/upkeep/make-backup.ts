import { existsSync } from 'node:fs';
import { mkdir, readdir, realpath, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { SECRET_FILE } from '../../store/data-dir.ts';
import { DATABASE_FILE, type DatabaseLocation, type ReadDatabase } from '../../store/database.ts';
import { carryErased, createErasedFile, type ErasedList } from '../../store/erasures.ts';
import {
  codeOf,
  copyPrivate,
  fileNameOf,
  flush,
  type MediaName,
  pathOfMedia,
  type StoredMedia,
  takeStored,
} from '../../store/files.ts';
import { isReferredTo, listStoredFiles } from '../../store/media.ts';
import { listFolder } from '../../store/media-folder.ts';
import { readSqlite } from '../../store/sqlite.ts';
import { explainStorageError, makeFolder } from '../../store/storage-errors.ts';
import { type Clock, DAY_MS, stamp } from '../clock.ts';

/** Maximum attempts: a file is missing in an attempt only if it was deleted during the copy. */
const TRIES_MAX = 10;

/** The data to back up. */
export interface BackupSource {
  readonly location: DatabaseLocation;
  /** Opens the database; null if there is none. */
  readonly openToRead: (location: DatabaseLocation) => Promise<ReadDatabase | null>;
  readonly media: StoredMedia;
  readonly erased: ErasedList;
}

/** A completed back-up: a folder that a server can be started on. */
interface Backup {
  /** Absolute path; its name is the time at which it was begun, in UTC. */
  readonly folder: string;
  readonly files: number;
  /** Number of copied files; the others are hard links to the previous back-up's files. */
  readonly copied: number;
  /** Names of files that were already missing from the data. */
  readonly lost: readonly string[];
}

/** A back-up failed; the message says why. Nothing of it remains. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

/**
 * Copies a snapshot of the database, and every file that it refers to, into a new folder below `targetDir`. A server
 * may be running on the data. Older back-ups stay unchanged.
 * @throws BackupError, DatabaseAddressError, DatabaseVersionError, or the system's own error
 */
export async function backUp(
  { location, openToRead, media, erased }: BackupSource,
  targetDir: string,
  clock: Clock,
): Promise<Backup> {
  const { dataDir, url } = location;
  if (await isWithin(targetDir, dataDir)) {
    throw new BackupError(
      `${targetDir} lies in the data folder ${dataDir} (DATA_DIR): who loses that would lose the back-ups, too. Name a folder on another disk`,
    );
  }
  const database = await openToRead(location);
  if (database === null) {
    throw new BackupError(`There is no database in ${url === null ? `${dataDir} (DATA_DIR)` : 'DATABASE_URL'}`);
  }
  const name = stamp(clock).replace(/[:.]/g, '-');
  const folder = join(targetDir, name);
  const draft = join(targetDir, UNFINISHED + name);
  try {
    if (existsSync(folder)) throw new BackupError(`There is a back-up ${folder} already`);
    await makeFolder(targetDir);
    const before = (await readdir(targetDir))
      .filter((entry) => backupTime(entry) !== undefined)
      .sort()
      .at(-1);
    await mkdir(join(draft, 'media'), { recursive: true, mode: 0o700 });
    const made = await fill(database, media, draft, before === undefined ? null : join(targetDir, before));
    await copyPrivate(join(dataDir, SECRET_FILE), join(draft, SECRET_FILE));
    // After the database, so that the list has accounts erased meanwhile, which a restore erases again.
    await carryErased(erased, createErasedFile(draft));
    await flush(draft);
    await rename(draft, folder);
    await flush(targetDir);
    return { folder, ...made };
  } catch (error) {
    await rm(draft, { recursive: true, force: true }).catch(() => undefined);
    throw await asBackupError(error, targetDir);
  } finally {
    await database.close();
  }
}

/** Whether a folder, which need not exist yet, is `outer` or lies below it, also through a link. */
async function isWithin(folder: string, outer: string): Promise<boolean> {
  const [path, root] = await Promise.all([realPathOf(folder), realPathOf(outer)]);
  return `${path}/`.startsWith(`${root}/`);
}

async function realPathOf(path: string): Promise<string> {
  return realpath(path).catch(async (error: unknown) => {
    const parent = dirname(path);
    return codeOf(error) === 'ENOENT' && parent !== path ? join(await realPathOf(parent), basename(path)) : path;
  });
}

/** Replaces an error that the disk of the back-ups has caused by a BackupError; returns others unchanged. */
async function asBackupError(cause: unknown, targetDir: string): Promise<unknown> {
  // SQLITE_FULL comes from the copy, because only the copy grows.
  const isOfSource = /^SQLITE_(?!FULL)/.test(String(codeOf(cause)));
  const reason = isOfSource ? null : await explainStorageError(cause, targetDir, [DATABASE_FILE]);
  return reason === null ? cause : new BackupError(`Cannot write to ${targetDir}: ${reason}`, { cause });
}

/** Copies the database and its files until both match, because a running server may delete a file meanwhile. */
async function fill(
  database: ReadDatabase,
  media: StoredMedia,
  draft: string,
  before: string | null,
): Promise<Omit<Backup, 'folder'>> {
  let copied = 0;
  for (let attempt = 0; attempt < TRIES_MAX; attempt++) {
    await rm(join(draft, DATABASE_FILE), { force: true });
    await database.copyTo(join(draft, DATABASE_FILE));
    const names = await namesIn(draft);
    const missing: MediaName[] = [];
    for (const name of names.values()) {
      const path = join('media', pathOfMedia(name));
      const older = before === null ? null : join(before, path);
      const taken = await takeStored(media, name, join(draft, path), older);
      if (taken === 'copied') copied++;
      if (taken === 'missing') missing.push(name);
    }
    const lost: string[] = [];
    for (const name of missing) if (await isReferredTo(database.reader, name)) lost.push(fileNameOf(name));
    if (lost.length === missing.length) {
      await removeOthers(draft, names);
      await flush(join(draft, DATABASE_FILE));
      return { files: names.size - lost.length, copied, lost };
    }
  }
  throw new BackupError(`Files were deleted while they were being copied, in each of ${TRIES_MAX} attempts`);
}

async function namesIn(draft: string): Promise<Map<string, MediaName>> {
  const copy = await readSqlite(draft);
  if (copy === null) throw new BackupError(`Expected a copy of the database in ${draft}, found none`);
  try {
    return await listStoredFiles(copy.reader);
  } finally {
    await copy.close();
  }
}

/** Deletes files of an earlier attempt to which the copied database does not refer. */
async function removeOthers(draft: string, names: ReadonlyMap<string, MediaName>): Promise<void> {
  const mediaDir = join(draft, 'media');
  for (const name of (await listFolder(mediaDir)).stored) {
    if (!names.has(fileNameOf(name))) await rm(join(mediaDir, pathOfMedia(name)));
  }
}

/** Number of newest back-ups that always stay, because a wrong clock makes all of them seem old at once. */
const RETAINED_MIN = 3;

/** Prefix of a back-up's folder while it is filled. */
const UNFINISHED = '.unfinished-';
/** Prefix of a folder while it is deleted, so that nobody takes the remains for a back-up. */
const DELETED = '.deleted-';

/** Returns when the back-up with this name was begun, in milliseconds since 1970; undefined for any other name. */
function backupTime(name: string): number | undefined {
  const [, day, hours, minutes, seconds, ms] = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z$/.exec(name) ?? [];
  const time = Date.parse(`${day}T${hours}:${minutes}:${seconds}.${ms}Z`);
  return Number.isNaN(time) ? undefined : time;
}

/**
 * Deletes the back-ups below `targetDir` that were begun more than `keepDays` ago, except the newest three, and equally
 * old remains of killed runs. Nothing else there is touched.
 * @returns the names of the deleted back-ups, oldest first.
 */
export async function pruneBackups(targetDir: string, keepDays: number, clock: Clock): Promise<string[]> {
  const entries = (await readdir(targetDir)).sort();
  const isOld = (name: string): boolean => (backupTime(name) ?? Number.NaN) < clock() - keepDays * DAY_MS;
  const remove = (name: string) => rm(join(targetDir, name), { recursive: true, force: true });
  const isLeft = (name: string): boolean => name.startsWith(DELETED) || isOld(name.replace(UNFINISHED, ''));
  for (const name of entries) if (name.startsWith('.') && isLeft(name)) await remove(name);
  const old = entries
    .filter((name) => backupTime(name) !== undefined)
    .slice(0, -RETAINED_MIN)
    .filter(isOld);
  for (const name of old) {
    await rename(join(targetDir, name), join(targetDir, DELETED + name));
    await remove(DELETED + name);
  }
  return old;
}
