/** Name of the Cache in which `fetchCached` stores files. */
const STORE_NAME = 'converter';

/**
 * Fetches a large file and stores it in Cache storage if its response is immutable. The HTTP cache alone is not enough: a
 * small one (private window, nearly full phone) drops a file of 32 MB. Earlier versions of the file are deleted.
 *
 * @returns the file's response, which may be a failure
 * @throws TypeError if it is not cached and can't be fetched
 */
export async function fetchCached(url: string): Promise<Response> {
  const store = await openStore();
  if (store === null) return fetch(url);
  const cached = await store.match(url);
  if (cached !== undefined) return cached;
  const response = await fetch(url);
  if (!response.ok || !response.headers.get('Cache-Control')?.includes('immutable')) return response;
  try {
    for (const earlier of await store.keys()) await store.delete(earlier);
    // Stored first and then read: of two clones, one would be buffered in memory.
    await store.put(url, response);
  } catch {
    // No space: it works without the cache.
    return fetch(url);
  }
  return (await store.match(url)) ?? fetch(url);
}

/** Null where Cache storage is not available to this page. */
async function openStore(): Promise<Cache | null> {
  try {
    return await caches.open(STORE_NAME);
  } catch {
    return null;
  }
}
