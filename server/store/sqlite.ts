import { existsSync } from 'node:fs';
import createKnex, { type Knex } from 'knex';
import {
  type ChangeWatch,
  type Database,
  DatabaseVersionError,
  databaseFile,
  NOT_COPIED,
  readPoolUse,
  readVersion,
  type UseClaim,
  type VersionedDatabase,
} from './database.ts';
import { codeOf } from './files.ts';
import { migrations } from './migrations/index.ts';
import { createNamedLocks } from './named-locks.ts';
import { makeFolder } from './storage-errors.ts';

/** Time limit for a connection to get a lock that another process holds, such as a back-up. */
const BUSY_TIMEOUT_MS = 5000;
/** The writer's time limit: an admin command's writes are short, but there may be many. */
const WRITER_BUSY_TIMEOUT_MS = 30_000;
/** Connections that read concurrently; SQLite serves each from its own snapshot. */
const READERS_MAX = 4;

/** Overwrites deleted rows in the file: salts, names and places must not be found there afterwards. */
const SECURE_DELETE = 'PRAGMA secure_delete = ON;';

interface Connection extends CachingConnection {
  exec(sql: string, done: (error: Error | null) => void): void;
}

/** A claim for one process, on a database that another lock protects from others. */
const LOCAL_CLAIM: UseClaim = { isHeld: () => true, release: async () => undefined };

/** Opens the database in a data folder. Creates the folder, the file and missing tables. @throws DatabaseVersionError */
export async function openSqlite(dataDir: string): Promise<Database> {
  await makeFolder(dataDir);
  const file = databaseFile(dataDir);
  const writer = openWriter(file);
  try {
    await migrateFile(writer, file);
  } catch (error) {
    await writer.destroy();
    throw error;
  }
  const reader = openReaders(file);
  return {
    dialect: 'sqlite',
    reader,
    identity: null,
    isAnswering: () => true,
    transact: (work) =>
      writer.transaction(async (tx) => {
        await takeWriteLock(tx);
        return work(tx);
      }),
    // The data folder's lock excludes other servers.
    exclusively: createNamedLocks(),
    claim: async () => LOCAL_CLAIM,
    counts: null,
    cluster: null,
    emptyLog: () => emptyLog(file),
    pools: () => readPoolUse({ read: reader, write: writer }),
    close: async () => {
      await reader.destroy();
      await writer.destroy();
    },
  };
}

/** Runs pending migrations. Writes nothing if there are none, because the disk may be full. */
async function migrateFile(writer: Knex, file: string): Promise<void> {
  const version = await readVersion(writer);
  if (version === 'other') throw new DatabaseVersionError(file, version);
  if (version !== 'same') await writer.migrate.latest({ migrationSource: migrations });
}

/** Opens the database in a data folder read-only, whatever tables it has; null if there is none. */
export async function readSqlite(dataDir: string): Promise<VersionedDatabase | null> {
  const file = databaseFile(dataDir);
  if (!existsSync(file)) return null;
  const reader = openReaders(file);
  const close = (): Promise<void> => reader.destroy();
  try {
    return {
      dialect: 'sqlite',
      version: await readVersion(reader),
      reader,
      cluster: null,
      copyTo: (copy) => copyDatabase(file, copy, NOT_COPIED),
      watchChanges: () => watchChanges(file),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Opens the only connection that writes: SQLite allows one at a time, so callers queue here instead of failing. */
export function openWriter(file: string): Knex {
  return open(
    file,
    { min: 1, max: 1 },
    // Set last, because a start need not wait that long for a program that locks the whole file.
    `PRAGMA journal_mode = WAL; ${SECURE_DELETE} PRAGMA busy_timeout = ${WRITER_BUSY_TIMEOUT_MS};`,
    cacheStatements,
  );
}

/** Opens read-only connections: they see committed rows; writes fail. */
export function openReaders(file: string): Knex {
  return open(file, { min: 0, max: READERS_MAX }, 'PRAGMA query_only = ON;', cacheStatements);
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

/** Copies a snapshot of a database into a new file without blocking writers, and without the rows of `empty` tables. */
async function copyDatabase(file: string, copy: string, empty: readonly string[]): Promise<void> {
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

async function watchChanges(file: string): Promise<ChangeWatch> {
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

/** Maximum prepared statements cached per connection; the least recently used go first. Calls need fewer. */
const STATEMENTS_MAX = 200;

type Rows = (error: Error | null, rows?: unknown[]) => void;

interface Statement {
  all(bindings: readonly unknown[], done: Rows): void;
  finalize(): void;
}

/** The methods of a connection that are replaced. */
interface CachingConnection {
  all(sql: string, bindings: readonly unknown[], done: Rows): void;
  prepare(sql: string, done: (error: Error | null) => void): Statement;
  close(done: (error: Error | null) => void): void;
}

/**
 * Lets a connection cache the prepared statements that return rows, because preparing one for each query is another task
 * for a thread. Statements are read to their end, so that no cached one holds a snapshot.
 */
function cacheStatements(connection: CachingConnection): void {
  const cached = new Map<string, Statement>();
  const close = connection.close.bind(connection);

  const find = (sql: string, done: Rows): Statement => {
    const statement =
      cached.get(sql) ??
      connection.prepare(sql, (error) => {
        if (error === null) return;
        cached.delete(sql);
        done(error);
      });
    cached.delete(sql);
    cached.set(sql, statement);
    for (const [oldest, unused] of cached) {
      if (cached.size <= STATEMENTS_MAX) break;
      cached.delete(oldest);
      unused.finalize();
    }
    return statement;
  };

  connection.all = (sql, bindings, done) => {
    find(sql, done).all(bindings, done);
  };
  connection.close = (done) => {
    for (const statement of cached.values()) statement.finalize();
    cached.clear();
    close(done);
  };
}
