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

/**
 * Fetches a file, and reports how much has arrived each time that another hundredth of its body was read.
 *
 * A browser counts a compressed body only after it has decompressed it, and tells beforehand how much is sent. So the share
 * is the one of the file's own size, and the bytes are that share of what is sent.
 *
 * @throws TypeError if nobody answers; the signal's reason if aborted
 */
export async function fetchCounted(
  { url, sizeBytes }: LargeFile,
  onProgress: (progress: SentBytes) => void,
  init: RequestInit = {},
): Promise<Response> {
  const answer = await fetch(url, init);
  if (!answer.ok) return answer;
  // Some proxies don't tell how much they send.
  const totalBytes = Number(answer.headers.get('Content-Length')) || sizeBytes;
  onProgress({ loadedBytes: 0, totalBytes });
  const report = risingSteps((share) => onProgress({ loadedBytes: share * totalBytes, totalBytes }));
  // A copy is counted: the browser compiles what it passes on itself while it arrives, and faster than a stream of ours.
  countBytes(answer.clone(), (readBytes) => report(readBytes / sizeBytes)).catch(() => {
    // Whoever reads the answer meets the same break.
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
