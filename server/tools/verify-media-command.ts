import { resolve } from 'node:path';
import { connectBucket, type MediaBucket } from '../cluster/media-bucket.ts';
import { refuseMoved, usedParts } from '../cluster/move-records.ts';
import { ObjectStoreError } from '../cluster/object-store.ts';
import { chooseFileStores, openExistingDatabase, openToRead } from '../cluster/open-stores.ts';
import { DatabaseAddressError } from '../cluster/postgres-database.ts';
import { ConfigError, readDatabaseLocation, readDataDir, readMediaStore } from '../config.ts';
import { verifyMedia } from '../domain/upkeep/check-media.ts';
import { noteUpkeep } from '../domain/upkeep/upkeep-notes.ts';
import { describeToolFailure, type Starter, takeAfterMove, tellUnnoted } from './tool.ts';

/** Exit codes: some media are faulty, or the check could not run. */
const UNSOUND = 1;
const FAILED = 2;

/** Errors reported by their message alone. */
const OPERATOR_ERRORS = [ConfigError, DatabaseAddressError, ObjectStoreError];

const USAGE = `Usage: npm run verify-media [-- FOLDER] [--after-move]
Reads each file of DATA_DIR, or of the bucket in MEDIA_STORE, or of the back-up in FOLDER, and compares it with the database.`;

/** Compares every stored file with the database, of DATA_DIR or of the given back-up. */
export async function verifyStored(args: readonly string[], { env, console }: Starter): Promise<number> {
  const { isMeant, others } = takeAfterMove(args);
  const [folder, ...rest] = others;
  if (rest.length > 0 || folder?.startsWith('-')) {
    console.error(USAGE);
    return FAILED;
  }
  let bucket: MediaBucket | null = null;
  try {
    const location = folder === undefined ? readDatabaseLocation(env) : { dataDir: resolve(folder), url: null };
    const { dataDir } = location;
    // A back-up contains its own files.
    const mediaStore = folder === undefined ? readMediaStore(env) : null;
    if (!isMeant) await refuseMoved(dataDir, usedParts(location.url, mediaStore));
    bucket = connectBucket(mediaStore);
    const database = await openToRead(location);
    if (database === null) {
      console.error(`There is no database in ${location.url === null ? dataDir : 'DATABASE_URL'}`);
      return FAILED;
    }
    try {
      const { sound, missing, orphaned, changed } = await verifyMedia(
        database.reader,
        chooseFileStores(dataDir, bucket).readMedia(),
      );
      if (folder === undefined) {
        const found = { sound, missing: missing.length, orphaned: orphaned.length, changed: changed.length };
        await noteUpkeep(() => openExistingDatabase(location), 'verify-media', found, Date.now).catch(
          tellUnnoted(console),
        );
      }
      for (const path of missing) console.log(`missing   ${path}`);
      for (const path of orphaned) console.log(`orphaned  ${path}`);
      for (const path of changed) console.log(`changed   ${path}`);
      console.log(`${sound} sound, ${missing.length} missing, ${orphaned.length} orphaned, ${changed.length} changed`);
      return missing.length + orphaned.length + changed.length === 0 ? 0 : UNSOUND;
    } finally {
      await database.close();
    }
  } catch (error) {
    console.error(
      await describeToolFailure(error, folder === undefined ? readDataDir(env) : resolve(folder), OPERATOR_ERRORS),
    );
    return FAILED;
  } finally {
    bucket?.store.close();
  }
}
