import { risingSteps } from './progress.ts';

/** A large file of our own origin. */
export interface LargeFile {
  readonly url: string;
  /** Its own size; the server sends fewer bytes, since it compresses the file. */
  readonly sizeBytes: number;
}

/** How much of a file has arrived, in bytes as they are sent. */
export interface SentBytes {
  readonly loadedBytes: number;
  /** Null until the server has answered. */
  readonly totalBytes: number | null;
}

/** A download under way. */
export interface CountedDownload {
  readonly response: Response;
  /** True once the line broke while the body was read. */
  hasBroken(): boolean;
}

/**
 * Fetches a file, and reports how much has arrived each time that another hundredth of its body was read.
 *
 * A browser counts a compressed body only after it has decompressed it, and tells beforehand how much is sent. So the share
 * is the one of the file's own size, and the bytes are that share of what is sent.
 *
 * @throws TypeError if nobody answers; the signal's reason if aborted
 */
export async function startDownload(
  { url, sizeBytes }: LargeFile,
  onProgress: (progress: SentBytes) => void,
  init: RequestInit = {},
): Promise<CountedDownload> {
  const answer = await fetch(url, init);
  if (!answer.ok || answer.body === null) return { response: answer, hasBroken: () => false };

  // Some proxies don't tell how much they send.
  const totalBytes = Number(answer.headers.get('Content-Length')) || sizeBytes;
  onProgress({ loadedBytes: 0, totalBytes });
  const report = risingSteps((share) => onProgress({ loadedBytes: share * totalBytes, totalBytes }));
  let readBytes = 0;
  let isBroken = false;
  const reader = answer.body.getReader();
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) {
          controller.close();
          return;
        }
        readBytes += value.length;
        report(readBytes / sizeBytes);
        controller.enqueue(value);
      } catch (error) {
        isBroken = true;
        throw error;
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
  const headers = new Headers(answer.headers);
  // They are about the bytes on the line.
  headers.delete('Content-Encoding');
  headers.delete('Content-Length');
  return { response: new Response(body, { headers }), hasBroken: () => isBroken };
}
