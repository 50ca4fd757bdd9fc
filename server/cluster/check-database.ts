import {
  type DatabaseLocation,
  DatabaseVersionError,
  type ReadDatabase,
  type TablesVersion,
} from '../store/database.ts';
import { type CheckedStore, checkStore } from '../store/media-owner.ts';
import { openAnyVersion } from './open-stores.ts';
import { readIdentity } from './postgres.ts';

/** The oldest version of PostgreSQL that the tests run on. */
const POSTGRES_MIN = 15;

/** A server could not work with this database; the message says what to do. */
export class DatabaseUseError extends Error {
  override readonly name = 'DatabaseUseError';
}

/**
 * Checks whether a server of this version could start on a database, and whether the files belong to it; returns the
 * version of its tables, and changes nothing. `look` also checks a database that a server has started on.
 * @throws DatabaseAddressError, DatabaseVersionError, DatabaseUseError, StoreOwnerError
 */
export async function tryDatabase(
  location: DatabaseLocation,
  files: CheckedStore['files'],
  look: (database: Pick<ReadDatabase, 'reader' | 'cluster'>) => Promise<void> = async () => undefined,
): Promise<Exclude<TablesVersion, 'other'>> {
  const database = await openAnyVersion(location);
  try {
    const version = database?.version ?? 'none';
    if (version === 'other') {
      throw new DatabaseVersionError(location.url === null ? location.dataDir : 'The database (DATABASE_URL)', version);
    }
    if (database?.dialect === 'postgres') await expectUsable(database.reader);
    // Older tables may not have the owner yet.
    if (database === null || version === 'none') await checkStore({ database: null, files });
    else if (version === 'same') {
      const identity = database.dialect === 'postgres' ? await readIdentity(database.reader) : null;
      await checkStore({ database: { reader: database.reader, identity }, files });
    }
    if (database !== null && (await database.reader.schema.hasTable('fingerprints'))) await look(database);
    return version;
  } finally {
    await database?.close();
  }
}

async function expectUsable(reader: Parameters<typeof readIdentity>[0]): Promise<void> {
  const { rows } = await reader.raw<{ rows: { version: number; is_standby: boolean; may_create: boolean | null }[] }>(
    `select current_setting('server_version_num')::int / 10000 as version, pg_is_in_recovery() as is_standby,
       has_schema_privilege(current_schema(), 'CREATE') as may_create`,
  );
  const [{ version, is_standby, may_create } = { version: 0, is_standby: false, may_create: null }] = rows;
  if (version < POSTGRES_MIN) {
    throw new DatabaseUseError(
      `The database (DATABASE_URL) is of PostgreSQL ${version}; it must be ${POSTGRES_MIN} or later`,
    );
  }
  if (is_standby) {
    throw new DatabaseUseError(
      'The database (DATABASE_URL) is a standby, which takes no writes. Name the one that does',
    );
  }
  if (may_create !== true) {
    throw new DatabaseUseError(
      'The role of DATABASE_URL may not create tables there. Make it the owner, as a superuser of PostgreSQL: ALTER DATABASE ... OWNER TO ...',
    );
  }
}
