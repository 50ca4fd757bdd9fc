/** The browser has no storage for packs, or denies it: private windows of Firefox, pages without HTTPS. */
export class KeptStorageError extends Error {
  override readonly name = 'KeptStorageError';
}

/** `seen` holds the places that were listed last; the others belong to packs. */
type KeptCacheName = 'files' | 'packs' | 'seen';

/** Deletes the stored lists of places of all users. Never rejects. */
export async function deleteSeen(): Promise<void> {
  try {
    await caches.delete(cacheNameOf('seen'));
  } catch {
    // Denied storage holds nothing.
  }
}

function cacheNameOf(name: KeptCacheName): string {
  return `drop-ici-kept-${name}`;
}

/**
 * Opens one of the app's caches. Neither the service worker, which removes only entries of its earlier builds, nor an
 * update of the app empties it.
 *
 * @throws KeptStorageError if Cache storage is not available.
 */
export async function openKeptCache(name: KeptCacheName): Promise<Cache> {
  try {
    return await caches.open(cacheNameOf(name));
  } catch (error) {
    throw new KeptStorageError('Got no Cache storage from this browser', { cause: error });
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
