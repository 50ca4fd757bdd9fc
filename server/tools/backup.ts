import { resolve } from 'node:path';
import { ConfigError, readDatabaseLocation, readDataDir, readMediaStore } from '../config.ts';
import { BackupError, backUp } from '../domain/upkeep/backup.ts';
import { noteUpkeep } from '../domain/upkeep/upkeep-notes.ts';
import { refuseMoved, usedParts } from '../store/copy/moved-away.ts';
import { DatabaseAddressError } from '../store/database.ts';
import { readListedBucket } from '../store/media-files/listed-bucket.ts';
import { connectBucket, type MediaBucket, readMedia } from '../store/media-files/open-media-files.ts';
import { ObjectStoreError } from '../store/objects/object-store.ts';
import { openErased } from '../store/rights/open-erased.ts';
import { describeToolFailure, type Starter, takeAfterMove, tellUnnoted } from './tool.ts';

/** Exit codes: files were already missing from the data, the back-up failed, or the arguments are wrong. */
const INCOMPLETE = 1;
const FAILED = 2;
const USAGE_ERROR = 2;

/** Errors of which only the message is printed. */
const OPERATOR_ERRORS = [BackupError, ConfigError, DatabaseAddressError, ObjectStoreError];

/** Backs up DATA_DIR, the database of DATABASE_URL and the media of MEDIA_STORE if they are set, to a new folder below the given one. */
export async function backup(args: readonly string[], { env, console }: Starter): Promise<number> {
  const { isMeant, others } = takeAfterMove(args);
  const [target, ...rest] = others;
  if (target === undefined || rest.length > 0) {
    console.error(
      'Usage: npm run backup -- DIR\nDATA_DIR is the data folder, DATABASE_URL the database and MEDIA_STORE the bucket if they are not there; the server may be running on them. --after-move takes what npm run move has left in DATA_DIR.',
    );
    return USAGE_ERROR;
  }
  let bucket: MediaBucket | null = null;
  try {
    const location = readDatabaseLocation(env);
    const mediaStore = readMediaStore(env);
    if (!isMeant) await refuseMoved(location.dataDir, usedParts(location.url, mediaStore));
    bucket = connectBucket(mediaStore);
    const media = bucket === null ? readMedia(location.dataDir, null) : readListedBucket(bucket);
    const erased = openErased(location.dataDir, bucket);
    const { folder, files, copied, lost } = await backUp(location, resolve(target), Date.now, media, erased);
    console.log(`${folder}: the database and ${files} files, ${copied} of them new`);
    await noteUpkeep(location, 'backup', { sound: files, missing: lost.length }, Date.now).catch(tellUnnoted(console));
    for (const name of lost) console.error(`already missing from the data: ${name}`);
    return lost.length === 0 ? 0 : INCOMPLETE;
  } catch (error) {
    console.error(await describeToolFailure(error, readDataDir(env), OPERATOR_ERRORS));
    return FAILED;
  } finally {
    bucket?.store.close();
  }
}
