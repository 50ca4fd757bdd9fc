import type { ReadDatabase } from '../../store/database.ts';
import { mediaDirOf } from '../../store/files.ts';
import { openBucketTarget } from '../../store/media-files/bucket-target.ts';
import { readFolderMark } from '../../store/media-files/folder.ts';
import { checkBucket, type MediaBucket } from '../../store/media-files/open-media-files.ts';
import { carryErased, createErasedFile } from '../../store/rights/erased-log.ts';
import { createErasedObjects } from '../../store/rights/erased-objects.ts';
import { isReferredTo, listStoredFiles } from '../../store/stored-files.ts';
import type { Clock } from '../clock.ts';
import { MoveError } from './move-error.ts';
import { moveMedia, type UnsoundMedia } from './move-media.ts';
import { counted, type Say } from './progress.ts';

/** What goes into a bucket. */
export interface BucketMove {
  readonly dataDir: string;
  /** The service's own database. */
  readonly source: ReadDatabase;
  /** What says which files go: the same, or a snapshot of it. */
  readonly rows: ReadDatabase;
  readonly bucket: MediaBucket;
  /** Whether the rows stay in their database, whose files these are from then on. */
  readonly isAlone: boolean;
}

/**
 * Puts what a data folder has outside of the database into a bucket: its files, and the list of erased accounts.
 *
 * @throws MoveError, MediaStoreError, ObjectStoreError
 */
export async function moveToBucket(
  { dataDir, source, rows, bucket, isAlone }: BucketMove,
  clock: Clock,
  say: Say,
): Promise<UnsoundMedia> {
  await checkBucket(bucket);
  const target = openBucketTarget(bucket);
  if (!isAlone && (await target.mark.read()) !== undefined) {
    throw new MoveError(
      `${bucket.name} has the files of another database (${target.mark.address}): name an empty bucket or prefix`,
    );
  }
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
  const mark = isAlone ? await readFolderMark(dataDir) : undefined;
  if (mark !== undefined) await target.mark.write(mark);
  say(`${counted((await erased.list()).length, 'erasure')} noted in ${bucket.name}`);
  return unsound;
}
