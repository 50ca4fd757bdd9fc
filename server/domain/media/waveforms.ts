import type { Database } from '../../store/database.ts';
import { type MediaFiles, writeIncoming } from '../../store/files.ts';
import { findMedia, listWithoutPeaks, peaksNameOf, updateMedia } from '../../store/media.ts';
import type { Leases } from '../leases.ts';
import { CANDIDATES, createAudioQueue } from './audio-queue.ts';
import { createAudioThread } from './audio-thread.ts';
import type { PlayedMedia } from './played-media.ts';

/** Time that the response to an upload waits for its waveform: 106 MB take 0.1 s, an hour of stereo about a second. */
const WAIT_MAX_MS = 1500;

/** The waveforms stored beside audio. Audio also plays without one, so a failure is only reported. */
export interface StoredWaveforms {
  /** Computes and stores the waveform of stored audio. Resolves when that is done, has failed, or takes too long. */
  add(sha256: string): Promise<void>;
  /** Computes missing waveforms, one after the other: an older version or any server's crash may have left them out. */
  addMissing(): Promise<void>;
  /** Aborts the running job. */
  close(): Promise<void>;
}

interface StoredWaveformsParts {
  readonly database: Database;
  readonly files: MediaFiles;
  readonly played: PlayedMedia;
  readonly leases: Leases;
  readonly waveforms: Waveforms;
  /** Called with the SHA-256 of audio that gets no waveform; without it if the database failed. */
  readonly onFailure: (error: unknown, sha256?: string) => void;
}

/** The waveforms in this database and these files. */
export function createStoredWaveforms(parts: StoredWaveformsParts): StoredWaveforms {
  const { database, files, played, leases, waveforms, onFailure } = parts;
  const queue = createAudioQueue({
    database,
    played,
    leases,
    kind: 'waveform',
    find: (reader, free) => listWithoutPeaks(reader, free, CANDIDATES),
    isMade: ({ peaks_sha256 }) => peaks_sha256 !== null,
    make: async ({ sha256, extension }, store) => {
      const bytes = await files.withPath({ sha256, extension }, waveforms.take);
      const incoming = await writeIncoming(files, bytes);
      try {
        await store({
          path: incoming.path,
          name: peaksNameOf(sha256),
          note: (tx) => updateMedia(tx, sha256, { peaks_sha256: incoming.sha256 }),
        });
      } finally {
        await files.discard(incoming.path);
      }
    },
    countFailure: async (_tx, _audio, failuresBefore) => failuresBefore + 1,
    onFailure: (error, audio) => onFailure(error, audio?.sha256),
  });

  return {
    add: async (sha256) => {
      if ((await findMedia(database.reader, sha256))?.peaks_sha256 !== null) return;
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, WAIT_MAX_MS);
      });
      await Promise.race([queue.make(sha256), late]);
      clearTimeout(timer);
    },
    addMissing: queue.makeMissing,
    close: () => queue.close(waveforms.close),
  };
}

/** Time limit for one recording: 635 MB, an hour of stereo, take about a second. */
const TIME_MAX_MS = 60_000;

/** Computes the waveforms of recordings in a worker thread, one after the other. */
interface Waveforms {
  /**
   * Returns the waveform of a WAV file, as it is stored (see `takeWaveform`).
   * @throws Error if the file is not such a WAV, the worker crashed, it took too long, or this was closed.
   */
  take(wavPath: string): Promise<Uint8Array>;
  /** Terminates the worker and rejects the running call. */
  close(): Promise<void>;
}

/** Creates a separate thread for waveforms, so that none waits for a rendition. */
export function createWaveforms(): Waveforms {
  const thread = createAudioThread<string, ArrayBuffer>('waveforms', import.meta.url);
  return {
    take: async (wavPath) => new Uint8Array(await thread.run(wavPath, TIME_MAX_MS)),
    close: thread.close,
  };
}
