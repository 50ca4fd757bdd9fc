import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Database } from '../../store/database.ts';
import { type MediaFiles, writeIncoming } from '../../store/files.ts';
import { findMedia, listMediaWithoutPeaks, peaksNameOf, setMediaPeaks } from '../../store/media.ts';
import type { PlayedMedia } from './played-media.ts';
import type { Waveforms } from './waveforms.ts';

/** The kept audio that waveforms are taken of. */
const EXTENSION = 'wav';

/** How long an upload's answer waits for its waveform: 106 MB take 0.1 s, an hour of stereo about a second. */
const WAIT_MAX_MS = 1500;

/** The waveforms that are kept beside stored audio. Audio without one plays as well, so a failure is nobody's error. */
export interface StoredWaveforms {
  /** Takes and keeps the waveform of stored audio. Resolves when it is kept, when it failed, or when it takes too long. */
  add(sha256: string): Promise<void>;
  /** Begins to take the waveforms that are missing, one after the other: a crash or an older version left them out. */
  startMissing(): void;
  /** Ends what is being taken. */
  close(): Promise<void>;
}

/** Waveforms kept in this database and these files; `onFailure` is told why audio gets none for now. */
export function createStoredWaveforms(
  database: Database,
  files: MediaFiles,
  played: PlayedMedia,
  waveforms: Waveforms,
  onFailure: (sha256: string, error: unknown) => void,
): StoredWaveforms {
  const running = new Set<Promise<void>>();
  let isClosed = false;

  async function take(sha256: string): Promise<void> {
    const bytes = await waveforms.take(join(files.mediaDir, files.pathOf({ sha256, extension: EXTENSION })));
    const incoming = await writeIncoming(files, bytes);
    const contentSha256 = createHash('sha256').update(bytes).digest('hex');
    const isSettled = async (): Promise<true | undefined> => {
      const row = await findMedia(database.reader, sha256);
      return row === undefined || row.peaks_sha256 !== null ? true : undefined;
    };
    try {
      await played.add<true>(incoming, peaksNameOf(sha256), isSettled, async (tx) => {
        await setMediaPeaks(tx, sha256, contentSha256);
        return { result: true, released: [] };
      });
    } finally {
      await files.discard(incoming);
    }
  }

  function track(task: Promise<void>): Promise<void> {
    running.add(task);
    return task.finally(() => running.delete(task));
  }

  function start(sha256: string): Promise<void> {
    const task = take(sha256).catch((error: unknown) => {
      if (!isClosed) onFailure(sha256, error);
    });
    return track(task);
  }

  async function takeMissing(): Promise<void> {
    for (const { sha256 } of await listMediaWithoutPeaks(database.reader, EXTENSION)) {
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
    startMissing: () => {
      track(takeMissing());
    },
    close: async () => {
      isClosed = true;
      await waveforms.close();
      await Promise.all(running);
    },
  };
}
