import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, lstat, mkdir, open, opendir, readdir, readFile, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DATABASE_FILE } from './database.ts';
import { codeOf, mediaDirOf, sizeOf, unlessMissing, writeAll } from './files.ts';
import { lockFile } from './sqlite.ts';
import { explainStorageError, makeFolder, unusableReason } from './storage-errors.ts';

const LOCK_FILE = 'drop-ici.lock';
/** The files that the database driver opens there. */
const OPENED_FILES = [DATABASE_FILE, `${DATABASE_FILE}-wal`, `${DATABASE_FILE}-shm`, LOCK_FILE] as const;
/** The permissions of everyone but the owner. */
const OTHERS = 0o077;

/** The configured data folder can't be used; the message names it and the reason. */
export class DataDirError extends Error {
  override readonly name = 'DataDirError';

  constructor(dataDir: string, reason: string, options?: ErrorOptions) {
    super(`Cannot keep data in ${dataDir} (DATA_DIR): ${reason}`, options);
  }
}

/** The error to report if the data folder (full, broken, locked, inaccessible) caused this one; others unchanged. */
export async function asDataDirError(cause: unknown, dataDir: string): Promise<unknown> {
  const reason = await explainStorageError(cause, dataDir, OPENED_FILES);
  return reason === null ? cause : new DataDirError(dataDir, reason, { cause });
}

/**
 * Creates `dataDir` if needed, makes it and its data readable by its owner only, and locks it, for two servers would
 * delete each other's arriving uploads. Returns a function that releases the lock, as the process' end does. @throws
 * DataDirError, also for a folder with other content, which is left unchanged
 */
export async function claimDataDir(dataDir: string): Promise<() => Promise<void>> {
  try {
    await makeFolder(dataDir);
    await refuse(dataDir, foreignReason);
    await closeToOthers(dataDir);
  } catch (cause) {
    const known = await asDataDirError(cause, dataDir);
    if (known instanceof DataDirError) throw known;
    throw new DataDirError(dataDir, cause instanceof Error ? cause.message : String(cause), { cause });
  }
  const release = await lockFile(join(dataDir, LOCK_FILE)).catch(async (cause: unknown) => {
    if (codeOf(cause) !== 'SQLITE_NOTADB') throw await asDataDirError(cause, dataDir);
    throw new DataDirError(dataDir, `${join(dataDir, LOCK_FILE)}: it is no lock of a server. Delete it`, { cause });
  });
  if (release === null)
    throw new DataDirError(
      dataDir,
      'another server is running on it, or npm run move. End that, or name another folder',
    );
  return release;
}

/** Refuses to create a database in a folder that has lost its own. @throws DataDirError */
export async function refuseLostDatabase(dataDir: string): Promise<void> {
  await refuse(dataDir, lostDatabaseReason);
}

/** Checks whether a server could store its data there; creates and changes nothing. @throws DataDirError */
export async function checkDataDir(dataDir: string): Promise<void> {
  await refuse(dataDir, () => unusableReason(dataDir, OPENED_FILES));
  await refuse(dataDir, foreignReason);
}

async function refuse(dataDir: string, findReason: (dataDir: string) => Promise<string | null>): Promise<void> {
  const reason = await findReason(dataDir);
  if (reason !== null) throw new DataDirError(dataDir, reason);
}

/** Removes other users' permissions from a folder that something else created and from our data in it only. */
async function closeToOthers(dataDir: string): Promise<void> {
  if (((await stat(dataDir)).mode & OTHERS) === 0) return;
  for (const name of await listOurs(dataDir)) await closeAll(join(dataDir, name));
  // Done last, so that after a crash the next start repeats it.
  await close(dataDir, 0o700);
}

async function closeAll(path: string): Promise<void> {
  const found = await lstat(path);
  if (found.isFile()) await close(path, 0o600);
  if (!found.isDirectory()) return;
  for await (const entry of await opendir(path, { recursive: true })) {
    const inner = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) await close(inner, 0o700);
    else if (entry.isFile()) await close(inner, 0o600);
  }
  await close(path, 0o700);
}

/** Leaves files of another user, as in some containers' volumes, unchanged. */
async function close(path: string, mode: number): Promise<void> {
  await chmod(path, mode).catch((error: unknown) => {
    if (codeOf(error) !== 'EPERM') throw error;
  });
}

/** A data folder on which no server can start until it is released. */
export interface StartBlock {
  /** Whether a server ever ran on it. None did in a back-up, and nothing is written there. */
  readonly wasServed: boolean;
  /** Allows servers to start again. */
  release(): Promise<void>;
}

/** Prevents servers from starting on a data folder; null if one is running. */
export async function blockStart(dataDir: string): Promise<StartBlock | null> {
  const file = join(dataDir, LOCK_FILE);
  if (!existsSync(file)) return { wasServed: false, release: async () => undefined };
  const release = await lockFile(file);
  return release === null ? null : { wasServed: true, release };
}

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
async function listOurs(dataDir: string): Promise<string[]> {
  return (await listNames(dataDir)).filter((name) => OURS.test(name));
}

/**
 * Why a folder can't become a data folder, for other files would become unreadable to others; null if it can, or is
 * one.
 */
async function foreignReason(dataDir: string): Promise<string | null> {
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
 * Why no new database may be created in a folder: it has stored files or traces of a server, so every command would
 * take an empty database for the lost one. Null if it has a database, or nothing yet.
 */
async function lostDatabaseReason(dataDir: string): Promise<string | null> {
  const names = await listNames(dataDir);
  if (names.includes(DATABASE_FILE)) return null;
  const hasMedia = (await listNames(mediaDirOf(dataDir))).length > 0;
  if (!hasMedia && !names.includes(RUN_FILE)) return null;
  const found = hasMedia ? 'it has files of a service (media)' : 'a server has run on it';
  return `${found}, but no database (${DATABASE_FILE}). Set DATABASE_URL where that is in PostgreSQL, or restore it with its files from one back-up. To begin anew, name an empty folder`;
}

/** Lists the names in a folder; none if it is missing or unreadable, which is reported where it is used. */
async function listNames(folder: string): Promise<string[]> {
  return (await unlessMissing(readdir(folder)).catch(() => undefined)) ?? [];
}

const SECRET_BYTES = 32;

/** Name of the secret's file, in the data folder and in back-ups. */
export const SECRET_FILE = 'secret';

/** The secret stored in `dataDir`; created on first use, readable by its owner only. @throws DataDirError */
export async function storedSecret(dataDir: string): Promise<string> {
  const file = join(dataDir, SECRET_FILE);
  await mkdir(dataDir, { recursive: true });
  try {
    await writeFile(file, randomBytes(SECRET_BYTES).toString('base64url'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') {
      // On a full disk the file was created, but is empty.
      await rm(file, { force: true });
      throw error;
    }
  }
  return readSecret(dataDir);
}

/** The secret that is stored in `dataDir` already. @throws DataDirError, or the system's error if there is none */
export async function readSecret(dataDir: string): Promise<string> {
  const file = join(dataDir, SECRET_FILE);
  const secret = (await readFile(file, 'utf8')).trim();
  if (Buffer.byteLength(secret) < SECRET_BYTES) {
    const words = `expected at least ${SECRET_BYTES} bytes, got ${Buffer.byteLength(secret)}`;
    throw new DataDirError(
      dataDir,
      `${file}: ${words}. Take it from a back-up, or delete it and run npm run admin -- new-secret: another is made, and all sessions end`,
    );
  }
  return secret;
}

/** File with the id of the server run that holds, or last held, a data folder. */
const RUN_FILE = 'holder';

/** The owner of a server's leases. */
export interface ServerRun {
  /** Random id of this run of the server. */
  readonly id: string;
  /** The previous run on the same data folder, which has ended; null if there was none. */
  readonly before: string | null;
}

/** Reads the id of the previous run and stores that of this one. The data folder must be claimed. */
export async function beginServerRun(dataDir: string): Promise<ServerRun> {
  const file = join(dataDir, RUN_FILE);
  const before = (await unlessMissing(readFile(file, 'utf8'))) ?? null;
  const id = randomUUID();
  await writeFile(file, id, { mode: 0o600 });
  return { id, before };
}

/** Name of a file in the data folder that exists only to be deleted when the disk is full. */
const SPARE_FILE = 'drop-ici.spare';

/** The database's log grows to 4 MiB before it is written back, and deleting a row is logged there, too. */
const SPARE_BYTES = 8 * 1024 * 1024;
const PIECE_BYTES = 1024 * 1024;

/**
 * Deletes the spare file if its disk has less free space than that: a server can then start, and people can delete.
 * Returns whether it was deleted. The data folder must be claimed.
 */
export async function deleteSpareFile(dataDir: string): Promise<boolean> {
  const path = join(dataDir, SPARE_FILE);
  if ((await freeBytes(dataDir)) >= SPARE_BYTES || ((await sizeOf(path)) ?? 0) === 0) return false;
  await rm(path, { force: true });
  return true;
}

/** Creates the spare file for the next start, unless it exists or its disk is nearly full. */
export async function createSpareFile(dataDir: string): Promise<void> {
  const path = join(dataDir, SPARE_FILE);
  if (((await sizeOf(path)) ?? 0) >= SPARE_BYTES || (await freeBytes(dataDir)) < 2 * SPARE_BYTES) return;
  // Random, because a file system may compress other content.
  const piece = randomBytes(PIECE_BYTES);
  const file = await open(path, 'w', 0o600);
  try {
    for (let at = 0; at < SPARE_BYTES; at += PIECE_BYTES) await writeAll(file, piece, at);
  } catch (error) {
    await rm(path, { force: true });
    // The disk filled up meanwhile, or allows no such file: it is tried again the next day.
    if (!NO_ROOM.has(codeOf(error))) throw error;
  } finally {
    await file.close();
  }
}

const NO_ROOM: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
