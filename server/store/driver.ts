import createKnex, { type Knex } from 'knex';

/** How long a connection waits for a lock that another process holds, a back-up for instance. */
const BUSY_TIMEOUT_MS = 5000;
/** How long the writer waits: whoever writes beside the server (an admin's command) does so for moments, but it may do it often. */
const WRITER_BUSY_TIMEOUT_MS = 30_000;
/** Connections that read side by side; SQLite serves each from its own snapshot. */
const READERS_MAX = 4;

interface Connection {
  exec(sql: string, done: (error: Error | null) => void): void;
}

/** Opens the one connection that writes. SQLite has one writer at a time, so callers queue here and never meet a lock. */
export function openWriter(file: string): Knex {
  return open(file, { min: 1, max: 1 }, `PRAGMA busy_timeout = ${WRITER_BUSY_TIMEOUT_MS}; PRAGMA journal_mode = WAL;`);
}

/** Opens the connections that only read: they see what is committed, and a write through them fails. */
export function openReaders(file: string): Knex {
  return open(file, { min: 0, max: READERS_MAX }, 'PRAGMA query_only = ON;');
}

/**
 * Takes the right to write at once, as a transaction's first statement. SQLite would otherwise take it at the first write
 * and, where another process wrote since this one's first read, refuse it without waiting.
 */
export async function takeWriteLock(tx: Knex.Transaction): Promise<void> {
  // Deletes nothing, and locks before it finds that out; knex itself keeps this table.
  await tx.raw('DELETE FROM knex_migrations WHERE 0');
}

/**
 * Locks a file for this process, until what is answered is called or the process ends, however it ends. Waits a while
 * for another process that is just ending; null where the file stays locked.
 */
export async function lockFile(file: string): Promise<(() => Promise<void>) | null> {
  const holder = open(file, { min: 1, max: 1 }, '');
  try {
    // Nothing is ever written: the open transaction is the lock, and the system ends it with its process.
    await holder.raw('BEGIN EXCLUSIVE');
    return () => holder.destroy();
  } catch (error) {
    await holder.destroy();
    if (error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY') return null;
    throw error;
  }
}

/** Copies a database into a new file, as it is at one moment, without holding up whoever writes to it. */
export async function copyDatabase(file: string, copy: string): Promise<void> {
  const source = open(file, { min: 1, max: 1 }, '');
  try {
    await source.raw('VACUUM INTO ?', [copy]);
  } finally {
    await source.destroy();
  }
}

/** The driver is named here alone; everything else speaks SQL that PostgreSQL understands too. */
function open(file: string, pool: { min: number; max: number }, setup: string): Knex {
  return createKnex({
    client: 'sqlite3',
    connection: { filename: file },
    useNullAsDefault: true,
    // Otherwise the message of a failed query holds its values, password hashes among them, and the log holds the message.
    compileSqlOnError: false,
    pool: {
      ...pool,
      afterCreate: (connection: Connection, done: (error: Error | null, connection: Connection) => void) => {
        const sql = `PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}; PRAGMA foreign_keys = ON; ${setup}`;
        connection.exec(sql, (error) => done(error, connection));
      },
    },
  });
}
