import { lstat, mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { sha256Of } from '../domain/keys.ts';
import { claimDataDir, DataDirError } from '../store/data-dir.ts';
import { DATABASE_FILE, type ReadDatabase } from '../store/database.ts';
import { codeOf } from '../store/files.ts';
import { openSqlite, readSqlite } from '../store/sqlite.ts';
import { compareTables, copyCounters, isSame, syncTables } from './sync-tables.ts';
import { readCatalogue } from './table-rows.ts';

/** Copies a snapshot of a PostgreSQL database, in use or not, into a new file that a server can be started on. */
export async function copyToFile(source: ReadDatabase, file: string): Promise<void> {
  const building = join(dirname(file), 'building');
  await rm(building, { recursive: true, force: true });
  await fillFile(source, building);
  const filled = await readSqlite(building);
  // In one file, as the back-up of an SQLite file is.
  await filled?.copyTo(file);
  await filled?.close();
  await rm(building, { recursive: true });
}

async function fillFile(source: ReadDatabase, dataDir: string): Promise<void> {
  const target = await openSqlite(dataDir);
  const silent = (): void => undefined;
  try {
    const tables = await readCatalogue(target.reader);
    await source.reader.transaction(
      async (reader) => {
        await syncTables(reader, target, tables, silent);
        await copyCounters({ dialect: source.dialect, reader }, target, tables);
        const different = (await compareTables(reader, target.reader, tables, silent)).filter(
          (table) => !isSame(table),
        );
        if (different.length > 0) {
          throw new Error(
            `Expected a copy with the same rows, got others in ${different.map(({ name }) => name).join(', ')}`,
          );
        }
      },
      { isolationLevel: 'repeatable read', readOnly: true },
    );
  } finally {
    await target.close();
  }
}

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
  const id = sha256Of(dataDir).slice(0, 16);
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
    const snapshot = await readSqlite(folder);
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

/** Creates a folder unless it exists: its name is predictable, so another user could own it, or put a link there. */
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
