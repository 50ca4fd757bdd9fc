import { createHash } from 'node:crypto';
import { lstat, mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { claimDataDir, DataDirError } from '../data-dir.ts';
import { DATABASE_FILE, openToRead, type ReadDatabase } from '../database.ts';
import { codeOf } from '../files.ts';

/** No snapshot can be made now; the message says why. */
export class SnapshotError extends Error {
  override readonly name = 'SnapshotError';
}

/**
 * Copies the database of a data folder into the system's temporary folder and opens the copy, which doesn't change
 * while a server uses the original. Closing it deletes it; the next snapshot of that folder deletes what a killed
 * process left.
 *
 * @throws SnapshotError while another process has a snapshot of it, or if another user owns the temporary folder
 */
export async function openSnapshot(source: ReadDatabase, dataDir: string): Promise<ReadDatabase> {
  const id = createHash('sha256').update(dataDir).digest('hex').slice(0, 16);
  const folder = join(tmpdir(), `drop-ici-snapshot-${id}`);
  await makeOwnFolder(folder);
  const release = await claimDataDir(folder).catch((cause: unknown) => {
    if (!(cause instanceof DataDirError)) throw cause;
    throw new SnapshotError(`Cannot use ${folder}, which another move of ${dataDir} may be using`, { cause });
  });
  const remove = async (): Promise<void> => {
    await rm(folder, { recursive: true, force: true });
    await release();
  };
  try {
    await rm(join(folder, DATABASE_FILE), { force: true });
    await source.copyTo(join(folder, DATABASE_FILE));
    const snapshot = await openToRead({ dataDir: folder, url: null });
    if (snapshot === null) throw new Error(`Expected a snapshot in ${folder}, found none`);
    const close = async (): Promise<void> => {
      await snapshot.close();
      await remove();
    };
    return { ...snapshot, close };
  } catch (error) {
    await remove();
    throw error;
  }
}

/**
 * Creates a folder unless it exists. Its name is predictable: another user could put a link there that leads elsewhere,
 * or own the folder and read the copy.
 */
async function makeOwnFolder(folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o700 }).catch((error: unknown) => {
    if (codeOf(error) !== 'EEXIST') throw error;
  });
  const found = await lstat(folder);
  const isOwn = process.getuid === undefined || found.uid === process.getuid();
  if (found.isDirectory() && isOwn) return;
  throw new SnapshotError(
    `Cannot use ${folder}: it is not a folder that this user owns. Delete it, or set TMPDIR to another folder`,
  );
}
