import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Knex } from 'knex';
import { chooseFileStores, openDatabase, openToRead } from '../../server/cluster/open-stores.ts';
import type { BackupSource } from '../../server/domain/upkeep/make-backup.ts';
import { DATABASE_FILE, type Database, type DatabaseLocation } from '../../server/store/database.ts';
import { openWriter } from '../../server/store/sqlite.ts';
import { createClient } from './postgres/client.ts';
import { createEmptyDatabase, createTestDatabase, dropTestDatabase } from './postgres/template.ts';

/** Whether these tests run on PostgreSQL; else on SQLite. */
export const isOnPostgres = (): boolean => process.env.TEST_POSTGRES_URL !== undefined;

/** Where the data of a test's folder are: in a file there, or in a PostgreSQL database of their own. */
export async function testLocation(dataDir: string): Promise<DatabaseLocation> {
  const url = process.env.TEST_POSTGRES_URL;
  return { dataDir, url: url === undefined ? null : await createTestDatabase(url, nameOf(dataDir)) };
}

/** The data of a test's folder, for a back-up. */
export async function testBackupSource(dataDir: string): Promise<BackupSource> {
  const { readMedia, erased } = chooseFileStores(dataDir, null);
  return { location: await testLocation(dataDir), openToRead, media: readMedia(), erased };
}

let emptyFile: Promise<Buffer> | undefined;

/** Puts a database without rows into a folder that has none: its migrations would take longer than most tests. */
export async function putEmptyDatabase(dataDir: string): Promise<void> {
  if (!isOnPostgres()) await putEmptyFile(dataDir);
}

async function putEmptyFile(dataDir: string): Promise<void> {
  emptyFile ??= makeEmptyFile();
  const content = await emptyFile;
  await writeFile(join(dataDir, DATABASE_FILE), content, { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
}

async function makeEmptyFile(): Promise<Buffer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'drop-ici-empty-'));
  try {
    await (await openDatabase({ dataDir, url: null })).close();
    return await readFile(join(dataDir, DATABASE_FILE));
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Opens the database of a test's folder, as the server does. The caller closes it. */
export async function openTestDatabase(dataDir: string): Promise<Database> {
  await putEmptyDatabase(dataDir);
  return openDatabase(await testLocation(dataDir));
}

/** Opens a file without rows in an empty folder, whatever these tests run on. The caller closes it. */
export async function openEmptyFile(dataDir: string): Promise<Database> {
  await putEmptyFile(dataDir);
  return openDatabase({ dataDir, url: null });
}

/** Opens a database without tables for a test's folder. The caller destroys it. */
export async function openWithoutTables(dataDir: string): Promise<Knex> {
  const url = process.env.TEST_POSTGRES_URL;
  if (url === undefined) return openWriter(join(dataDir, DATABASE_FILE));
  return createClient(await createEmptyDatabase(url, nameOf(dataDir)));
}

/** The environment of a server on a test's folder. */
export async function testEnvironment(dataDir: string): Promise<Record<string, string>> {
  const { url } = await testLocation(dataDir);
  return { DATA_DIR: dataDir, ...(url === null ? {} : { DATABASE_URL: url }) };
}

/** Deletes what a test's folder has outside of it. */
export async function removeTestDatabase(dataDir: string): Promise<void> {
  const url = process.env.TEST_POSTGRES_URL;
  if (url !== undefined) await dropTestDatabase(url, nameOf(dataDir));
}

function nameOf(dataDir: string): string {
  return `test_${createHash('sha256').update(dataDir).digest('hex').slice(0, 24)}`;
}
