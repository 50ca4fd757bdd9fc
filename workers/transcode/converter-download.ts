import wasmUrl from '@ffmpeg/core/wasm?url';
import coreUrl from '@ffmpeg/core?url';
import { isQuota } from '../files/private-folder.ts';
import { risingSteps } from './progress.ts';

/** ffmpeg's script, about 30 kB as transferred. */
export const ENGINE_SCRIPT_URL = coreUrl;

/** ffmpeg's WASM. A test compares its size with the installed package. */
export const ENGINE: LargeFile = { url: wasmUrl, sizeBytes: 32_232_419 };

const STORE_NAME = 'converter';

type OnProgress = (progress: SentBytes) => void;

/**
 * Fetches a large file and stores it in Cache storage if its response is immutable: a small HTTP cache (private window,
 * nearly full phone) drops 32 MB. Deletes earlier versions. Waits for another worker's or page's download.
 *
 * @param onProgress called during the download; never for a stored file
 * @returns the response, perhaps a failure; its body fails if the connection breaks
 * @throws TypeError if it is not cached and can't be fetched
 */
export async function fetchCached(file: LargeFile, onProgress: OnProgress = () => {}): Promise<Response> {
  const store = await openStore();
  const stored = await store?.match(file.url);
  if (stored !== undefined) return stored;
  onProgress({ loadedBytes: 0, totalBytes: null });
  if (store === null) return fetchCounted(file, onProgress);
  return new Promise((resolve, reject) => {
    const turn = takeTurn(file, onProgress, async (report) => {
      const others = await store.match(file.url);
      const response = others ?? (await fetchCounted(file, report));
      const copy = others === undefined && mayStore(response) ? response.clone() : null;
      // Read while it is being stored; this worker's turn in the queue lasts until that is done.
      resolve(response);
      if (copy !== null) await put(store, file, copy);
    });
    turn.catch(reject);
  });
}

/**
 * Stores a large file as `fetchCached` does, at low priority, unless it is stored or can't be.
 *
 * @throws TypeError if it can't be fetched; the signal's reason if aborted
 */
export async function prefetchCached(file: LargeFile, signal: AbortSignal): Promise<void> {
  const store = await openStore();
  if (store === null || (await store.match(file.url)) !== undefined) return;
  const request = new AbortController();
  signal.throwIfAborted();
  signal.addEventListener('abort', () => request.abort(signal.reason), { signal: request.signal });
  await takeTurn(
    file,
    () => {},
    async (report) => {
      if ((await store.match(file.url)) !== undefined) return;
      const response = await fetchCounted(file, report, { priority: 'low', signal: request.signal });
      if (mayStore(response)) await put(store, file, response);
    },
  );
  // A response that may not be stored isn't needed.
  request.abort();
}

async function openStore(): Promise<Cache | null> {
  try {
    return await caches.open(STORE_NAME);
  } catch {
    return null;
  }
}

/**
 * Runs `work` when no other worker or page of this origin does so for the same file. Reports its progress, and before
 * that the progress of the others.
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
        // A response that may not be stored is read after this turn in the queue.
        if (isOpen) channel.postMessage(progress);
      });
    });
  } finally {
    isOpen = false;
    channel.close();
  }
}

function mayStore({ ok, headers }: Response): boolean {
  return ok && headers.get('Cache-Control')?.includes('immutable') === true;
}

/** @throws TypeError if the connection breaks, the signal's reason if aborted; without room nothing is stored. */
async function put(store: Cache, { url }: LargeFile, response: Response): Promise<void> {
  for (const earlier of await store.keys()) await store.delete(earlier);
  await store.put(url, response).catch((error: unknown) => {
    if (!isQuota(error)) throw error;
  });
}

/** A large file of our own origin. */
export interface LargeFile {
  readonly url: string;
  /** Its uncompressed size; the server sends fewer bytes, because it compresses the file. */
  readonly sizeBytes: number;
}

/** How much of a file has arrived, in bytes as transferred. */
export interface SentBytes {
  readonly loadedBytes: number;
  /** Null until the server has responded. */
  readonly totalBytes: number | null;
}

/**
 * Fetches a file, and reports each hundredth. A browser counts a compressed body after decompressing it, so the share
 * is measured by the file's own size, and the bytes are that share of the transferred size.
 *
 * @throws TypeError without a response; the signal's reason
 */
async function fetchCounted(
  { url, sizeBytes }: LargeFile,
  onProgress: (progress: SentBytes) => void,
  init: RequestInit = {},
): Promise<Response> {
  const answer = await fetch(url, init);
  if (!answer.ok) return answer;
  // Some proxies don't state how many bytes they send.
  const totalBytes = Number(answer.headers.get('Content-Length')) || sizeBytes;
  onProgress({ loadedBytes: 0, totalBytes });
  const report = risingSteps((share) => onProgress({ loadedBytes: share * totalBytes, totalBytes }));
  // A copy is counted: the browser compiles the original while it arrives, faster than a stream of ours.
  countBytes(answer.clone(), (readBytes) => report(readBytes / sizeBytes)).catch(() => {
    // The reader of the response gets the same error.
  });
  return answer;
}

async function countBytes({ body }: Response, onRead: (readBytes: number) => void): Promise<void> {
  const reader = body?.getReader();
  let readBytes = 0;
  for (;;) {
    const { value } = (await reader?.read()) ?? {};
    if (value === undefined) return;
    readBytes += value.length;
    onRead(readBytes);
  }
}
