import { vi } from 'vitest';

/** A request for a file, whose answer a test sends piece by piece. */
export interface SentFile {
  readonly init: RequestInit | undefined;
  /** True once nobody reads on. */
  isCancelled: boolean;
  /** Sends so many bytes of the file. */
  send(bytes: number): void;
  end(): void;
  /** The line breaks. */
  break(): void;
}

/**
 * Answers every request of this page, compressed to a quarter as it is sent, until the globals are unstubbed.
 *
 * @param sizeBytes size of each file
 * @param cacheControl what the answers may be used for
 * @returns the requests in the order in which they were made
 */
export function answerFiles(sizeBytes: number, cacheControl = 'public, max-age=31536000, immutable'): SentFile[] {
  const sent: SentFile[] = [];
  vi.stubGlobal('fetch', async (_url: string, init?: RequestInit) => {
    init?.signal?.throwIfAborted();
    let line: ReadableStreamDefaultController<Uint8Array> | undefined;
    const file: SentFile = {
      init,
      isCancelled: false,
      send: (bytes) => line?.enqueue(new Uint8Array(bytes)),
      end: () => line?.close(),
      break: () => line?.error(new TypeError('network error')),
    };
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start(controller) {
        line = controller;
      },
      cancel() {
        file.isCancelled = true;
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
