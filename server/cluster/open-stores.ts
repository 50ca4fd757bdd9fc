import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type Database,
  type DatabaseLocation,
  DatabaseVersionError,
  databaseFile,
  type ReadDatabase,
  type VersionedDatabase,
} from '../store/database.ts';
import { createErasedFile } from '../store/erasures.ts';
import type { FileStores } from '../store/file-stores.ts';
import { openMediaFolder, readFolderMark, readMediaFolder } from '../store/media-folder.ts';
import { openSqlite, readSqlite } from '../store/sqlite.ts';
import { openPartFiles } from '../store/upload-parts.ts';
import { createErasedObjects } from './bucket-erasures.ts';
import { createPartObjects } from './bucket-parts.ts';
import { type MediaBucket, markOf, openMediaBucket, readMediaBucket } from './media-bucket.ts';
import type { DatabaseUser } from './postgres.ts';
import { openPostgres, readPostgres } from './postgres-database.ts';

/**
 * Opens the database, and creates it or its tables if needed. A server gives up on a silent PostgreSQL within seconds.
 * @throws DatabaseAddressError; DatabaseVersionError for the tables of a newer version
 */
export async function openDatabase(location: DatabaseLocation, user: DatabaseUser = 'command'): Promise<Database> {
  return location.url === null ? openSqlite(location.dataDir) : openPostgres(location.url, user);
}

/** Opens the database of a server that may be running; null if there is none. */
export async function openExistingDatabase(location: DatabaseLocation): Promise<Database | null> {
  const found = await openAnyVersion(location);
  await found?.close();
  return found === null || found.version === 'none' ? null : openDatabase(location);
}

/**
 * Opens the database of a running server or a back-up read-only; null for none. @throws DatabaseVersionError,
 * DatabaseAddressError
 */
export async function openToRead(location: DatabaseLocation): Promise<ReadDatabase | null> {
  const database = await openAnyVersion(location);
  if (database?.version === 'same') return database;
  await database?.close();
  if (database === null || database.version === 'none') return null;
  const which = location.url === null ? databaseFile(location.dataDir) : 'The database (DATABASE_URL)';
  throw new DatabaseVersionError(which, database.version);
}

/** Opens a database read-only, whatever tables it has; null if there is none. @throws DatabaseAddressError */
export async function openAnyVersion({ dataDir, url }: DatabaseLocation): Promise<VersionedDatabase | null> {
  return url === null ? readSqlite(dataDir) : readPostgres(url);
}

/** Opens what belongs to a data folder outside of its database: in the folder or, unless that is null, in a bucket. */
export function chooseFileStores(dataDir: string, bucket: MediaBucket | null): FileStores {
  return {
    dataDir,
    name: bucket?.name ?? 'DATA_DIR',
    openMedia: async () => {
      // Emptied at each start, so its name must be ours alone: DATA_DIR may be a folder with other contents.
      const incomingDir = join(dataDir, 'drop-ici.incoming');
      await rm(incomingDir, { recursive: true, force: true });
      await mkdir(incomingDir, { recursive: true });
      return bucket === null
        ? openMediaFolder(dataDir, incomingDir)
        : openMediaBucket(bucket.store, bucket, incomingDir);
    },
    readMedia: () => (bucket === null ? readMediaFolder(dataDir) : readMediaBucket(bucket.store, bucket)),
    readMark: bucket === null ? readFolderMark(dataDir) : markOf(bucket.store, bucket.name),
    openParts: async (files) =>
      bucket === null ? openPartFiles(dataDir, files) : createPartObjects(bucket.store, files),
    erased: bucket === null ? createErasedFile(dataDir) : createErasedObjects(bucket.store),
  };
}
