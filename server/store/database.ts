import { join } from 'node:path';
import type { Knex } from 'knex';
import type { ParcoursId, UserId } from '../../contracts/vocabulary.ts';
import { migrations } from './migrations/index.ts';

/** Name of the database's file, in the data folder and in back-ups. */
export const DATABASE_FILE = 'drop-ici.sqlite';

/** Tables that copies leave empty: their rows belong to one database, to the servers running now, or to one day. */
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

/** A claim on the use of a database, visible to all other users of it. */
export interface UseClaim {
  /** False from the loss of the connection until it is replaced. */
  isHeld(): boolean;
  release(): Promise<void>;
}

/** Current use of a server's connections of one kind. */
interface PoolUse {
  readonly name: 'read' | 'write' | 'lock' | 'count';
  readonly max: number;
  /** Connections that run a query or hold a lock. */
  readonly used: number;
  readonly idle: number;
  /** Queries that wait for a connection. */
  readonly waiting: number;
}

/** Detects changes by other connections. */
export interface ChangeWatch {
  /** Whether the database has changed since the watch began. Waits for a writer that is at work. */
  hasChanged(): Promise<boolean>;
  close(): Promise<void>;
}

/** The open database. The code that opens it closes it. */
export interface Database {
  readonly dialect: 'sqlite' | 'postgres';
  /** Reads outside a transaction; its connections refuse writes. */
  readonly reader: Reader;
  /** Distinguishes it from copies made elsewhere, by ids of cluster and database; null for a file, or if unknown. */
  readonly identity: string | null;
  /** False while a database on the network doesn't answer; everything that needs it then fails at once. */
  isAnswering(): boolean;
  /**
   * Runs `work` in one transaction, which rolls back if it rejects. Transactions run one after another, those of other
   * servers included; with `about`, on PostgreSQL in parallel with those about other subjects. `work` must use only the
   * transactor and wait only for the database.
   */
  transact<Result>(work: (tx: Transactor) => Promise<Result>, about?: Subjects): Promise<Result>;
  /**
   * Runs `work` while no server on this database runs work under the same name; within this process in the order of the
   * calls. Must not be nested: each call holds a connection, and there are few. Rejects as an outage if another server's
   * work takes longer than `waitMaxMs`; waits for as long as it takes, without one.
   */
  exclusively<Result>(name: string, work: () => Promise<Result>, waitMaxMs?: number): Promise<Result>;
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

/** A database opened read-only. The code that opens it closes it. */
export interface ReadDatabase {
  readonly dialect: Database['dialect'];
  readonly reader: Reader;
  readonly cluster: Cluster | null;
  /** Copies a snapshot into a new file, also while a server writes. */
  copyTo(file: string): Promise<void>;
  /** Starts to watch for changes by anyone. */
  watchChanges(): Promise<ChangeWatch>;
  close(): Promise<void>;
}

/** A database whose tables may be those of another version. */
export interface VersionedDatabase extends ReadDatabase {
  readonly version: TablesVersion;
}

/** Whether a database has no tables, the tables of this version, only the first of them, or others. */
export type TablesVersion = 'none' | 'same' | 'older' | 'other';

/** Whether a newer version has changed the tables, for example while a server of this version runs. */
export async function isOfNewerVersion(reader: Reader): Promise<boolean> {
  return (await readVersion(reader)) === 'other';
}

/** Compares the tables of a database with those of this version. */
export async function readVersion(reader: Reader): Promise<TablesVersion> {
  if (!(await reader.schema.hasTable('knex_migrations'))) return 'none';
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

/** The path of the database's file in a data folder. */
export function databaseFile(dataDir: string): string {
  return join(dataDir, DATABASE_FILE);
}

/** The part of knex's pool (package tarn) that is read here. */
interface Pool {
  readonly max: number;
  numUsed(): number;
  numFree(): number;
  numPendingAcquires(): number;
}

/** Reads the use of these clients' pools; closed ones are left out. */
export function readPoolUse(clients: Readonly<Partial<Record<PoolUse['name'], Knex>>>): PoolUse[] {
  return Object.entries(clients).flatMap(([name, { client }]) => {
    const pool: Pool | undefined = client.pool;
    if (pool === undefined) return [];
    const [used, idle, waiting] = [pool.numUsed(), pool.numFree(), pool.numPendingAcquires()];
    return [{ name: name as PoolUse['name'], max: pool.max, used, idle, waiting }];
  });
}
