import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { connectBucket, type MediaBucket, readListedBucket } from '../cluster/media-bucket.ts';
import { refuseMoved, usedParts } from '../cluster/move-records.ts';
import { ObjectStoreError } from '../cluster/object-store.ts';
import { chooseFileStores, openExistingDatabase, openToRead } from '../cluster/open-stores.ts';
import { DatabaseAddressError } from '../cluster/postgres-database.ts';
import { ConfigError, readDatabaseLocation, readDataDir, readMediaStore } from '../config.ts';
import { BackupError, backUp, pruneBackups } from '../domain/upkeep/make-backup.ts';
import { noteUpkeep } from '../domain/upkeep/upkeep-notes.ts';
import { describeToolFailure, type Starter, takeAfterMove, tellUnnoted } from './tool.ts';

/**
 * Exit codes: files were already missing from the data or older back-ups could not be deleted, the back-up failed, or
 * the arguments are invalid.
 */
const INCOMPLETE = 1;
const FAILED = 2;
const USAGE_ERROR = 2;

/** Errors reported by their message alone. */
const OPERATOR_ERRORS = [BackupError, ConfigError, DatabaseAddressError, ObjectStoreError];

const USAGE = `Usage: npm run backup -- DIR [--keep-days N] [--after-move]
DATA_DIR is the data folder, DATABASE_URL the database and MEDIA_STORE the bucket if they are not there; the server may be running on them.
With --keep-days a back-up that is whole deletes those in DIR that are older, but never the newest three.
--after-move takes what npm run move has left in DATA_DIR.`;

interface Arguments {
  readonly target: string;
  /** Null to delete nothing. */
  readonly keepDays: number | null;
}

/**
 * Backs up DATA_DIR, the database of DATABASE_URL and the media of MEDIA_STORE if these are set, to a new folder below
 * the given one.
 */
export async function backup(args: readonly string[], { env, console }: Starter): Promise<number> {
  const { isMeant, others } = takeAfterMove(args);
  const wanted = parse(others);
  if (wanted === null) {
    console.error(USAGE);
    return USAGE_ERROR;
  }
  const target = resolve(wanted.target);
  let bucket: MediaBucket | null = null;
  try {
    const location = readDatabaseLocation(env);
    const mediaStore = readMediaStore(env);
    if (!isMeant) await refuseMoved(location.dataDir, usedParts(location.url, mediaStore));
    bucket = connectBucket(mediaStore);
    const stores = chooseFileStores(location.dataDir, bucket);
    const media = bucket === null ? stores.readMedia() : readListedBucket(bucket);
    const source = { location, openToRead, media, erased: stores.erased };
    const { folder, files, copied, lost } = await backUp(source, target, Date.now);
    console.log(`${folder}: the database and ${files} files, ${copied} of them new`);
    await noteUpkeep(
      () => openExistingDatabase(location),
      'backup',
      { sound: files, missing: lost.length },
      Date.now,
    ).catch(tellUnnoted(console));
    for (const name of lost) console.error(`already missing from the data: ${name}`);
    const isPruned = wanted.keepDays === null || (await prune(target, wanted.keepDays, lost.length, console));
    return lost.length === 0 && isPruned ? 0 : INCOMPLETE;
  } catch (error) {
    console.error(await describeToolFailure(error, readDataDir(env), OPERATOR_ERRORS));
    return FAILED;
  } finally {
    bucket?.store.close();
  }
}

/** Parses the arguments; null if they are invalid. */
function parse(args: readonly string[]): Arguments | null {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { 'keep-days': { type: 'string' } },
      allowPositionals: true,
    });
    const [target, ...rest] = positionals;
    if (target === undefined || rest.length > 0) return null;
    const days = values['keep-days'];
    if (days === undefined) return { target, keepDays: null };
    return /^[1-9]\d{0,4}$/.test(days) ? { target, keepDays: Number(days) } : null;
  } catch {
    return null;
  }
}

/** Deletes old back-ups and lists them. Returns false if that failed, which does not affect the new one. */
async function prune(target: string, keepDays: number, lost: number, console: Starter['console']): Promise<boolean> {
  if (lost > 0) {
    console.error(`No older back-up was deleted: they may have what this one lacks`);
    return true;
  }
  try {
    for (const name of await pruneBackups(target, keepDays, Date.now)) {
      console.log(`deleted ${join(target, name)}, older than ${keepDays} days`);
    }
    return true;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    console.error(`The back-up is whole, but older ones in ${target} could not be deleted: ${reason}`);
    return false;
  }
}
