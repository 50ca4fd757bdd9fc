import { existsSync } from 'node:fs';
import { chmod, mkdir, opendir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DATABASE_FILE } from './database.ts';
import { lockFile } from './driver/sqlite.ts';
import { codeOf } from './files.ts';
import { storageReason, unusableReason } from './storage-reason.ts';

/** The file that a server locks. */
const LOCK_FILE = 'drop-ici.lock';
/** What the driver opens there. */
const OPENED_FILES = [DATABASE_FILE, `${DATABASE_FILE}-wal`, `${DATABASE_FILE}-shm`, LOCK_FILE] as const;
/** The rights of everybody but the owner. */
const OTHERS = 0o077;

/** The configured data folder can't be used; the message names it and the reason. */
export class DataDirError extends Error {
  override readonly name = 'DataDirError';

  constructor(dataDir: string, reason: string, options?: ErrorOptions) {
    super(`Cannot keep data in ${dataDir} (DATA_DIR): ${reason}`, options);
  }
}

/** The error to report instead of one that a full, broken, locked or forbidden data folder has caused; others as they are. */
export async function asDataDirError(cause: unknown, dataDir: string): Promise<unknown> {
  const reason = await storageReason(cause, dataDir, OPENED_FILES);
  return reason === null ? cause : new DataDirError(dataDir, reason, { cause });
}

/**
 * Creates `dataDir` if needed, makes it and all in it readable by its owner only, and locks it: a second server on the same data would delete the
 * uploads that are arriving at the first. Returns a function that releases the lock, as does the end of the process.
 *
 * @throws DataDirError
 */
export async function claimDataDir(dataDir: string): Promise<() => Promise<void>> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
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
  if (release === null) throw new DataDirError(dataDir, 'another server is running on it, or npm run move');
  return release;
}

/** Looks whether a server could keep its data there; creates and changes nothing. @throws DataDirError */
export async function lookAtDataDir(dataDir: string): Promise<void> {
  const reason = await unusableReason(dataDir, OPENED_FILES);
  if (reason !== null) throw new DataDirError(dataDir, reason);
}

/** Takes the rights of others away from a folder that something else made, and from all in it. */
async function closeToOthers(dataDir: string): Promise<void> {
  if (((await stat(dataDir)).mode & OTHERS) === 0) return;
  for await (const entry of await opendir(dataDir, { recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) await close(path, 0o700);
    else if (entry.isFile()) await close(path, 0o600);
  }
  // Last, so that after a crash the next start begins anew.
  await close(dataDir, 0o700);
}

/** What belongs to another user, as some containers' volumes do, stays as it is. */
async function close(path: string, mode: number): Promise<void> {
  await chmod(path, mode).catch((error: unknown) => {
    if (codeOf(error) !== 'EPERM') throw error;
  });
}

/** A data folder that is kept from servers. */
export interface QuietDataDir {
  /** Whether a server ever ran on it. In a back-up none did, and nothing is written there. */
  readonly wasServed: boolean;
  /** Lets servers start again. */
  release(): Promise<void>;
}

/** Keeps servers from a data folder; null while one runs on it. */
export async function keepQuiet(dataDir: string): Promise<QuietDataDir | null> {
  const file = join(dataDir, LOCK_FILE);
  if (!existsSync(file)) return { wasServed: false, release: async () => undefined };
  const release = await lockFile(file);
  return release === null ? null : { wasServed: true, release };
}
