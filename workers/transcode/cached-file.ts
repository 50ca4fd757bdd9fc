import { type LargeFile, type SentBytes, startDownload } from './counted-download.ts';

/** Name of the Cache in which files are stored. */
const STORE_NAME = 'converter';

type OnProgress = (progress: SentBytes) => void;

/**
 * Fetches a large file and stores it in Cache storage if its response is immutable. The HTTP cache alone is not enough: a
 * small one (private window, nearly full phone) drops a file of 32 MB. Earlier versions of the file are deleted. Whoever
 * needs the file while another worker or page fetches it waits for that download.
 *
 * @param onProgress called while the file is downloaded, also by somebody else; never for a file that is stored already.
 * @returns the file's response, which may be a failure
 * @throws TypeError if it is not cached and can't be fetched; then nothing of it is stored
 */
export async function fetchCached(file: LargeFile, onProgress: OnProgress = () => {}): Promise<Response> {
  const store = await openStore();
  const stored = await store?.match(file.url);
  if (stored !== undefined) return stored;
  onProgress({ loadedBytes: 0, totalBytes: null });
  if (store === null) return (await startDownload(file, onProgress)).response;
  const passing = await takeTurn(file, onProgress, (report) => download(store, file, report));
  return passing ?? (await store.match(file.url)) ?? (await startDownload(file, onProgress)).response;
}

/**
 * Stores a large file as `fetchCached` does, at low priority, for later calls of it. Does nothing where it is stored already,
 * or can't be.
 *
 * @throws TypeError if it can't be fetched; the signal's reason if aborted
 */
export async function storeAhead(file: LargeFile, signal: AbortSignal): Promise<void> {
  const store = await openStore();
  if (store === null || (await store.match(file.url)) !== undefined) return;
  const passing = await takeTurn(
    file,
    () => {},
    (report) => download(store, file, report, { priority: 'low', signal }),
  );
  await passing?.body?.cancel();
}

/** Null where Cache storage is not available to this page. */
async function openStore(): Promise<Cache | null> {
  try {
    return await caches.open(STORE_NAME);
  } catch {
    return null;
  }
}

/**
 * Runs `work` when no other worker or page of this origin does it for the same file; a terminated one gives up its turn.
 *
 * @param onProgress called with what `work` reports, and before with what the others report.
 */
async function takeTurn<Result>(
  { url }: LargeFile,
  onProgress: OnProgress,
  work: (report: OnProgress) => Promise<Result>,
): Promise<Result> {
  // Insecure origins have no locks.
  if (!('locks' in navigator)) return work(onProgress);
  const name = `${STORE_NAME} ${url}`;
  const channel = new BroadcastChannel(name);
  channel.onmessage = ({ data }: MessageEvent<SentBytes>) => onProgress(data);
  let isOpen = true;
  try {
    return await navigator.locks.request(name, () => {
      channel.onmessage = null;
      return work((progress) => {
        onProgress(progress);
        // What may not be stored is read after our turn.
        if (isOpen) channel.postMessage(progress);
      });
    });
  } finally {
    isOpen = false;
    channel.close();
  }
}

/**
 * Downloads a file into the store, unless another one has.
 *
 * @returns the response, unread, if it may not be stored; null if it is stored, or there is no room for it.
 * @throws if the line breaks
 */
async function download(
  store: Cache,
  file: LargeFile,
  report: OnProgress,
  init: RequestInit = {},
): Promise<Response | null> {
  if ((await store.match(file.url)) !== undefined) return null;
  const { response, hasBroken } = await startDownload(file, report, init);
  if (!response.ok || !response.headers.get('Cache-Control')?.includes('immutable')) return response;
  try {
    for (const earlier of await store.keys()) await store.delete(earlier);
    // Stored first and then read: of two clones, one would be buffered in memory.
    await store.put(file.url, response);
  } catch (error) {
    if (hasBroken()) throw error;
    // No space: it works without the cache.
  }
  return null;
}
