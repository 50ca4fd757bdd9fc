import type { PackFile } from '../../contracts/pack.ts';
import { FileFetchError, fetchFile } from '../platform/kept/fetch-file.ts';
import { isFull, KeptStorageError } from '../platform/kept/kept-cache.ts';
import { keepFile } from '../platform/kept/kept-packs.ts';
import type { TryEnd } from './pack-tries.ts';

/** Files fetched at a time: many are small, and a connection with a long delay would idle between them. */
const LANES = 4;
/** After this many expired links in a row the others are not tried. */
const ENDED_MAX = 3;

/**
 * Fetches and stores files, in their order. If the server can't send a file, the others are still fetched; without a
 * network, or without room, the rest is left.
 *
 * @param onProgress called with the received bytes of files that are not whole yet; not once aborted.
 * @throws the signal's reason if aborted.
 */
export async function fetchMissing(
  missing: readonly PackFile[],
  signal: AbortSignal,
  onProgress: (looseBytes: number) => void,
): Promise<TryEnd> {
  const queue = [...missing];
  const loose = new Map<PackFile, number>();
  let end: TryEnd = { fault: null, retryAfterMs: null, stored: 0 };
  let [isOver, endedInRow] = [false, 0];

  // A lane may be storing a file when the download is stopped.
  const report = (): void => {
    if (!signal.aborted) onProgress([...loose.values()].reduce((sum, bytes) => sum + bytes, 0));
  };

  function noteFailure(error: unknown): void {
    const { fault, retryAfterMs } = explainFailure(error);
    endedInRow = fault === 'ended' ? endedInRow + 1 : 0;
    isOver ||= (fault !== 'ended' && fault !== 'server') || endedInRow >= ENDED_MAX;
    // A fault that ends the try counts; of the others the last one.
    if (end.fault === null || end.fault === 'ended' || end.fault === 'server') end = { ...end, fault, retryAfterMs };
  }

  async function runLane(): Promise<void> {
    for (;;) {
      const file = isOver ? undefined : queue.shift();
      if (file === undefined) return;
      try {
        const content = await fetchFile(file, signal, (bytes) => {
          loose.set(file, bytes);
          report();
        });
        await keepFile(file, content);
        endedInRow = 0;
        end = { ...end, stored: end.stored + 1 };
      } catch (error) {
        signal.throwIfAborted();
        noteFailure(error);
      }
      loose.delete(file);
      report();
    }
  }

  // All lanes have settled, because anything stored after an abort would belong to no download.
  await Promise.allSettled(Array.from({ length: LANES }, runLane));
  signal.throwIfAborted();
  return end;
}

/** Classifies a failure of the network, the server or the storage for a try. */
export function explainFailure(error: unknown): Pick<TryEnd, 'fault' | 'retryAfterMs'> {
  if (error instanceof FileFetchError) return { fault: error.fault, retryAfterMs: error.retryAfterMs };
  if (isFull(error)) return { fault: 'full', retryAfterMs: null };
  if (error instanceof KeptStorageError) return { fault: 'unsupported', retryAfterMs: null };
  // The storage failed temporarily: an interrupted write, a page in the back/forward cache.
  return { fault: 'server', retryAfterMs: null };
}
