import type { Database } from '../../store/database.ts';
import { type MediaFiles, writeIncoming } from '../../store/files.ts';
import { findMedia, listMediaWithoutPeaks, MASTER_EXTENSION, peaksNameOf, setMediaPeaks } from '../../store/media.ts';
import type { PlayedMedia } from './played-media.ts';
import type { Waveforms } from './waveforms.ts';

/** How long the response to an upload waits for its waveform: 106 MB take 0.1 s, an hour of stereo about a second. */
const WAIT_MAX_MS = 1500;

/** The waveforms stored beside audio. Audio also plays without one, so a failure is only reported. */
export interface StoredWaveforms {
  /** Computes and stores the waveform of stored audio. Resolves when that is done, has failed or takes too long. */
  add(sha256: string): Promise<void>;
  /**
   * Starts computing missing waveforms, one after the other: a crash or an older version may have left them out. Calls
   * `onEnd` when that is done.
   */
  startMissing(onEnd: () => void): void;
  /** Aborts what is running. */
  close(): Promise<void>;
}

/**
 * The waveforms in this database and these files. `onFailure` is called with the SHA-256 of audio that gets none; without
 * when the database failed.
 */
export function createStoredWaveforms(
  database: Database,
  files: MediaFiles,
  played: PlayedMedia,
  waveforms: Waveforms,
  onFailure: (error: unknown, sha256?: string) => void,
): StoredWaveforms {
  const running = new Set<Promise<void>>();
  let isClosed = false;

  async function compute(sha256: string): Promise<void> {
    const bytes = await files.withPath({ sha256, extension: MASTER_EXTENSION }, waveforms.take);
    const incoming = await writeIncoming(files, bytes);
    const isSettled = async (): Promise<true | undefined> => {
      const row = await findMedia(database.reader, sha256);
      return row === undefined || row.peaks_sha256 !== null ? true : undefined;
    };
    try {
      await played.add<true>(incoming.path, peaksNameOf(sha256), isSettled, async (tx) => {
        await setMediaPeaks(tx, sha256, incoming.sha256);
        return { result: true, released: [] };
      });
    } finally {
      await files.discard(incoming.path);
    }
  }

  function track(task: Promise<void>): Promise<void> {
    running.add(task);
    return task.finally(() => running.delete(task));
  }

  function start(sha256: string): Promise<void> {
    const task = compute(sha256).catch((error: unknown) => {
      if (!isClosed) onFailure(error, sha256);
    });
    return track(task);
  }

  async function computeMissing(): Promise<void> {
    for (const { sha256 } of await listMediaWithoutPeaks(database.reader, MASTER_EXTENSION)) {
      if (isClosed) return;
      await start(sha256);
    }
  }

  return {
    add: async (sha256) => {
      if (isClosed || (await findMedia(database.reader, sha256))?.peaks_sha256 !== null) return;
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, WAIT_MAX_MS);
      });
      await Promise.race([start(sha256), late]);
      clearTimeout(timer);
    },
    startMissing: (onEnd) => {
      track(computeMissing().catch(onFailure).then(onEnd));
    },
    close: async () => {
      isClosed = true;
      await waveforms.close();
      await Promise.all(running);
    },
  };
}
