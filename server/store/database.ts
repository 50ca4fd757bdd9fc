import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Knex } from 'knex';
import { copyDatabase, openReaders, openWriter, takeWriteLock } from './driver.ts';
import { migrations } from './migrations/index.ts';

/** The database's file, in the folder of data and in back-ups of it. */
export const DATABASE_FILE = 'drop-ici.sqlite';

/** What a query that changes nothing needs. A {@link Transactor} is one too, so that a transaction reads its own writes. */
export type Reader = Knex;

/** What a query that changes something needs. Only {@link Database.transact} makes one. */
export type Transactor = Knex.Transaction;

/** The open database. Whoever opened it closes it. */
export interface Database {
  /** Reads outside a transaction; the connections behind it refuse writes. */
  readonly reader: Reader;
  /**
   * Runs `work` in one transaction: commits when it resolves, rolls back and rejects with its error when it rejects.
   * Transactions run one after another. `work` must use the transactor alone and wait for nothing but the database.
   */
  transact<Result>(work: (tx: Transactor) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/** Opens the database in `dataDir`, making both where they don't exist, and brings its tables up to date. */
export async function openDatabase(dataDir: string): Promise<Database> {
  await mkdir(dataDir, { recursive: true });
  const file = databaseFile(dataDir);
  const writer = openWriter(file);
  try {
    await writer.migrate.latest({ migrationSource: migrations });
  } catch (error) {
    await writer.destroy();
    throw error;
  }
  const reader = openReaders(file);
  return {
    reader,
    transact: (work) =>
      writer.transaction(async (tx) => {
        await takeWriteLock(tx);
        return work(tx);
      }),
    close: async () => {
      await reader.destroy();
      await writer.destroy();
    },
  };
}

/** Opens the database of a server, which may be running; null where there is none yet. */
export async function openExistingDatabase(dataDir: string): Promise<Database | null> {
  return existsSync(databaseFile(dataDir)) ? openDatabase(dataDir) : null;
}

/** A database that is only read. Whoever opened it closes it. */
export interface ReadDatabase {
  readonly reader: Reader;
  /** Copies it as it is at one moment into a new file, also while a server writes to it. */
  copyTo(file: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens the database of a server, which may be running, or of a back-up, and changes nothing about it; null where there
 * is none.
 *
 * @throws DatabaseVersionError
 */
export async function openToRead(dataDir: string): Promise<ReadDatabase | null> {
  const file = databaseFile(dataDir);
  if (!existsSync(file)) return null;
  const reader = openReaders(file);
  const close = (): Promise<void> => reader.destroy();
  const pending = await reader.migrate.list({ migrationSource: migrations }).then(
    ([, notRun]: [unknown, unknown[]]) => notRun.length,
    () => Number.NaN,
  );
  if (pending !== 0) {
    await close();
    throw new DatabaseVersionError(file);
  }
  return { reader, copyTo: (copy) => copyDatabase(file, copy), close };
}

/** The tables are not those of this version. */
export class DatabaseVersionError extends Error {
  override readonly name = 'DatabaseVersionError';

  constructor(file: string) {
    super(`${file} has the tables of another version; use that version, or start the server of this one on it first`);
  }
}

function databaseFile(dataDir: string): string {
  return join(dataDir, DATABASE_FILE);
}
