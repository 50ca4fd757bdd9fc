import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  fetchCached,
  type LargeFile,
  prefetchCached,
  type SentBytes,
} from '../../../workers/transcode/converter-download.ts';

const SIZE_BYTES = 400;
const SENT_BYTES = 100;
const never = new AbortController().signal;
const begun: SentBytes = { loadedBytes: 0, totalBytes: null };
const answered: SentBytes = { loadedBytes: 0, totalBytes: SENT_BYTES };
const half: SentBytes = { loadedBytes: 50, totalBytes: SENT_BYTES };
const nearlyAll: SentBytes = { loadedBytes: 99, totalBytes: SENT_BYTES };

let file: LargeFile;
/** The progress of the download. */
let told: SentBytes[];
const tell = (progress: SentBytes): void => {
  told.push(progress);
};

beforeEach(() => {
  // Each test has its own file, because tests in other pages share the store.
  file = { url: `/converter-${crypto.randomUUID()}`, sizeBytes: SIZE_BYTES };
  told = [];
});
afterEach(async () => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  const store = await caches.open('converter');
  for (const { url } of await store.keys()) if (/converter-/.test(url)) await store.delete(url);
});

async function isStored({ url }: LargeFile): Promise<boolean> {
  return (await (await caches.open('converter')).match(url)) !== undefined;
}

/** Downloads the whole file, so that it is stored; returns all requests, including later ones. */
async function downloadAll(): Promise<readonly SentFile[]> {
  const sent = answerFiles(SIZE_BYTES);
  await fetchCached(file);
  sent[0]?.send(SIZE_BYTES);
  sent[0]?.end();
  await expect.poll(() => isStored(file)).toBe(true);
  return sent;
}

async function sizeOf(response: Promise<Response>): Promise<number> {
  return (await (await response).arrayBuffer()).byteLength;
}

describe('a file that is not on the device', () => {
  test('reports its progress in bytes as they are sent, and is stored with its type', async () => {
    const sent = answerFiles(SIZE_BYTES);
    const fetching = fetchCached(file, tell);
    await expect.poll(() => told).toEqual([begun, answered]);
    sent[0]?.send(200);
    await expect.poll(() => told).toEqual([begun, answered, half]);
    // Less than a hundredth remains.
    sent[0]?.send(3);
    sent[0]?.send(197);
    sent[0]?.end();
    expect((await fetching).headers.get('Content-Type')).toBe('application/wasm');
    expect(await sizeOf(fetching)).toBe(SIZE_BYTES);
    expect(told).toEqual([begun, answered, half, nearlyAll]);
    await expect.poll(() => isStored(file)).toBe(true);
  });

  test('is not requested again, and reports no progress', async () => {
    const sent = await downloadAll();
    expect(await sizeOf(fetchCached(file, tell))).toBe(SIZE_BYTES);
    await prefetchCached(file, never);
    expect([sent.length, told]).toEqual([1, []]);
  });

  test('replaces an earlier version', async () => {
    const store = await caches.open('converter');
    await store.put('/converter-earlier', new Response('old'));
    await downloadAll();
    expect((await store.keys()).map(({ url }) => new URL(url).pathname)).toEqual([file.url]);
  });

  test('is returned but not stored if its response may change', async () => {
    const sent = answerFiles(SIZE_BYTES, 'no-cache');
    const size = sizeOf(fetchCached(file, tell));
    await expect.poll(() => told).toEqual([begun, answered]);
    sent[0]?.send(200);
    await expect.poll(() => told).toContainEqual(half);
    sent[0]?.send(200);
    sent[0]?.end();
    expect(await size).toBe(SIZE_BYTES);
    expect(await isStored(file)).toBe(false);
    await prefetchCached(file, never);
    await expect.poll(() => sent[1]?.init?.signal?.aborted).toBe(true);
  });

  test('is downloaded once but not stored if the device is full', async () => {
    const sent = answerFiles(SIZE_BYTES);
    vi.spyOn(Cache.prototype, 'put').mockRejectedValueOnce(new DOMException('No room', 'QuotaExceededError'));
    const size = sizeOf(fetchCached(file, tell));
    await expect.poll(() => sent).toHaveLength(1);
    sent[0]?.send(SIZE_BYTES);
    sent[0]?.end();
    expect(await size).toBe(SIZE_BYTES);
    expect(await isStored(file)).toBe(false);
  });
});

describe('a connection that breaks', () => {
  test('fails the call and stores nothing; the next call requests the file again', async () => {
    const sent = answerFiles(SIZE_BYTES);
    const failing = sizeOf(fetchCached(file, tell));
    await expect.poll(() => sent).toHaveLength(1);
    sent[0]?.send(200);
    await expect.poll(() => told).toContainEqual(half);
    sent[0]?.break();
    await expect(failing).rejects.toThrow();
    expect([await isStored(file), sent.length]).toEqual([false, 1]);

    const next = fetchCached(file);
    await expect.poll(() => sent).toHaveLength(2);
    sent[1]?.send(SIZE_BYTES);
    sent[1]?.end();
    expect(await sizeOf(next)).toBe(SIZE_BYTES);
  });

  test('lets a waiting call try for itself', async () => {
    const sent = answerFiles(SIZE_BYTES);
    const failing = sizeOf(fetchCached(file));
    await expect.poll(() => sent).toHaveLength(1);
    const waiting = sizeOf(fetchCached(file, tell));
    sent[0]?.break();
    await expect(failing).rejects.toThrow();
    await expect.poll(() => sent).toHaveLength(2);
    sent[1]?.send(SIZE_BYTES);
    sent[1]?.end();
    expect(await waiting).toBe(SIZE_BYTES);
  });
});

describe('a file that is requested twice at once', () => {
  test('is downloaded once, and both calls get its progress', async () => {
    const sent = answerFiles(SIZE_BYTES);
    const first = sizeOf(fetchCached(file));
    await expect.poll(() => sent).toHaveLength(1);
    const second = sizeOf(fetchCached(file, tell));
    await expect.poll(() => told).toEqual([begun]);
    sent[0]?.send(200);
    await expect.poll(() => told).toContainEqual(half);
    sent[0]?.send(200);
    sent[0]?.end();
    expect([await first, await second, sent.length]).toEqual([SIZE_BYTES, SIZE_BYTES, 1]);
  });

  test('is downloaded once if it is being prefetched, at low priority', async () => {
    const sent = answerFiles(SIZE_BYTES);
    const ahead = prefetchCached(file, never);
    await expect.poll(() => sent).toHaveLength(1);
    expect(sent[0]?.init?.priority).toBe('low');
    const size = sizeOf(fetchCached(file, tell));
    await expect.poll(() => told).toEqual([begun]);
    sent[0]?.send(SIZE_BYTES);
    sent[0]?.end();
    await ahead;
    expect([await size, sent.length]).toEqual([SIZE_BYTES, 1]);
    expect(told).toContainEqual(nearlyAll);
  });

  test('is downloaded by the waiting call once the prefetch is aborted, which stores nothing', async () => {
    const sent = answerFiles(SIZE_BYTES);
    const leaving = new AbortController();
    const ahead = prefetchCached(file, leaving.signal);
    await expect.poll(() => sent).toHaveLength(1);
    sent[0]?.send(200);
    leaving.abort();
    await expect(ahead).rejects.toThrow();
    expect(await isStored(file)).toBe(false);
    const size = sizeOf(fetchCached(file));
    await expect.poll(() => sent).toHaveLength(2);
    sent[1]?.send(SIZE_BYTES);
    sent[1]?.end();
    expect(await size).toBe(SIZE_BYTES);
  });

  test('reports another worker’s progress, and is requested anew once that worker is terminated', async () => {
    const sent = answerFiles(SIZE_BYTES);
    const worker = new Worker(new URL('../../support/page/fetch-cached.worker.ts', import.meta.url), {
      type: 'module',
      name: file.url,
    });
    const heard: SentBytes[] = [];
    worker.onmessage = ({ data }: MessageEvent<SentBytes>) => heard.push(data);
    await expect.poll(() => heard).toEqual([begun, answered, half]);
    const size = sizeOf(fetchCached(file, tell));
    await expect.poll(() => told).toEqual([begun]);
    expect(sent).toHaveLength(0);
    worker.terminate();
    await expect.poll(() => sent).toHaveLength(1);
    sent[0]?.send(SIZE_BYTES);
    sent[0]?.end();
    expect(await size).toBe(SIZE_BYTES);
  });
});

/** A request for a file, whose response a test sends piece by piece. */
interface SentFile {
  readonly init: RequestInit | undefined;
  /** Sends this many bytes of the file. */
  send(bytes: number): void;
  end(): void;
  /** Breaks the connection. */
  break(): void;
}

/**
 * Answers every request of this page, compressed to a quarter as it is sent, until the globals are unstubbed.
 *
 * @param sizeBytes size of each file
 * @param cacheControl what the answers may be used for
 * @returns the requests in the order in which they were made
 */
function answerFiles(sizeBytes: number, cacheControl = 'public, max-age=31536000, immutable'): SentFile[] {
  const sent: SentFile[] = [];
  vi.stubGlobal('fetch', async (_url: string, init?: RequestInit) => {
    init?.signal?.throwIfAborted();
    let line: ReadableStreamDefaultController<Uint8Array> | undefined;
    const file: SentFile = {
      init,
      send: (bytes) => line?.enqueue(new Uint8Array(bytes)),
      end: () => line?.close(),
      break: () => line?.error(new TypeError('network error')),
    };
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start(controller) {
        line = controller;
      },
    });
    init?.signal?.addEventListener('abort', () => line?.error(init.signal?.reason));
    sent.push(file);
    const headers = {
      'Cache-Control': cacheControl,
      'Content-Type': 'application/wasm',
      'Content-Encoding': 'br',
      'Content-Length': String(sizeBytes / 4),
    };
    return new Response(body, { headers });
  });
  return sent;
}
