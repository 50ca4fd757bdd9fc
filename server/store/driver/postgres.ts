import createKnex, { type Knex } from 'knex';
import { types } from 'pg';
import { type Patience, setName, type Watch, type WatchedConnection, watchForSilence } from './silence.ts';

/** Connections of one server, with that of its watch. PostgreSQL allows 100 in all by default, so four servers fit. */
const WRITERS_MAX = 6;
const READERS_MAX = 7;
const LOCKS_MAX = 7;
/** Each call counts first, and then reads some: with one, every call would wait for all others' ways to the database. */
const COUNTS_MAX = 3;
/** How long a new connection may take. */
const CONNECT_TIME_MAX_MS = 5000;
/** After so long without a use a connection shows that it is there: firewalls forget those that don't. */
const KEEPALIVE_DELAY_MS = 10_000;
/** How long a query waits for a free connection. */
const ACQUIRE_TIME_MAX_MS = 30_000;
/** How long a count may take: each request waits for its own, and goes on without. */
const COUNT_TIME_MAX_MS = 2000;

/** Where limits count, as rate-limiter-flexible expects it. */
export const COUNTS_TABLE = 'rate_counts';

/** Who works on a database: a server, whose calls must not wait, or an operator's command, which takes its time. */
export type DatabaseUser = 'server' | 'command';

const PATIENCE: Readonly<Record<DatabaseUser, Patience>> = {
  server: { askEachMs: 1000, silentMaxMs: 2000 },
  command: { askEachMs: 15_000, silentMaxMs: 30_000 },
};
/**
 * After how many seconds of silence PostgreSQL gives a connection up, also one that waits for a lock: a lost server must not hold
 * its locks, for which the others wait.
 */
const KEEPALIVE: Readonly<Record<DatabaseUser, string>> = {
  server: `SET tcp_keepalives_idle = 3; SET tcp_keepalives_interval = 1; SET tcp_keepalives_count = 3;
    SET tcp_user_timeout = '10s'; SET client_connection_check_interval = '2s';`,
  command: 'SET tcp_keepalives_idle = 20; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 4;',
};
/** A transaction waits for the database alone: one that stands still is a lost server's. No statement of a call takes minutes. */
const WRITER_LIMITS: Readonly<Record<DatabaseUser, string>> = {
  server: `SET idle_in_transaction_session_timeout = '5s'; SET lock_timeout = '8s'; SET statement_timeout = '5min';`,
  command: "SET idle_in_transaction_session_timeout = '60s';",
};
const READER_LIMITS: Readonly<Record<DatabaseUser, string>> = {
  server: "SET lock_timeout = '5s'; SET statement_timeout = '30s';",
  command: '',
};
/**
 * A lock is an idle transaction for as long as its work takes, so no time limit of the database or the role may end it; nor may one
 * end a migration. Older versions of PostgreSQL lack some of these settings.
 */
const NO_LIMITS = `SELECT set_config(name, '0', false) FROM pg_settings WHERE name IN
  ('idle_in_transaction_session_timeout', 'transaction_timeout', 'statement_timeout', 'lock_timeout');`;

/** Type ids of the catalogue `pg_type`. */
const INT8 = 20;
const NUMERIC = 1700;

/** The advisory lock of transactions that change something. */
const WRITE_LOCK = 7_001;
/** The class of the advisory locks by name. */
const NAME_LOCKS = 7_002;
/** The class of the advisory locks of what transactions are about. */
const SUBJECT_LOCKS = 7_004;
/** The advisory lock of who brings the tables up to date. */
const MIGRATION_LOCK = 7_003;
/** The advisory lock of who uses the database: servers share it, who needs the database alone has it alone. */
const USE_LOCK = 7_005;

/** All connections of one process to a database, opened when they are needed. Whoever opens them closes them. */
export interface Pools {
  /** Those that write. */
  readonly writer: Knex;
  /** Read-only connections: they see what is committed; writes fail. */
  readonly reader: Knex;
  /** Those that hold locks by name, each for as long as its lock, and change the tables. */
  readonly locks: Knex;
  /** Those that count for limits: they never wait for what else is done. */
  readonly counts: Knex;
  /** False from when the database was found silent until it answers again; all that needs it fails at once meanwhile. */
  isAnswering(): boolean;
  /** Ends in seconds, also while the database is silent. */
  close(): Promise<void>;
}

/** Opens them for the database at this address. */
export function openPools(url: string, user: DatabaseUser): Pools {
  const watch = watchForSilence({ connectionString: url }, PATIENCE[user]);
  const open = (connectionsMax: number, setup: string, acquireTimeMaxMs = ACQUIRE_TIME_MAX_MS): Knex =>
    openPool(url, watch, connectionsMax, `${KEEPALIVE[user]} ${setup}`, acquireTimeMaxMs);
  const pools = {
    writer: open(WRITERS_MAX, WRITER_LIMITS[user]),
    reader: open(READERS_MAX, `SET default_transaction_read_only = on; ${READER_LIMITS[user]}`),
    locks: open(LOCKS_MAX, NO_LIMITS),
    counts: open(COUNTS_MAX, `SET statement_timeout = ${COUNT_TIME_MAX_MS};`, COUNT_TIME_MAX_MS),
  };
  return {
    ...pools,
    isAnswering: watch.isAnswering,
    close: async () => {
      // Watched until the end, which a silent connection would not come to.
      await Promise.all(Object.values(pools).map((pool) => pool.destroy()));
      await watch.close();
    },
  };
}

/**
 * Creates the table of counts. It is unlogged: cheaper to write, and emptied by a crash of PostgreSQL. Back-ups and moves leave it
 * out.
 */
export async function createCounts(writer: Knex): Promise<void> {
  await writer.raw(
    'create unlogged table if not exists ?? (key text primary key, points bigint not null default 0, expire bigint)',
    [COUNTS_TABLE],
  );
  await writer.raw('create index if not exists ?? on ?? (expire)', [`${COUNTS_TABLE}_expire_index`, COUNTS_TABLE]);
}

/**
 * Deletes the counts that ended before this time, in milliseconds since 1970. It may take long, so it doesn't use the connections
 * that count, which have a short time limit.
 */
export async function deleteCountsBefore(writer: Knex, timeMs: number): Promise<void> {
  await writer(COUNTS_TABLE).where('expire', '<', timeMs).delete();
}

/**
 * Takes the write lock until the transaction ends: transactions of all servers run one after another.
 *
 * @param names of what the transaction is about: then those about something else run beside it; null for alone.
 */
export async function takeWriteLock(tx: Knex.Transaction, names: readonly string[] | null): Promise<void> {
  if (names === null) {
    await tx.raw('select pg_advisory_xact_lock(?)', [WRITE_LOCK]);
    return;
  }
  // In the same order everywhere, or two transactions could wait for each other.
  await tx.raw(
    `select pg_advisory_xact_lock_shared(?)
     union all select pg_advisory_xact_lock(?, name) from
       (select distinct hashtext(name) as name from unnest(?::text[]) as name order by 1) as names`,
    [WRITE_LOCK, SUBJECT_LOCKS, [...names]],
  );
}

/**
 * Runs `work` while no other connection runs work under this name. The lock ends with the connection, so that a killed
 * server leaves none behind.
 */
export async function underName<Result>(locks: Knex, name: string, work: () => Promise<Result>): Promise<Result> {
  return locked(locks, 'pg_advisory_xact_lock(?, hashtext(?))', [NAME_LOCKS, name], work);
}

/** Runs `work` while no other server does the same, so that only one of those that start together changes the tables. */
export async function underMigrationLock<Result>(locks: Knex, work: () => Promise<Result>): Promise<Result> {
  return locked(locks, 'pg_advisory_xact_lock(?)', [MIGRATION_LOCK], work);
}

/**
 * Takes the lock of those who use the database, if that can be had at once. The returned transaction holds it until it ends, with
 * its connection at the latest.
 */
export async function takeUseLock(locks: Knex, isShared: boolean): Promise<Knex.Transaction | null> {
  const holder = await locks.transaction();
  try {
    const lock = isShared ? 'pg_try_advisory_xact_lock_shared' : 'pg_try_advisory_xact_lock';
    const { rows } = await holder.raw<{ rows: { is_held: boolean }[] }>(`select ${lock}(?) as is_held`, [USE_LOCK]);
    if (rows[0]?.is_held === true) return holder;
  } catch (error) {
    await holder.rollback();
    throw error;
  }
  await holder.rollback();
  return null;
}

/** The highest id that each of these tables has given; tables that gave none are left out. */
export async function readCounters(reader: Knex, tables: readonly string[]): Promise<Map<string, number>> {
  const counters = new Map<string, number>();
  for (const table of tables) {
    const { rows } = await reader.raw<{ rows: { last: number | null }[] }>(
      "select pg_sequence_last_value(pg_get_serial_sequence(?, 'id')::regclass) as last",
      [table],
    );
    const last = rows[0]?.last ?? null;
    if (last !== null) counters.set(table, last);
  }
  return counters;
}

/** Lets a table give ids above `last`, or from 1 if that is undefined. */
export async function writeCounter(tx: Knex.Transaction, table: string, last: number | undefined): Promise<void> {
  await tx.raw("select setval(pg_get_serial_sequence(?, 'id'), ?, ?)", [table, last ?? 1, last !== undefined]);
}

async function locked<Result>(
  locks: Knex,
  lock: string,
  bindings: readonly (string | number)[],
  work: () => Promise<Result>,
): Promise<Result> {
  // The open transaction is the lock; it writes nothing.
  return locks.transaction(async (holder) => {
    await holder.raw(`select ${lock}`, [...bindings]);
    return work();
  });
}

/** The only place that names this driver. */
function openPool(url: string, watch: Watch, connectionsMax: number, setup: string, acquireTimeMaxMs: number): Knex {
  const pool = createKnex({
    client: 'pg',
    connection: {
      connectionString: url,
      application_name: watch.applicationName,
      connectionTimeoutMillis: CONNECT_TIME_MAX_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEPALIVE_DELAY_MS,
      stream: watch.openSocket,
      types: { getTypeParser },
    },
    acquireConnectionTimeout: acquireTimeMaxMs,
    // Otherwise the logged message of a failed query holds its values, such as password hashes.
    compileSqlOnError: false,
    // Failed connections reject what waits for them, whose error is logged or printed.
    log: { error: () => undefined, warn: () => undefined },
    pool: {
      min: 0,
      max: connectionsMax,
      afterCreate: (
        connection: WatchedConnection,
        done: (error: Error | null, connection: WatchedConnection) => void,
      ) => {
        const prepare = `${setName(watch.applicationName)} ${setup} SELECT pg_backend_pid() AS pid;`;
        connection.query(prepare, (error: Error | null, results?: { rows: { pid: number }[] }[]) => {
          if (error === null) watch.add(connection, results?.at(-1)?.rows[0]?.pid ?? 0);
          done(error, connection);
        });
      },
    },
  });
  const { client } = pool;
  const take = client.acquireConnection.bind(client);
  // Its pool would try for half a minute.
  client.acquireConnection = () => watch.take(take, (late) => client.releaseConnection(late));
  return pool;
}

/** Counts and sums are numbers, as SQLite returns them, and not texts: none of ours exceeds what a double holds exactly. */
function getTypeParser(id: number, format?: string) {
  if (format === 'binary') return types.getTypeParser(id, format);
  return id === INT8 || id === NUMERIC ? Number : types.getTypeParser(id);
}

/** Identifies this database among all of all clusters. Null where its role may not ask. */
export async function readIdentity(reader: Knex): Promise<string | null> {
  try {
    const { rows } = await reader.raw(
      'SELECT c.system_identifier, d.oid FROM pg_control_system() c, pg_database d WHERE d.datname = current_database()',
    );
    return `${rows[0].system_identifier}/${rows[0].oid}`;
  } catch {
    return null;
  }
}

/** How many servers use this database, by the locks of {@link takeUseLock}. */
export async function countUsers(reader: Knex): Promise<number> {
  const { rows } = await reader.raw<{ rows: { users: number }[] }>(
    `select count(*) as users from pg_locks
      where locktype = 'advisory' and granted and (classid, objid, objsubid) = (0, ?, 1)
        and database = (select oid from pg_database where datname = current_database())`,
    [USE_LOCK],
  );
  return rows[0]?.users ?? 0;
}

/** Whether the database takes changes: a standby doesn't. Asked on connections that may write. */
export async function takesChanges(counts: Knex): Promise<boolean> {
  const { rows } = await counts.raw<{ rows: { transaction_read_only: string }[] }>('show transaction_read_only');
  return rows[0]?.transaction_read_only === 'off';
}

/** PostgreSQL's clock, in milliseconds since 1970. */
export async function readClock(reader: Knex): Promise<number> {
  const { rows } = await reader.raw<{ rows: { ms: number }[] }>(
    'select round(extract(epoch from clock_timestamp()) * 1000) as ms',
  );
  return rows[0]?.ms ?? Number.NaN;
}
