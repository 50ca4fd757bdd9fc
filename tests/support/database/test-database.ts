import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Knex } from 'knex';
import { chooseFileStores, openDatabase, openToRead } from '../../../server/cluster/open-stores.ts';
import type { BackupSource } from '../../../server/domain/upkeep/make-backup.ts';
import {
  DATABASE_FILE,
  type Database,
  type DatabaseLocation,
  type Transactor,
} from '../../../server/store/database.ts';
import { openWriter } from '../../../server/store/sqlite.ts';
import { createClient } from '../postgres/client.ts';
import { createEmptyDatabase, createTestDatabase, dropTestDatabase } from '../postgres/template.ts';

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
let tidyFile: Promise<Buffer> | undefined;

/** Puts a database without rows into a folder that has none: its migrations would take longer than most tests. */
export async function putEmptyDatabase(dataDir: string): Promise<void> {
  if (!isOnPostgres()) await putEmptyFile(dataDir);
}

/**
 * As {@link putEmptyDatabase}, but the tasks of housekeeping have run today, and wait for tomorrow or a restart: they would
 * take half of a server's start. `runServer` starts a server on a folder and stops it.
 */
export async function putTidyDatabase(dataDir: string, runServer: (dataDir: string) => Promise<void>): Promise<void> {
  if (isOnPostgres()) return;
  tidyFile ??= makeFile((dataDir) => makeTidy(dataDir, runServer));
  await putFile(dataDir, await tidyFile);
}

async function putEmptyFile(dataDir: string): Promise<void> {
  emptyFile ??= makeFile(async (dataDir) => (await openDatabase({ dataDir, url: null })).close());
  await putFile(dataDir, await emptyFile);
}

async function putFile(dataDir: string, content: Buffer): Promise<void> {
  await writeFile(join(dataDir, DATABASE_FILE), content, { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
}

async function makeFile(make: (dataDir: string) => Promise<void>): Promise<Buffer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'drop-ici-empty-'));
  try {
    await make(dataDir);
    return await readFile(join(dataDir, DATABASE_FILE));
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Only the waits of the tasks are taken over: everything else belongs to the server that wrote it. */
async function makeTidy(dataDir: string, runServer: (dataDir: string) => Promise<void>): Promise<void> {
  const usedDir = join(dataDir, 'used');
  await mkdir(usedDir);
  await putEmptyFile(usedDir);
  await runServer(usedDir);
  const used = await openDatabase({ dataDir: usedDir, url: null });
  const waits = await used.reader('leases').where({ kind: 'task' });
  await used.close();
  const tidy = await openEmptyFile(dataDir);
  await tidy.transact(async (tx) => tx('leases').insert(waits));
  await tidy.close();
}

/** Opens the database of a test's folder, as the server does. The caller closes it. */
export async function openTestDatabase(dataDir: string): Promise<Database> {
  await putEmptyDatabase(dataDir);
  return openDatabase(await testLocation(dataDir));
}

/** Has `work` use the database of a test's folder, which is open for as long as that takes, and returns what it returns. */
export async function withDatabase<Result>(
  dataDir: string,
  work: (database: Database) => PromiseLike<Result>,
): Promise<Result> {
  const database = await openTestDatabase(dataDir);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** Has `work` change the rows of a test's folder, in one transaction. */
export function changeRows<Result>(dataDir: string, work: (tx: Transactor) => PromiseLike<Result>): Promise<Result> {
  return withDatabase(dataDir, (database) => database.transact(async (tx) => work(tx)));
}

/** Changes a row of a table as calls would for as long as `work` takes. @throws Error if there is no such row */
export function whileChanged(
  dataDir: string,
  table: string,
  where: Readonly<Record<string, unknown>>,
  change: Readonly<Record<string, unknown>>,
  work: () => Promise<void>,
): Promise<void> {
  return withDatabase(dataDir, async (database) => {
    const [before] = await database.reader(table).where(where).select(Object.keys(change));
    await database.transact((tx) => tx(table).where(where).update(change));
    if (before === undefined) throw new Error(`Expected a row of ${table} with ${JSON.stringify(where)}`);
    try {
      await work();
    } finally {
      await database.transact((tx) => tx(table).where(where).update(before));
    }
  });
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
