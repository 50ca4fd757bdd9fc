import { VISITORS_FROM } from '../../../contracts/vocabulary.ts';

/** The browser has no storage for packs, or denies it: private windows of Firefox, pages without HTTPS. */
export class StorageDeniedError extends Error {
  override readonly name = 'StorageDeniedError';
}

/** `seen`, `words` and `plan` hold what was listed last: places, what they say, planned places; the others belong to packs. */
export type CacheName = 'files' | 'packs' | 'seen' | 'words' | 'plan';

/**
 * Deletes the stored lists of places, of their words and of planned places, of all accounts; not those of open visits, which
 * a login or logout in this browser doesn't concern. Never rejects.
 */
export async function deleteSeen(): Promise<void> {
  try {
    for (const name of ['seen', 'words', 'plan'] as const) {
      const cache = await openPackCache(name);
      for (const request of await cache.keys()) {
        // The part behind 'https:', the host and the list's kind.
        if (Number(request.url.split('/')[4]) < VISITORS_FROM) await cache.delete(request);
      }
    }
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
