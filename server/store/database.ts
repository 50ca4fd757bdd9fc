import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Knex } from 'knex';
import { copyDatabase, emptyLog, openReaders, openWriter, takeWriteLock } from './driver.ts';
import { migrations } from './migrations/index.ts';

/** Name of the database's file, in the data folder and in back-ups. */
export const DATABASE_FILE = 'drop-ici.sqlite';

/** Tables that copies have without rows: a back-up would keep the salts of the trail longer than their day. */
const NOT_COPIED = ['trail_salts'];

/** For queries that change nothing. A {@link Transactor} is a Reader too, so that a transaction reads its own writes. */
export type Reader = Knex;

/** For queries that change something. Only {@link Database.transact} creates one. */
export type Transactor = Knex.Transaction;

/** The open database. Whoever opens it closes it. */
export interface Database {
  /** Reads outside a transaction; its connections refuse writes. */
  readonly reader: Reader;
  /**
   * Runs `work` in one transaction: commits when it resolves, rolls back and rejects with its error when it rejects.
   * Transactions run one after another. `work` must use only the transactor and wait only for the database.
   */
  transact<Result>(work: (tx: Transactor) => Promise<Result>): Promise<Result>;
  /** Empties the write-ahead log, where deleted rows may still be; returns false if a reader prevents that now. */
  emptyLog(): Promise<boolean>;
  close(): Promise<void>;
}

/** Opens the database in `dataDir`, creating both if needed, and runs pending migrations. */
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
    emptyLog: () => emptyLog(file),
    close: async () => {
      await reader.destroy();
      await writer.destroy();
    },
  };
}

/** Opens the database of a server, which may be running; null if there is none. */
export async function openExistingDatabase(dataDir: string): Promise<Database | null> {
  return existsSync(databaseFile(dataDir)) ? openDatabase(dataDir) : null;
}

/** A database opened read-only. Whoever opens it closes it. */
export interface ReadDatabase {
  readonly reader: Reader;
  /** Copies a snapshot into a new file, also while a server writes. */
  copyTo(file: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens the database of a server, which may be running, or of a back-up, read-only; null if there is none.
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
  return { reader, copyTo: (copy) => copyDatabase(file, copy, NOT_COPIED), close };
}

/** The database's tables are those of another version. */
export class DatabaseVersionError extends Error {
  override readonly name = 'DatabaseVersionError';

  constructor(file: string) {
    super(`${file} has the tables of another version; use that version, or start the server of this one on it first`);
  }
}

function databaseFile(dataDir: string): string {
  return join(dataDir, DATABASE_FILE);
}
