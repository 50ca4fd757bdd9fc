import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Knex } from 'knex';
import type { ParcoursId, UserId } from '../../contracts/vocabulary.ts';
import { hasTables } from './driver/foreign-tables.ts';
import { lookAtPools, type PoolUse } from './driver/pool-use.ts';
import * as postgres from './driver/postgres.ts';
import * as sqlite from './driver/sqlite.ts';
import { claimUse, LOCAL_CLAIM, type UseClaim } from './driver/use-claim.ts';
import { codeOf } from './files.ts';
import { migrations } from './migrations/index.ts';
import { createNamedLocks } from './named-locks.ts';
import { makeFolder } from './storage-reason.ts';

/** Name of the database's file, in the data folder and in back-ups. */
export const DATABASE_FILE = 'drop-ici.sqlite';

/**
 * Tables that copies leave empty: a back-up would retain the audit log's salts for more than a day, has no bytes of
 * unfinished uploads, leases belong to the servers running now, and stored files and back-up records belong to one
 * database.
 */
export const NOT_COPIED = [
  'trail_salts',
  'unfinished_uploads',
  'given_up_keys',
  'arriving_bytes',
  'leases',
  'export_links',
  'store_owner',
  'orphans',
  'upkeep_notes',
];

/** For queries that change nothing. A {@link Transactor} is a Reader, too: a transaction reads its own writes. */
export type Reader = Knex;

/** For queries that change something. Only {@link Database.transact} creates one. */
export type Transactor = Knex.Transaction;

/** The subjects of a transaction: everything it decides by or changes belongs to them. */
export interface Subjects {
  readonly account?: UserId;
  readonly parcours?: ParcoursId;
  readonly session?: string;
  /** The kind of work that servers share out with leases. */
  readonly lease?: string;
}

/** Where the data are. */
export interface DatabaseLocation {
  /** Absolute path of the folder with the database's file. */
  readonly dataDir: string;
  /** The address of a PostgreSQL database that is used instead of the file; null for the file. */
  readonly url: string | null;
}

/** The shared counters by which all servers on a database apply their limits. */
export interface Counts {
  readonly client: Knex;
  readonly table: string;
  /** Deletes the counters that expired before this time, in milliseconds since 1970. */
  deleteBefore(timeMs: number): Promise<void>;
}

/** What servers on one database learn from it. */
export interface Cluster {
  /** How many servers have claimed the database. */
  countServers(): Promise<number>;
  /** The database's clock, in milliseconds since 1970. */
  clockMs(): Promise<number>;
  /** False if the database is read-only, as a standby is. */
  takesChanges(): Promise<boolean>;
}

/** The open database. The code that opens it closes it. */
export interface Database {
  readonly dialect: 'sqlite' | 'postgres';
  /** Reads outside a transaction; its connections refuse writes. */
  readonly reader: Reader;
  /**
   * Distinguishes it from copies made elsewhere: ids of the cluster and the database; null for a file, or if unknown.
   */
  readonly identity: string | null;
  /** False while a database on the network doesn't answer; everything that needs it then fails at once. */
  isAnswering(): boolean;
  /**
   * Runs `work` in one transaction: commits when it resolves, rolls back and rejects with its error when it rejects.
   * Transactions run one after another, those of other servers included. `work` must use only the transactor and wait
   * only for the database.
   *
   * @param about lets PostgreSQL run it in parallel with transactions about other subjects; without it, it runs alone.
   */
  transact<Result>(work: (tx: Transactor) => Promise<Result>, about?: Subjects): Promise<Result>;
  /**
   * Runs `work` while no server on this database runs work under the same name; within this process in the order of the
   * calls. Must not be nested: each call holds a connection, and there are few.
   */
  exclusively<Result>(name: string, work: () => Promise<Result>): Promise<Result>;
  /**
   * Claims the database for a server, or for a process that needs it alone; null if another claim excludes this one
   * now. A file is claimed with its folder: see `claimDataDir`.
   */
  claim(by: 'server' | 'alone'): Promise<UseClaim | null>;
  /** Null for a single server, which counts in its own memory. */
  readonly counts: Counts | null;
  /** What several servers share; null for a single server. */
  readonly cluster: Cluster | null;
  /** Empties the write-ahead log, which may still contain deleted rows; returns false if a reader prevents that now. */
  emptyLog(): Promise<boolean>;
  /** Current use of its connections. */
  pools(): readonly PoolUse[];
  close(): Promise<void>;
}

/**
 * Opens the database and creates or migrates its tables if needed; creates the data folder and file, too.
 *
 * @param user a server gives up on a silent PostgreSQL within seconds, and limits how long its calls wait for it
 * @throws DatabaseAddressError if no database can be reached at the address, DatabaseVersionError for the tables of a
 * newer version.
 */
export async function openDatabase(
  location: DatabaseLocation,
  user: postgres.DatabaseUser = 'command',
): Promise<Database> {
  return location.url === null ? openFile(location.dataDir) : openPostgres(location.url, user);
}

/** Opens the database of a server that may be running; null if there is none. */
export async function openExistingDatabase(location: DatabaseLocation): Promise<Database | null> {
  const found = await openAnyVersion(location);
  await found?.close();
  return found === null || found.version === 'none' ? null : openDatabase(location);
}

async function openFile(dataDir: string): Promise<Database> {
  await makeFolder(dataDir);
  const file = databaseFile(dataDir);
  const writer = sqlite.openWriter(file);
  try {
    await migrateFile(writer, file);
  } catch (error) {
    await writer.destroy();
    throw error;
  }
  const reader = sqlite.openReaders(file);
  return {
    dialect: 'sqlite',
    reader,
    identity: null,
    isAnswering: () => true,
    transact: (work) =>
      writer.transaction(async (tx) => {
        await sqlite.takeWriteLock(tx);
        return work(tx);
      }),
    // The data folder's lock excludes other servers.
    exclusively: createNamedLocks(),
    claim: async () => LOCAL_CLAIM,
    counts: null,
    cluster: null,
    emptyLog: () => sqlite.emptyLog(file),
    pools: () => lookAtPools({ read: reader, write: writer }),
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

async function openPostgres(url: string, user: postgres.DatabaseUser): Promise<Database> {
  const { writer, reader, locks, counts, isAnswering, close } = postgres.openPools(url, user);
  let identity: string | null;
  try {
    await postgres.underMigrationLock(locks, () => migrate(locks));
    identity = await postgres.readIdentity(reader);
  } catch (error) {
    await close();
    throw asAddressError(error);
  }
  const inTurn = createNamedLocks();
  return {
    dialect: 'postgres',
    reader,
    identity,
    isAnswering,
    transact: (work, about) =>
      writer.transaction(async (tx) => {
        await postgres.takeWriteLock(tx, about === undefined ? null : namesOf(about));
        return work(tx);
      }),
    // Work of this process waits without holding a connection.
    exclusively: (name, work) => inTurn(name, () => postgres.underName(locks, name, work)),
    claim: (by) => claimUse(locks, by === 'server'),
    counts: {
      client: counts,
      table: postgres.COUNTS_TABLE,
      deleteBefore: (timeMs) => postgres.deleteCountsBefore(writer, timeMs),
    },
    cluster: clusterOf(reader, counts),
    emptyLog: async () => true,
    pools: () => lookAtPools({ read: reader, write: writer, lock: locks, count: counts }),
    close,
  };
}

function clusterOf(reader: Knex, counts: Knex): Cluster {
  return {
    countServers: () => postgres.countUsers(reader),
    clockMs: () => postgres.readClock(reader),
    takesChanges: () => postgres.takesChanges(counts),
  };
}

function namesOf(about: Subjects): string[] {
  return Object.entries(about).map(([kind, id]) => `${kind} ${id}`);
}

/**
 * Runs pending migrations under the migration lock. Any lock that knex itself has recorded then stems from a killed
 * server.
 */
async function migrate(tables: Knex): Promise<void> {
  const version = await readVersion(tables);
  if (version === 'other') throw new DatabaseVersionError('The database (DATABASE_URL)', version);
  await tables.migrate.forceFreeMigrationsLock({ migrationSource: migrations });
  await tables.migrate.latest({ migrationSource: migrations });
  await postgres.createCounts(tables);
}

/**
 * Error codes of failed connections, from the system and from PostgreSQL's classes 08, 28, 3D and 57; and of its full
 * or read-only disk.
 */
const CONNECTION_FAULTS = /^(ECONN|ENOTFOUND|EAI_|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOENT|08|28|3D|53|57|25006)/;

/** Error codes of failed TLS connections and of an invalid port: names of OpenSSL, Node and the system. */
const ADDRESS_FAULTS = /CERT|SIGNATURE|^(ERR_(TLS|SSL|OSSL|SOCKET_BAD_PORT)|EPROTO|HOSTNAME_MISMATCH|INVALID_CA)/;
/** The driver's messages without a code: a new connection timed out, or the server doesn't support TLS. */
const UNCODED_FAULTS = /timeout expired$|SSL connection/;

/**
 * No database can be reached at the configured address. The message omits the address, which may contain a password.
 */
export class DatabaseAddressError extends Error {
  override readonly name = 'DatabaseAddressError';

  constructor(cause: unknown) {
    const code = String(codeOf(cause) ?? (/SSL connection/.test(String(cause)) ? 'EPROTO' : ''));
    // The message is empty for a host with several addresses.
    const reason = cause instanceof Error && cause.message !== '' ? cause.message : code || String(cause);
    const [, advice] = CONNECTION_ADVICE.find(([codes]) => codes.test(code)) ?? [];
    super(`Cannot open the database (DATABASE_URL): ${reason}${advice === undefined ? '' : `. ${advice}`}`, { cause });
  }
}

/** Advice by error code. */
const CONNECTION_ADVICE: readonly (readonly [RegExp, string])[] = [
  [/^28/, 'Check the role and its password (DATABASE_URL, PGPASSWORD), and pg_hba.conf'],
  [/^3D/, 'Make the database first, with createdb, or correct its name'],
  [/^25006/, 'It is a standby, or set read-only: name the one that takes changes, or promote this'],
  [/^53/, 'Raise max_connections, or free what is full there'],
  [/^57/, 'PostgreSQL is starting or stopping: try again'],
  [/^ERR_SOCKET_BAD_PORT/, 'Correct the port in DATABASE_URL'],
  [
    ADDRESS_FAULTS,
    'Check sslmode in DATABASE_URL, which is left out on the same machine, that PostgreSQL encrypts (ssl), and its certificate: it must be for that host, and by an authority that this machine knows or sslrootcert names',
  ],
  [/^(E|08)/, 'Check host and port, and that PostgreSQL runs there and lets this machine in'],
];

/** Wraps a connection's failure; returns other errors unchanged. */
function asAddressError(error: unknown): unknown {
  const code = String(codeOf(error));
  const isFault = CONNECTION_FAULTS.test(code) || ADDRESS_FAULTS.test(code) || UNCODED_FAULTS.test(String(error));
  return isFault ? new DatabaseAddressError(error) : error;
}

/** A database opened read-only. The code that opens it closes it. */
export interface ReadDatabase {
  readonly dialect: Database['dialect'];
  readonly reader: Reader;
  readonly cluster: Cluster | null;
  /** Copies a snapshot into a new file, also while a server writes. */
  copyTo(file: string): Promise<void>;
  /** Starts to watch for changes by anyone. */
  watchChanges(): Promise<sqlite.ChangeWatch>;
  close(): Promise<void>;
}

/** Whether a database has no tables, the tables of this version, only the first of them, or others. */
export type TablesVersion = 'none' | 'same' | 'older' | 'other';

/**
 * Opens the database of a server that may be running, or of a back-up, read-only; null if there is none.
 *
 * @throws DatabaseVersionError, DatabaseAddressError
 */
export async function openToRead(location: DatabaseLocation): Promise<ReadDatabase | null> {
  const database = await openAnyVersion(location);
  if (database?.version === 'same') return database;
  await database?.close();
  if (database === null || database.version === 'none') return null;
  const which = location.url === null ? databaseFile(location.dataDir) : 'The database (DATABASE_URL)';
  throw new DatabaseVersionError(which, database.version);
}

/**
 * Opens a database read-only, whatever tables it has; null if there is none.
 *
 * @throws DatabaseAddressError
 */
export async function openAnyVersion({
  dataDir,
  url,
}: DatabaseLocation): Promise<(ReadDatabase & { readonly version: TablesVersion }) | null> {
  const file = databaseFile(dataDir);
  if (url === null && !existsSync(file)) return null;
  const { reader, cluster, close } = url === null ? openFileToRead(file) : openPostgresToRead(url);
  const ofFile = (): string => {
    if (url !== null) throw new Error('Expected a database in a file');
    return file;
  };
  const copyTo = async (copy: string): Promise<void> => {
    await sqlite.copyDatabase(ofFile(), copy, NOT_COPIED);
  };
  try {
    const version = await readVersion(reader);
    const watchChanges = async (): Promise<sqlite.ChangeWatch> => sqlite.watchChanges(ofFile());
    return { dialect: url === null ? 'sqlite' : 'postgres', version, reader, cluster, copyTo, watchChanges, close };
  } catch (error) {
    await close();
    throw asAddressError(error);
  }
}

/** Whether a newer version has changed the tables, for example while a server of this version runs. */
export async function isOfNewerVersion(reader: Reader): Promise<boolean> {
  return (await readVersion(reader)) === 'other';
}

function openFileToRead(file: string): Pick<Database, 'reader' | 'cluster' | 'close'> {
  const reader = sqlite.openReaders(file);
  return { reader, cluster: null, close: () => reader.destroy() };
}

function openPostgresToRead(url: string): Pick<Database, 'reader' | 'cluster' | 'close'> {
  const { reader, counts, close } = postgres.openPools(url, 'command');
  return { reader, cluster: clusterOf(reader, counts), close };
}

async function readVersion(reader: Reader): Promise<TablesVersion> {
  if (!(await reader.schema.hasTable('knex_migrations'))) {
    if (!(await hasTables(reader))) return 'none';
    throw new DatabaseAddressError(
      new Error('it has tables of something else. Name a database that is for this alone, made with createdb'),
    );
  }
  const done: string[] = await reader('knex_migrations').pluck('name');
  const known = new Set((await migrations.getMigrations([])).map(({ name }) => name));
  if (done.some((name) => !known.has(name))) return 'other';
  return done.length === known.size ? 'same' : 'older';
}

/** The database has the tables of another version. */
export class DatabaseVersionError extends Error {
  override readonly name = 'DatabaseVersionError';

  constructor(which: string, version: TablesVersion) {
    super(
      version === 'other'
        ? `${which} was made by a newer version: use that one, or restore the back-up from before the upgrade`
        : `${which} was made by an older version: start the server of this one on it first`,
    );
  }
}

function databaseFile(dataDir: string): string {
  return join(dataDir, DATABASE_FILE);
}
