import { fileNameOf, type StoredMedia } from '../files.ts';
import { readMediaBucket } from './bucket.ts';
import { openBucketTarget } from './bucket-target.ts';
import type { MediaBucket } from './open-media-files.ts';

/**
 * Opens a bucket for callers that ask for the sizes of most files: the first call reads them all as one list. A file
 * that is missing in the list may be newer, and is looked up by itself.
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
