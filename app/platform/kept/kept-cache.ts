/** The browser has no storage for packs, or refuses it: private windows of Firefox, pages without HTTPS. */
export class KeptStorageError extends Error {
  override readonly name = 'KeptStorageError';
}

/** `seen` holds the places that were listed last; the others are of packs. */
type KeptCacheName = 'files' | 'packs' | 'seen';

/** Deletes what the device keeps of the places that were listed last, whoever's. Never rejects. */
export async function deleteSeen(): Promise<void> {
  try {
    await caches.delete(cacheNameOf('seen'));
  } catch {
    // Storage that is refused holds nothing.
  }
}

function cacheNameOf(name: KeptCacheName): string {
  return `drop-ici-kept-${name}`;
}

/**
 * Opens a Cache of ours. Neither the service worker, which removes only what its earlier builds stored, nor an update of the
 * app empties it.
 *
 * @throws KeptStorageError where Cache storage is not available.
 */
export async function openKeptCache(name: KeptCacheName): Promise<Cache> {
  try {
    return await caches.open(cacheNameOf(name));
  } catch (error) {
    throw new KeptStorageError('Got no Cache storage from this browser', { cause: error });
  }
}

/** True if a write failed because the device, or what it grants this site, is full. */
export function isFull(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'QuotaExceededError';
}

/** Runs `work` while no other tab changes which files are needed. */
export async function whileNeedsRest<T>(work: () => Promise<T>): Promise<T> {
  // Old browsers have no locks; two tabs seldom download at once.
  if (!('locks' in navigator)) return work();
  return navigator.locks.request('drop-ici-kept', work);
}
