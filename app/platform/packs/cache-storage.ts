/** The browser has no storage for packs, or denies it: private windows of Firefox, pages without HTTPS. */
export class StorageDeniedError extends Error {
  override readonly name = 'StorageDeniedError';
}

/** `seen` and `plan` hold the places and planned places that were listed last; the others belong to packs. */
type CacheName = 'files' | 'packs' | 'seen' | 'plan';

/** Deletes the stored lists of places and planned places of all users. Never rejects. */
export async function deleteSeen(): Promise<void> {
  try {
    await Promise.all([caches.delete(cacheNameOf('seen')), caches.delete(cacheNameOf('plan'))]);
  } catch {
    // Denied storage holds nothing.
  }
}

function cacheNameOf(name: CacheName): string {
  return `drop-ici-kept-${name}`;
}

/**
 * Opens one of the app's caches, which neither an update of the app nor its service worker empties.
 *
 * @throws StorageDeniedError if Cache storage is not available.
 */
export async function openPackCache(name: CacheName): Promise<Cache> {
  try {
    return await caches.open(cacheNameOf(name));
  } catch (error) {
    throw new StorageDeniedError('Got no Cache storage from this browser', { cause: error });
  }
}

/** True if a write failed because the device, or this site's quota, is full. */
export function isFull(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'QuotaExceededError';
}

/** Runs `work` while no other tab changes which files are needed. */
export async function whileNeedsRest<T>(work: () => Promise<T>): Promise<T> {
  // Old browsers have no locks; two tabs seldom download at once.
  if (!('locks' in navigator)) return work();
  return navigator.locks.request('drop-ici-kept', work);
}
