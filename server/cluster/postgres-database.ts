import type { Knex } from 'knex';
import {
  type Cluster,
  type Database,
  DatabaseVersionError,
  type ReadDatabase,
  readPoolUse,
  readVersion,
  type Subjects,
  type TablesVersion,
  type UseClaim,
  type VersionedDatabase,
} from '../store/database.ts';
import { codeOf } from '../store/files.ts';
import { migrations } from '../store/migrations/index.ts';
import { createNamedLocks } from '../store/named-locks.ts';
import { copyToFile } from './file-copies.ts';
import * as postgres from './postgres.ts';

/** How often the claim is checked. The check also keeps the connection from being closed as idle. */
const CHECK_EVERY_MS = 5000;

/**
 * Opens a PostgreSQL database, as `openDatabase` does, and creates missing tables. @throws DatabaseAddressError,
 * DatabaseVersionError
 */
export async function openPostgres(url: string, user: postgres.DatabaseUser): Promise<Database> {
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
    exclusively: (name, work, waitMaxMs) => inTurn(name, () => postgres.underName(locks, name, work, waitMaxMs)),
    claim: (by) => claimDatabase(locks, by === 'server'),
    counts: {
      client: counts,
      table: postgres.COUNTS_TABLE,
      deleteBefore: (timeMs) => postgres.deleteCountsBefore(writer, timeMs),
    },
    cluster: clusterOf(reader, counts),
    emptyLog: async () => true,
    pools: () => readPoolUse({ read: reader, write: writer, lock: locks, count: counts }),
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

/** Runs pending migrations under the migration lock. A lock of knex's own then stems from a killed server. */
async function migrate(tables: Knex): Promise<void> {
  const version = await readOwnVersion(tables);
  if (version === 'other') throw new DatabaseVersionError('The database (DATABASE_URL)', version);
  await tables.migrate.forceFreeMigrationsLock({ migrationSource: migrations });
  await tables.migrate.latest({ migrationSource: migrations });
  await postgres.createCounts(tables);
}

/** Codes of the system, of PostgreSQL's classes 08, 28, 3D, 53 and 57, and 25006 of a read-only database. */
const CONNECTION_FAULTS = /^(ECONN|ENOTFOUND|EAI_|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOENT|08|28|3D|53|57|25006)/;

/** Error codes of failed TLS connections and of an invalid port: names of OpenSSL, Node and the system. */
const ADDRESS_FAULTS = /CERT|SIGNATURE|^(ERR_(TLS|SSL|OSSL|SOCKET_BAD_PORT)|EPROTO|HOSTNAME_MISMATCH|INVALID_CA)/;
/** The driver's messages without a code: a new connection timed out, or the server doesn't support TLS. */
const UNCODED_FAULTS = /timeout expired$|SSL connection/;

/** No database can be reached at the address, which the message omits: it may contain a password. */
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

/** Opens a PostgreSQL database read-only, whatever tables it has. @throws DatabaseAddressError */
export async function readPostgres(url: string): Promise<VersionedDatabase> {
  const { reader, counts, close } = postgres.openPools(url, 'command');
  try {
    const version = await readOwnVersion(reader);
    const database: ReadDatabase = {
      dialect: 'postgres',
      reader,
      cluster: clusterOf(reader, counts),
      copyTo: (file) => copyToFile(database, file),
      watchChanges: () => Promise.reject(new Error('Expected a database in a file')),
      close,
    };
    return { ...database, version };
  } catch (error) {
    await close();
    throw asAddressError(error);
  }
}

async function readOwnVersion(reader: Knex): Promise<TablesVersion> {
  const version = await readVersion(reader);
  if (version !== 'none' || !(await hasTables(reader))) return version;
  throw new DatabaseAddressError(
    new Error('it has tables of something else. Name a database that is for this alone, made with createdb'),
  );
}

/** Whether the schema for new tables has any, but for those of extensions: with a wrong address, another program's. */
async function hasTables(reader: Knex): Promise<boolean> {
  const { rows } = await reader.raw<{ rows: { found: boolean }[] }>(
    `select exists (
       select 1 from pg_class c
       where c.relkind in ('r', 'p') and c.relnamespace = current_schema()::regnamespace and not exists
         (select 1 from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
     ) as found`,
  );
  return rows[0]?.found === true;
}

/**
 * Claims a PostgreSQL database, alone or shared; null if another claim excludes this one. The claim takes one
 * connection, and is taken again on another if that is lost.
 */
async function claimDatabase(locks: Knex, isShared: boolean): Promise<UseClaim | null> {
  let holder = await postgres.takeUseLock(locks, isShared);
  if (holder === null) return null;
  let checking: Promise<void> = Promise.resolve();
  const check = async (): Promise<void> => {
    try {
      if (holder === null) holder = await postgres.takeUseLock(locks, isShared);
      else await holder.raw('select 1');
    } catch {
      // The lock was lost with its connection; the next check takes it again.
      await holder?.rollback().catch(() => undefined);
      holder = null;
    }
  };
  const timer = setInterval(() => {
    checking = checking.then(check);
  }, CHECK_EVERY_MS);
  timer.unref();
  return {
    isHeld: () => holder !== null,
    release: async () => {
      clearInterval(timer);
      await checking;
      await holder?.rollback();
    },
  };
}
