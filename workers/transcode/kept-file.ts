/** The store in the browser that `fetchKept` keeps its files in. */
const STORE_NAME = 'converter';

/**
 * Fetches a large file once and for all: what the server calls immutable is kept in the browser's Cache storage, and
 * taken from there afterwards. The HTTP cache alone would not do, since it drops a file of 32 MB where it is small (a
 * private window, a phone that is nearly full). An earlier version of the file, under another address, is given up.
 *
 * @returns the file's answer, which may tell of a failure
 * @throws TypeError when it is not kept and can't be fetched
 */
export async function fetchKept(url: string): Promise<Response> {
  const store = await openStore();
  if (store === null) return fetch(url);
  const kept = await store.match(url);
  if (kept !== undefined) return kept;
  const response = await fetch(url);
  if (!response.ok || !response.headers.get('Cache-Control')?.includes('immutable')) return response;
  try {
    for (const earlier of await store.keys()) await store.delete(earlier);
    // Written first and then read, rather than both at once from two copies of which one would wait in memory.
    await store.put(url, response);
  } catch {
    // No room: it works without being kept.
    return fetch(url);
  }
  return (await store.match(url)) ?? fetch(url);
}

/** Null where the browser has no such storage, or does not let this page use it. */
async function openStore(): Promise<Cache | null> {
  try {
    return await caches.open(STORE_NAME);
  } catch {
    return null;
  }
}
