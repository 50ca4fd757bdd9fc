import type { ReadDatabase } from '../../store/database.ts';
import { mediaDirOf } from '../../store/files.ts';
import { openBucketTarget } from '../../store/media-files/bucket-target.ts';
import { checkBucket, type MediaBucket } from '../../store/media-files/open-media-files.ts';
import { createErasedFile } from '../../store/rights/erased-log.ts';
import { createErasedObjects } from '../../store/rights/erased-objects.ts';
import { isReferredTo, listStoredFiles } from '../../store/stored-files.ts';
import type { Clock } from '../clock.ts';
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
}

/**
 * Puts what a data folder has outside of the database into a bucket: its files, and the list of erased accounts.
 *
 * @throws MoveError, MediaStoreError, ObjectStoreError
 */
export async function moveToBucket(
  { dataDir, source, rows, bucket }: BucketMove,
  clock: Clock,
  say: Say,
): Promise<UnsoundMedia> {
  await checkBucket(bucket);
  const unsound = await moveMedia(
    {
      files: await listStoredFiles(rows.reader),
      mediaDir: mediaDirOf(dataDir),
      target: openBucketTarget(bucket),
      isStillReferredTo: (name) => isReferredTo(source.reader, name),
    },
    clock,
    say,
  );
  await moveErased(dataDir, bucket, say);
  return unsound;
}

async function moveErased(dataDir: string, { store, name }: MediaBucket, say: Say): Promise<void> {
  const target = createErasedObjects(store);
  const idOf = (row: { readonly account_id: number; readonly erased_at: string }): string =>
    `${row.account_id} ${row.erased_at}`;
  const there = new Set((await target.list()).map(idOf));
  const erased = await createErasedFile(dataDir).list();
  const added = await Promise.all(erased.filter((row) => !there.has(idOf(row))).map(({ read }) => read()));
  await target.addAll(added);
  if (erased.length > 0) say(`${counted(erased.length, 'erasure')} noted in ${name}`);
}
