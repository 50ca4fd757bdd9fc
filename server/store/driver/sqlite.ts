import createKnex, { type Knex } from 'knex';
import { codeOf } from '../files.ts';
import { type KeepingConnection, keepStatements } from './kept-statements.ts';

/** How long a connection waits for a lock of another process, such as a back-up. */
const BUSY_TIMEOUT_MS = 5000;
/** How long the writer waits: an admin command's writes are short, but there may be many. */
const WRITER_BUSY_TIMEOUT_MS = 30_000;
/** Connections that read concurrently; SQLite serves each from its own snapshot. */
const READERS_MAX = 4;

/** Overwrites in the file what is deleted: salts, names and places must not be found there afterwards. */
const SECURE_DELETE = 'PRAGMA secure_delete = ON;';

interface Connection extends KeepingConnection {
  exec(sql: string, done: (error: Error | null) => void): void;
}

/** Opens the one connection that writes. SQLite allows one writer at a time, so callers queue here instead of failing. */
export function openWriter(file: string): Knex {
  return open(
    file,
    { min: 1, max: 1 },
    // Last, since a start needn't wait that long for a program that holds the whole file.
    `PRAGMA journal_mode = WAL; ${SECURE_DELETE} PRAGMA busy_timeout = ${WRITER_BUSY_TIMEOUT_MS};`,
  );
}

/** Opens read-only connections: they see what is committed; writes fail. */
export function openReaders(file: string): Knex {
  return open(file, { min: 0, max: READERS_MAX }, 'PRAGMA query_only = ON;', keepStatements);
}

/**
 * Takes the write lock, as a transaction's first statement. SQLite would otherwise take it at the first write and, if
 * another process wrote since this transaction's first read, fail without waiting.
 */
export async function takeWriteLock(tx: Knex.Transaction): Promise<void> {
  // Deletes nothing but takes the lock first; knex maintains this table.
  await tx.raw('DELETE FROM knex_migrations WHERE 0');
}

/**
 * Locks a file for this process, until the returned function is called or the process ends. Waits a while for another
 * process that is just ending; returns null if the file stays locked.
 */
export async function lockFile(file: string): Promise<(() => Promise<void>) | null> {
  // A journal in the folder would need room on a disk that may be full.
  const holder = open(file, { min: 1, max: 1 }, 'PRAGMA journal_mode = MEMORY;');
  try {
    // Nothing is written: the open transaction is the lock, and the system releases it with the process.
    await holder.raw('BEGIN EXCLUSIVE');
    return () => holder.destroy();
  } catch (error) {
    await holder.destroy();
    if (codeOf(error) === 'SQLITE_BUSY') return null;
    throw error;
  }
}

/**
 * Copies a snapshot of a database into a new file, without blocking its writers.
 *
 * @param empty tables whose rows stay out of the copy.
 */
export async function copyDatabase(file: string, copy: string, empty: readonly string[]): Promise<void> {
  const source = open(file, { min: 1, max: 1 }, '');
  try {
    await source.raw('VACUUM INTO ?', [copy]);
  } finally {
    await source.destroy();
  }
  const target = open(copy, { min: 1, max: 1 }, SECURE_DELETE);
  try {
    for (const table of empty) await target(table).delete();
  } finally {
    await target.destroy();
  }
}

/** Watches who else changes a database. */
export interface ChangeWatch {
  /** Whether the database has changed since the watch began. Waits for a writer that is at work. */
  hasChanged(): Promise<boolean>;
  close(): Promise<void>;
}

/** Begins to watch a database file. */
export async function watchChanges(file: string): Promise<ChangeWatch> {
  const watcher = openWriter(file);
  const version = async (): Promise<number | undefined> => {
    const rows: { data_version: number }[] = await watcher.raw('PRAGMA data_version');
    return rows[0]?.data_version;
  };
  const before = await version();
  return {
    hasChanged: async () => {
      await watcher.raw('BEGIN IMMEDIATE');
      const now = await version();
      await watcher.raw('ROLLBACK');
      return now !== before;
    },
    close: () => watcher.destroy(),
  };
}

/**
 * Moves what the write-ahead log holds into the file and empties it, so that no deleted row stays in the log. Waits a
 * while for readers; returns false if they go on.
 */
export async function emptyLog(file: string): Promise<boolean> {
  const writer = open(file, { min: 1, max: 1 }, '');
  try {
    const [result]: { busy: number }[] = await writer.raw('PRAGMA wal_checkpoint(TRUNCATE)');
    return result?.busy === 0;
  } finally {
    await writer.destroy();
  }
}

/** The highest id that each of these tables has given; tables that gave none are left out. */
export async function readCounters(reader: Knex, tables: readonly string[]): Promise<Map<string, number>> {
  const rows: { name: string; seq: number }[] = await reader('sqlite_sequence')
    .whereIn('name', [...tables])
    // A copy of no rows leaves 0.
    .where('seq', '>', 0);
  return new Map(rows.map(({ name, seq }) => [name, seq]));
}

/** Lets a table give ids above `last`, or from 1 if that is undefined. */
export async function writeCounter(tx: Knex.Transaction, table: string, last: number | undefined): Promise<void> {
  await tx('sqlite_sequence').where({ name: table }).delete();
  if (last !== undefined) await tx('sqlite_sequence').insert({ name: table, seq: last });
}

/** The only place that names this driver; the stores use SQL that PostgreSQL understands too. */
function open(
  file: string,
  pool: { min: number; max: number },
  setup: string,
  prepare: (connection: Connection) => void = () => undefined,
): Knex {
  return createKnex({
    client: 'sqlite3',
    connection: { filename: file },
    useNullAsDefault: true,
    // Otherwise the logged message of a failed query holds its values, such as password hashes.
    compileSqlOnError: false,
    // Failed connections reject what waits for them, whose error is logged or printed.
    log: { error: () => undefined, warn: () => undefined },
    pool: {
      ...pool,
      afterCreate: (connection: Connection, done: (error: Error | null, connection: Connection) => void) => {
        const sql = `PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}; PRAGMA foreign_keys = ON; ${setup}`;
        prepare(connection);
        connection.exec(sql, (error) => done(error, connection));
      },
    },
  });
}
