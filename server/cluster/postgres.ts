import createKnex, { type Knex } from 'knex';
import { types } from 'pg';
import { type Patience, setName, type Watch, type WatchedConnection, watchForSilence } from './postgres-watch.ts';

/** Connections of one server, including its watch. PostgreSQL allows 100 in all by default, so four servers fit. */
const WRITERS_MAX = 6;
const READERS_MAX = 7;
const LOCKS_MAX = 7;
/** Each call counts first: with a single connection, it would wait for the round trips of all others. */
const COUNTS_MAX = 3;
const CONNECT_TIME_MAX_MS = 5000;
/** Idle time after which a connection sends a keepalive: firewalls drop idle connections. */
const KEEPALIVE_DELAY_MS = 10_000;
/** Time limit for a query to get a free connection. */
const ACQUIRE_TIME_MAX_MS = 30_000;
/** Time limit for a count: each request waits for its own, and then continues without it. */
const COUNT_TIME_MAX_MS = 2000;

/** The limits' counters, in the format of rate-limiter-flexible. */
export const COUNTS_TABLE = 'rate_counts';

/** Who uses a database: a server, whose calls must not wait, or an operator's command, which may take its time. */
export type DatabaseUser = 'server' | 'command';

const PATIENCE: Readonly<Record<DatabaseUser, Patience>> = {
  server: { askEachMs: 1000, silentMaxMs: 2000 },
  command: { askEachMs: 15_000, silentMaxMs: 30_000 },
};
/** After how much silence PostgreSQL drops a connection: a lost server must not hold locks that others wait for. */
const KEEPALIVE: Readonly<Record<DatabaseUser, string>> = {
  server: `SET tcp_keepalives_idle = 3; SET tcp_keepalives_interval = 1; SET tcp_keepalives_count = 3;
    SET tcp_user_timeout = '10s'; SET client_connection_check_interval = '2s';`,
  command: 'SET tcp_keepalives_idle = 20; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 4;',
};
/**
 * A transaction waits for the database alone, so an idle one is a lost server's, whose lock others get then. A call that takes two
 * locks in turn, as an upload does, still takes less than 10 s. No call's statement takes minutes.
 */
const WRITER_LIMITS: Readonly<Record<DatabaseUser, string>> = {
  server: `SET idle_in_transaction_session_timeout = '4s'; SET lock_timeout = '5s'; SET statement_timeout = '5min';`,
  command: "SET idle_in_transaction_session_timeout = '60s';",
};
const READER_LIMITS: Readonly<Record<DatabaseUser, string>> = {
  server: "SET lock_timeout = '5s'; SET statement_timeout = '30s';",
  command: '',
};
/**
 * A lock is a transaction that stays idle while its work runs, so no time limit may end it, nor a migration. Older
 * versions of PostgreSQL lack some of these settings.
 */
const NO_LIMITS = `SELECT set_config(name, '0', false) FROM pg_settings WHERE name IN
  ('idle_in_transaction_session_timeout', 'transaction_timeout', 'statement_timeout', 'lock_timeout');`;

/** Type ids from the catalogue `pg_type`. */
const INT8 = 20;
const NUMERIC = 1700;

/** The advisory lock of transactions that change something. */
const WRITE_LOCK = 7_001;
const NAME_LOCKS = 7_002;
const SUBJECT_LOCKS = 7_004;
const MIGRATION_LOCK = 7_003;
/** The advisory lock for using the database: shared by servers, exclusive for a process that needs it alone. */
const USE_LOCK = 7_005;

/** All connections of one process to a database, opened on demand. The code that opens the pools closes them. */
interface Pools {
  readonly writer: Knex;
  /** Read-only connections: they see committed rows; writes fail. */
  readonly reader: Knex;
  /** Connections that each hold a lock by name, and that migrate the tables. */
  readonly locks: Knex;
  /** Connections that count for limits: they never wait for other work. */
  readonly counts: Knex;
  /** False while the database doesn't answer; everything that needs it then fails at once. */
  isAnswering(): boolean;
  /** Ends within seconds, even if the database doesn't answer. */
  close(): Promise<void>;
}

/** Opens the connection pools for the database at this address. */
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
      // Watched until the end, because a silent connection would never close by itself.
      await Promise.all(Object.values(pools).map((pool) => pool.destroy()));
      await watch.close();
    },
  };
}

/** Creates the table of counters, unlogged: cheaper to write, and emptied by a crash. Back-ups and moves omit it. */
export async function createCounts(writer: Knex): Promise<void> {
  await writer.raw(
    'create unlogged table if not exists ?? (key text primary key, points bigint not null default 0, expire bigint)',
    [COUNTS_TABLE],
  );
  await writer.raw('create index if not exists ?? on ?? (expire)', [`${COUNTS_TABLE}_expire_index`, COUNTS_TABLE]);
}

/**
 * Deletes the counters that expired before this time, in milliseconds since 1970; too long for counting connections.
 */
export async function deleteCountsBefore(writer: Knex, timeMs: number): Promise<void> {
  await writer(COUNTS_TABLE).where('expire', '<', timeMs).delete();
}

/**
 * Takes the write lock until the transaction's end: transactions about other subjects run in parallel, one without
 * alone.
 */
export async function takeWriteLock(tx: Knex.Transaction, names: readonly string[] | null): Promise<void> {
  if (names === null) {
    await tx.raw('select pg_advisory_xact_lock(?)', [WRITE_LOCK]);
    return;
  }
  // In the same order everywhere, otherwise two transactions could deadlock.
  await tx.raw(
    `select pg_advisory_xact_lock_shared(?)
     union all select pg_advisory_xact_lock(?, name) from
       (select distinct hashtext(name) as name from unnest(?::text[]) as name order by 1) as names`,
    [WRITE_LOCK, SUBJECT_LOCKS, [...names]],
  );
}

/**
 * Runs `work` while no other connection runs work under this name, for which it waits so long at most; 0 for no limit. The lock ends
 * with the connection.
 */
export async function underName<Result>(
  locks: Knex,
  name: string,
  work: () => Promise<Result>,
  waitMaxMs = 0,
): Promise<Result> {
  return locked(locks, 'pg_advisory_xact_lock(?, hashtext(?))', [NAME_LOCKS, name], work, waitMaxMs);
}

/** Runs `work` under the migration lock, so that only one of several starting servers changes the tables. */
export async function underMigrationLock<Result>(locks: Knex, work: () => Promise<Result>): Promise<Result> {
  return locked(locks, 'pg_advisory_xact_lock(?)', [MIGRATION_LOCK], work);
}

/** Takes the lock for using the database if it is free, until the returned transaction or its connection ends. */
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

/** The highest id that each of these tables has assigned; tables that assigned none are left out. */
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

/** Makes a table assign ids above `last`, or from 1 if that is undefined. */
export async function writeCounter(tx: Knex.Transaction, table: string, last: number | undefined): Promise<void> {
  await tx.raw("select setval(pg_get_serial_sequence(?, 'id'), ?, ?)", [table, last ?? 1, last !== undefined]);
}

async function locked<Result>(
  locks: Knex,
  lock: string,
  bindings: readonly (string | number)[],
  work: () => Promise<Result>,
  waitMaxMs = 0,
): Promise<Result> {
  // The open transaction is the lock; it writes nothing.
  return locks.transaction(async (holder) => {
    if (waitMaxMs > 0) await holder.raw("select set_config('lock_timeout', ?, true)", [String(waitMaxMs)]);
    await holder.raw(`select ${lock}`, [...bindings]);
    return work();
  });
}

/** Opens a pool; the only place that names this driver. */
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
    // Otherwise the logged message of a failed query contains its values, such as password hashes.
    compileSqlOnError: false,
    // A failed connection rejects the waiting queries, and their error is logged or reported.
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
  // Knex's pool would retry for half a minute.
  client.acquireConnection = () => watch.take(take, (late) => client.releaseConnection(late));
  return pool;
}

/** Parses counts and sums as numbers, as SQLite returns them: none of ours exceeds what a double represents exactly. */
function getTypeParser(id: number, format?: string) {
  if (format === 'binary') return types.getTypeParser(id, format);
  return id === INT8 || id === NUMERIC ? Number : types.getTypeParser(id);
}

/** Identifies this database among those of all clusters. Null if the role may not read that. */
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

/** Number of servers that use this database, by the locks of {@link takeUseLock}. */
export async function countUsers(reader: Knex): Promise<number> {
  const { rows } = await reader.raw<{ rows: { users: number }[] }>(
    `select count(*) as users from pg_locks
      where locktype = 'advisory' and granted and (classid, objid, objsubid) = (0, ?, 1)
        and database = (select oid from pg_database where datname = current_database())`,
    [USE_LOCK],
  );
  return rows[0]?.users ?? 0;
}

/** Whether the database accepts changes: a standby doesn't. Asked on connections that may write. */
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
