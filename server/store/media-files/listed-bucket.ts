import { fileNameOf, type StoredMedia } from '../files.ts';
import { readMediaBucket } from './bucket.ts';
import { openBucketTarget } from './bucket-target.ts';
import type { MediaBucket } from './open-media-files.ts';

/**
 * The media of a bucket, for whoever asks for the sizes of most of them: they are read as one list when the first is wanted. A file
 * that is not in the list may have come later, and is asked for by itself.
 */
export function readListedBucket(bucket: MediaBucket): StoredMedia {
  const media = readMediaBucket(bucket.store, bucket);
  let listed: Promise<ReadonlyMap<string, number>> | undefined;
  return {
    ...media,
    sizeOf: async (name) => {
      listed ??= openBucketTarget(bucket).sizes();
      return (await listed).get(fileNameOf(name)) ?? media.sizeOf(name);
    },
  };
}
