import { type MediaName, parseFileName, type StoreMark } from '../files.ts';
import { headersOf, keyOf, MEDIA_KEYS, markOf, readMediaBucket } from './bucket.ts';
import type { MediaBucket } from './open-media-files.ts';

/** A bucket to which the media of a folder are copied. */
export interface BucketTarget {
  /** Name as the operator wrote it, such as `s3://bucket/prefix`. */
  readonly name: string;
  /** The sizes in bytes of all files there, by file name. */
  sizes(): Promise<Map<string, number>>;
  /** Stores a copy of the file at a path. */
  put(name: MediaName, path: string): Promise<void>;
  /** SHA-256 of a file's content as read from the bucket; undefined if it is missing. */
  hash(name: MediaName): Promise<string | undefined>;
  readonly mark: StoreMark;
}

/** Opens a bucket as the target of a copy from a folder. */
export function openBucketTarget(bucket: MediaBucket): BucketTarget {
  const { store, name } = bucket;
  return {
    name,
    sizes: async () => {
      const sizes = new Map<string, number>();
      for await (const { key, bytes } of store.list(MEDIA_KEYS)) {
        const fileName = key.slice(key.lastIndexOf('/') + 1);
        const file = parseFileName(fileName);
        if (file !== undefined && key === keyOf(file)) sizes.set(fileName, bytes);
      }
      return sizes;
    },
    put: (file, path) => store.put(keyOf(file), path, headersOf(file)),
    hash: readMediaBucket(store, bucket).hash,
    mark: markOf(store, name),
  };
}
