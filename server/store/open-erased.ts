import { createErasedObjects } from './erased-objects.ts';
import { createErasedFile, type ErasedList } from './erasures.ts';
import type { ObjectStore } from './objects/object-store.ts';

/** Opens the list of erased accounts: in a bucket, or in a file of `dataDir` without one. */
export function openErased(dataDir: string, bucket: { readonly store: ObjectStore } | null): ErasedList {
  return bucket === null ? createErasedFile(dataDir) : createErasedObjects(bucket.store);
}
