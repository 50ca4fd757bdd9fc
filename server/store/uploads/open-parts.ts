import type { MediaFiles } from '../files.ts';
import type { ObjectStore } from '../objects/object-store.ts';
import { openPartFiles, type PartStore } from '../upload-parts.ts';
import { createPartObjects } from './part-objects.ts';

/** Opens the store of uploads in parts: in a bucket, or below `dataDir` without one. */
export async function openParts(
  dataDir: string,
  files: MediaFiles,
  bucket: { readonly store: ObjectStore } | null,
): Promise<PartStore> {
  return bucket === null ? openPartFiles(dataDir, files) : createPartObjects(bucket.store, files);
}
