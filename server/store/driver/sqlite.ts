import createKnex, { type Knex } from 'knex';
import { codeOf } from '../files.ts';
import { type KeepingConnection, keepStatements } from './kept-statements.ts';

/** Time limit for a connection to get a lock that another process holds, such as a back-up. */
const BUSY_TIMEOUT_MS = 5000;
/** The writer's time limit: an admin command's writes are short, but there may be many. */
const WRITER_BUSY_TIMEOUT_MS = 30_000;
/** Connections that read concurrently; SQLite serves each from its own snapshot. */
const READERS_MAX = 4;

/** Overwrites deleted rows in the file: salts, names and places must not be found there afterwards. */
const SECURE_DELETE = 'PRAGMA secure_delete = ON;';

interface Connection extends KeepingConnection {
  exec(sql: string, done: (error: Error | null) => void): void;
}

/**
 * Opens the only connection that writes. SQLite allows one writer at a time, so callers queue here instead of failing.
 */
export function openWriter(file: string): Knex {
  return open(
    file,
    { min: 1, max: 1 },
    // Set last, because a start need not wait that long for a program that locks the whole file.
    `PRAGMA journal_mode = WAL; ${SECURE_DELETE} PRAGMA busy_timeout = ${WRITER_BUSY_TIMEOUT_MS};`,
  );
}

/** Opens read-only connections: they see committed rows; writes fail. */
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
 * Locks a file for this process until the returned function is called or the process ends. Waits a while for a process
 * that is just ending; returns null if the file stays locked.
 */
export async function lockFile(file: string): Promise<(() => Promise<void>) | null> {
  // A journal in the folder would need space on a disk that may be full.
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
 * @param empty tables whose rows are left out of the copy.
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

/** Detects changes by other connections. */
export interface ChangeWatch {
  /** Whether the database has changed since the watch began. Waits for a writer that is at work. */
  hasChanged(): Promise<boolean>;
  close(): Promise<void>;
}

/** Starts to watch a database file. */
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
 * Moves the write-ahead log's content into the file and empties the log, so that no deleted row remains in it. Waits a
 * while for readers; returns false if they continue.
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

/** The highest id that each of these tables has assigned; tables that assigned none are left out. */
export async function readCounters(reader: Knex, tables: readonly string[]): Promise<Map<string, number>> {
  const rows: { name: string; seq: number }[] = await reader('sqlite_sequence')
    .whereIn('name', [...tables])
    // Copying an empty table leaves 0.
    .where('seq', '>', 0);
  return new Map(rows.map(({ name, seq }) => [name, seq]));
}

/** Makes a table assign ids above `last`, or from 1 if that is undefined. */
export async function writeCounter(tx: Knex.Transaction, table: string, last: number | undefined): Promise<void> {
  await tx('sqlite_sequence').where({ name: table }).delete();
  if (last !== undefined) await tx('sqlite_sequence').insert({ name: table, seq: last });
}

/** Opens a database file; the only place that names this driver. The SQL in the stores works on PostgreSQL, too. */
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
    // Otherwise the logged message of a failed query contains its values, such as password hashes.
    compileSqlOnError: false,
    // A failed connection rejects the waiting queries, and their error is logged or reported.
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
