import { madeAt } from '../../store/copy/moves.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { createErasedObjects } from '../../store/erased-objects.ts';
import { carryErased, createErasedFile } from '../../store/erasures.ts';
import { mediaDirOf } from '../../store/files.ts';
import { isReferredTo, listStoredFiles } from '../../store/media.ts';
import { openBucketTarget } from '../../store/media-files/bucket-target.ts';
import { checkBucket, type MediaBucket } from '../../store/media-files/open-media-files.ts';
import { readFolderMark } from '../../store/media-folder.ts';
import { beginStoreMove, checkStore, endStoreMove, StoreOwnerError } from '../../store/media-owner.ts';
import type { Clock } from '../clock.ts';
import { MoveError } from './move-error.ts';
import { moveMedia, type UnsoundMedia } from './move-media.ts';
import { counted, type Say } from './progress.ts';

/** The data to put into a bucket. */
export interface BucketMove {
  readonly dataDir: string;
  /** The service's own database. */
  readonly source: ReadDatabase;
  /** The rows that decide which files are moved: the same database, or a snapshot of it. */
  readonly rows: ReadDatabase;
  readonly bucket: MediaBucket;
  /** Whether the rows stay in their database, which uses the files in the bucket from then on. */
  readonly isAlone: boolean;
}

/**
 * Puts the data of a data folder that is outside the database into a bucket: its files, and the list of erased
 * accounts. No server uses them there before {@link finishBucket}.
 *
 * @throws MoveError, MediaStoreError, ObjectStoreError, StoreOwnerError
 */
export async function moveToBucket(
  { dataDir, source, rows, bucket, isAlone }: BucketMove,
  clock: Clock,
  say: Say,
): Promise<UnsoundMedia> {
  await refuseOthersFiles(dataDir, source);
  await checkBucket(bucket);
  const target = openBucketTarget(bucket);
  const own = isAlone ? await readFolderMark(dataDir).read() : undefined;
  await beginStoreMove(target.mark, { from: dataDir, madeAt: await madeAt(source.reader) }, own);
  const unsound = await moveMedia(
    {
      files: await listStoredFiles(rows.reader),
      mediaDir: mediaDirOf(dataDir),
      target,
      isStillReferredTo: (name) => isReferredTo(source.reader, name),
    },
    clock,
    say,
  );
  const erased = createErasedFile(dataDir);
  await carryErased(erased, createErasedObjects(bucket.store));
  say(`${counted((await erased.list()).length, 'erasure')} noted in ${bucket.name}`);
  return unsound;
}

/** Lets a server use the files that a move has brought. */
export async function finishBucket({ dataDir, bucket, isAlone }: Omit<BucketMove, 'rows'>): Promise<void> {
  const own = isAlone ? await readFolderMark(dataDir).read() : undefined;
  await endStoreMove(openBucketTarget(bucket).mark, own);
}

/** Refuses a folder with outdated files: the service has since moved its files elsewhere. */
async function refuseOthersFiles(dataDir: string, { reader }: ReadDatabase): Promise<void> {
  await checkStore({ database: { reader, identity: null }, files: { mark: readFolderMark(dataDir) } }).catch(
    (cause: unknown) => {
      if (!(cause instanceof StoreOwnerError)) throw cause;
      throw new MoveError(
        `The files in ${dataDir} (DATA_DIR) are not those of the database, or no longer: ${cause.message}`,
        { cause },
      );
    },
  );
}
