import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../../../store/database.ts';
import type { MediaFiles } from '../../../store/files.ts';
import {
  countRenditionFailure,
  findMedia,
  MASTER_EXTENSION,
  type MediaRow,
  nextWithoutRendition,
  renditionNameOf,
  setMediaRendition,
} from '../../../store/media.ts';
import type { PlayedMedia } from '../played-media.ts';
import type { Renditions } from './renditions.ts';

/** Attempts for one recording; it is played as it is after that. */
export const RENDITION_FAILURES_MAX = 5;
/** Wait before the second attempt. The next ones wait six times as long each, up to a day and a half: a disk stays full. */
const RETRY_MS = 10 * 60_000;
const RETRY_GROWTH = 6;

/** The renditions stored beside audio. Audio also plays without one, so a failure is only counted and reported. */
export interface StoredRenditions {
  /**
   * Has the missing renditions made, one at a time in the order in which the audio arrived. Returns at once. What is
   * missing is in the database, so a crash forgets nothing.
   */
  wake(): void;
  /** Aborts what is running. */
  close(): Promise<void>;
}

/** What {@link createStoredRenditions} works with. */
export interface StoredRenditionsParts {
  readonly database: Database;
  readonly files: MediaFiles;
  readonly played: PlayedMedia;
  readonly renditions: Renditions;
  /** Called with the audio that got none, and how many attempts have failed; without when the database failed. */
  readonly onFailure: (error: unknown, audio?: { readonly sha256: string; readonly failures: number }) => void;
}

/** Where no renditions are made. */
export const NO_RENDITIONS: StoredRenditions = {
  wake: () => undefined,
  close: async () => undefined,
};

/** The renditions in this database and these files. */
export function createStoredRenditions(parts: StoredRenditionsParts): StoredRenditions {
  const { database, files, played, renditions, onFailure } = parts;
  /** Timers of the next attempts, by the SHA-256 of the audio. */
  const waiting = new Map<string, NodeJS.Timeout>();
  let retry: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let isWokenAgain = false;
  let isClosed = false;

  async function makeOne({ sha256, extension, duration_s }: MediaRow): Promise<void> {
    const folder = join(files.incomingDir, randomUUID());
    await mkdir(folder);
    try {
      const made = await files.withPath({ sha256, extension }, (wavPath) =>
        renditions.make({ wavPath, folder }, duration_s ?? 0),
      );
      const isSettled = async (): Promise<true | undefined> => {
        const row = await findMedia(database.reader, sha256);
        return row === undefined || row.rendition_sha256 !== null ? true : undefined;
      };
      await played.add<true>(made.path, renditionNameOf(sha256), isSettled, async (tx) => {
        await setMediaRendition(tx, sha256, {
          rendition_sha256: made.sha256,
          rendition_bytes: made.bytes,
          loudness_lufs: finiteOrNull(made.loudness.integratedLufs),
          loudness_range_lu: finiteOrNull(made.loudness.rangeLu),
          true_peak_dbtp: finiteOrNull(made.loudness.truePeakDbtp),
        });
        return { result: true, released: [] };
      });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  async function countFailure({ sha256, rendition_failures }: MediaRow, error: unknown): Promise<void> {
    // Deleted meanwhile: there is nothing to make a rendition of.
    if (isClosed || (await findMedia(database.reader, sha256)) === undefined) return;
    const retryMs = RETRY_MS * RETRY_GROWTH ** rendition_failures;
    waiting.set(
      sha256,
      wakeAfter(retryMs, () => waiting.delete(sha256)),
    );
    onFailure(error, { sha256, failures: rendition_failures + 1 });
    await database.transact((tx) => countRenditionFailure(tx, sha256));
  }

  async function makeMissing(): Promise<void> {
    while (isWokenAgain) {
      isWokenAgain = false;
      for (;;) {
        if (isClosed) return;
        const skipped = [...waiting.keys()];
        const next = await nextWithoutRendition(database.reader, MASTER_EXTENSION, RENDITION_FAILURES_MAX, skipped);
        if (next === undefined) break;
        await makeOne(next).catch((error: unknown) => countFailure(next, error));
      }
    }
  }

  function wake(): void {
    if (isClosed) return;
    isWokenAgain = true;
    running ??= makeMissing()
      .catch((error: unknown) => {
        onFailure(error);
        clearTimeout(retry);
        retry = wakeAfter(RETRY_MS);
      })
      .finally(() => {
        running = undefined;
        if (isWokenAgain) wake();
      });
  }

  function wakeAfter(waitMs: number, before = (): unknown => undefined): NodeJS.Timeout {
    const timer = setTimeout(() => {
      before();
      wake();
    }, waitMs);
    return timer.unref();
  }

  return {
    wake,
    close: async () => {
      isClosed = true;
      for (const timer of [retry, ...waiting.values()]) clearTimeout(timer);
      await renditions.close();
      await running;
    },
  };
}

function finiteOrNull(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}
