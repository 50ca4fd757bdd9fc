import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { MediaFiles } from '../../../store/files.ts';
import { listWithoutRendition, renditionNameOf, updateMedia } from '../../../store/media.ts';
import { type AudioQueueParts, CANDIDATES, createAudioQueue } from '../audio-queue.ts';
import { createAudioThread } from '../audio-thread.ts';
import type { MadeRendition } from './make-rendition.ts';

/** Maximum attempts for one recording; afterwards listeners get the master. */
export const RENDITION_FAILURES_MAX = 5;

/** The renditions stored beside audio. Audio also plays without one, so a failure is only counted and reported. */
export type StoredRenditions = ReturnType<typeof createStoredRenditions>;

interface StoredRenditionsParts extends Pick<AudioQueueParts, 'database' | 'played' | 'leases' | 'onFailure'> {
  readonly files: MediaFiles;
  readonly renditions: Renditions;
}

/** For a server that makes no renditions. */
export const NO_RENDITIONS: StoredRenditions = {
  wake: () => undefined,
  close: async () => undefined,
};

/** The renditions in this database and these files. */
export function createStoredRenditions(parts: StoredRenditionsParts) {
  const { database, files, played, leases, renditions, onFailure } = parts;
  let isRunning = false;
  let isWokenAgain = false;
  const queue = createAudioQueue({
    database,
    played,
    leases,
    kind: 'rendition',
    find: (reader, free) => listWithoutRendition(reader, RENDITION_FAILURES_MAX, free, CANDIDATES),
    isMade: ({ rendition_sha256 }) => rendition_sha256 !== null,
    make: async ({ sha256, extension, duration_s }, store) => {
      const folder = join(files.incomingDir, randomUUID());
      await mkdir(folder);
      try {
        const made = await files.withPath({ sha256, extension }, (wavPath) =>
          renditions.make({ wavPath, folder }, duration_s ?? 0),
        );
        await store({
          path: made.path,
          name: renditionNameOf(sha256),
          note: (tx) =>
            updateMedia(tx, sha256, {
              rendition_sha256: made.sha256,
              rendition_bytes: made.bytes,
              loudness_lufs: finiteOrNull(made.loudness.integratedLufs),
              loudness_range_lu: finiteOrNull(made.loudness.rangeLu),
              true_peak_dbtp: finiteOrNull(made.loudness.truePeakDbtp),
            }),
        });
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
    countFailure: async (tx, { sha256, rendition_failures }, _failuresBefore, isLast) => {
      const failures = isLast ? RENDITION_FAILURES_MAX : rendition_failures + 1;
      await updateMedia(tx, sha256, { rendition_failures: failures });
      return failures;
    },
    onFailure,
  });

  /** One run at a time: a call during a run makes it look again at its end. */
  async function run(): Promise<void> {
    if (isRunning) {
      isWokenAgain = true;
      return;
    }
    isRunning = true;
    do {
      isWokenAgain = false;
      await queue.makeMissing();
    } while (isWokenAgain);
    isRunning = false;
  }

  return {
    /**
     * Makes missing renditions, one at a time in the order in which the audio arrived. Returns at once. The database
     * knows which ones are missing, so a crash forgets nothing, and any server may make them.
     */
    wake: () => {
      void run();
    },
    /** Aborts the running job. */
    close: () => queue.close(renditions.close),
  };
}

function finiteOrNull(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}

/** Time limit of a short recording: starting the worker and the encoder takes a second. */
const TIME_MIN_MS = 60_000;

/** A rendition to make. */
export interface RenditionJob {
  readonly wavPath: string;
  /** An empty folder for the written files; the caller removes it. */
  readonly folder: string;
}

/** Makes renditions in a worker thread, one after the other. */
interface Renditions {
  /**
   * Makes the rendition of a WAV file (see `makeRendition`).
   * @param durationS duration of the recording; a job slower than real time counts as a failure
   * @throws Error if the file is not such a WAV, the worker crashed, it took too long, or this was closed.
   */
  make(job: RenditionJob, durationS: number): Promise<MadeRendition>;
  /** Terminates the worker and rejects the running call. */
  close(): Promise<void>;
}

/** Creates a separate thread for renditions. */
export function createRenditions(): Renditions {
  const thread = createAudioThread<RenditionJob, MadeRendition>('renditions', import.meta.url);
  return {
    make: (job, durationS) => thread.run(job, TIME_MIN_MS + durationS * 1000),
    close: thread.close,
  };
}
