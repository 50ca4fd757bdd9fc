import { risingSteps } from './progress.ts';

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
 * Fetches a file, and reports progress each time another hundredth of its body was read.
 *
 * A browser counts a compressed body only after decompressing it, and states its transferred size beforehand. So the
 * share is measured by the file's own size, and the bytes are that share of the transferred size.
 *
 * @throws TypeError if there is no response; the signal's reason if aborted
 */
export async function fetchCounted(
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
