import type { MediaFiles } from '../files.ts';
import type { ObjectStore } from '../objects/object-store.ts';
import { openPartFiles } from './part-files.ts';
import { createPartObjects } from './part-objects.ts';
import type { PartStore } from './part-store.ts';

/** Opens the store of uploads in parts: in a bucket, or below `dataDir` without one. */
export async function openParts(
  dataDir: string,
  files: MediaFiles,
  bucket: { readonly store: ObjectStore } | null,
): Promise<PartStore> {
  return bucket === null ? openPartFiles(dataDir, files) : createPartObjects(bucket.store, files);
}
