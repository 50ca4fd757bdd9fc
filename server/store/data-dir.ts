import { existsSync } from 'node:fs';
import { chmod, lstat, opendir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { foreignReason, listOurs, lostDatabaseReason } from './data-dir-contents.ts';
import { DATABASE_FILE } from './database.ts';
import { lockFile } from './driver/sqlite.ts';
import { codeOf } from './files.ts';
import { makeFolder, storageReason, unusableReason } from './storage-reason.ts';

/** The file that a server locks. */
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

/**
 * The error to report if a full, broken, locked or inaccessible data folder caused this one; other errors are returned
 * unchanged.
 */
export async function asDataDirError(cause: unknown, dataDir: string): Promise<unknown> {
  const reason = await storageReason(cause, dataDir, OPENED_FILES);
  return reason === null ? cause : new DataDirError(dataDir, reason, { cause });
}

/**
 * Creates `dataDir` if needed, makes it and its data readable by its owner only, and locks it: a second server on the
 * same data would delete the uploads that are arriving at the first. Returns a function that releases the lock, as the
 * end of the process does. A folder with other content is rejected and left unchanged.
 *
 * @throws DataDirError
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
export async function lookAtDataDir(dataDir: string): Promise<void> {
  await refuse(dataDir, () => unusableReason(dataDir, OPENED_FILES));
  await refuse(dataDir, foreignReason);
}

async function refuse(dataDir: string, findReason: (dataDir: string) => Promise<string | null>): Promise<void> {
  const reason = await findReason(dataDir);
  if (reason !== null) throw new DataDirError(dataDir, reason);
}

/**
 * Removes other users' permissions from a folder that something else created, and from our data in it; other files
 * there keep theirs.
 */
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
export interface QuietDataDir {
  /** Whether a server ever ran on it. None did in a back-up, and nothing is written there. */
  readonly wasServed: boolean;
  /** Allows servers to start again. */
  release(): Promise<void>;
}

/** Prevents servers from starting on a data folder; null if one is running. */
export async function keepQuiet(dataDir: string): Promise<QuietDataDir | null> {
  const file = join(dataDir, LOCK_FILE);
  if (!existsSync(file)) return { wasServed: false, release: async () => undefined };
  const release = await lockFile(file);
  return release === null ? null : { wasServed: true, release };
}
