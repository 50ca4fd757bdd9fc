import type { Database, Reader, Transactor } from '../../store/database.ts';
import type { MediaName } from '../../store/files.ts';
import type { FreeNow } from '../../store/leases.ts';
import { findMedia, type MediaRow } from '../../store/media.ts';
import { type Lease, LeaseLostError, type Leases, retryWaitMs, UNFINISHED_MAX } from '../leases.ts';
import type { PlayedMedia } from './played-media.ts';

/** Number of candidates that a query returns: when several servers look at once, each takes a different one. */
export const CANDIDATES = 10;

/** A file that was made from stored audio, such as a waveform. */
interface MadeFile {
  /** Path of the file, flushed to the disk. */
  readonly path: string;
  readonly name: MediaName;
  /** Notes the file in the row of the audio. */
  note(tx: Transactor): Promise<void>;
}

/** The dependencies of {@link createAudioQueue}. */
export interface AudioQueueParts {
  readonly database: Database;
  readonly played: PlayedMedia;
  readonly leases: Leases;
  readonly kind: 'waveform' | 'rendition';
  /** Returns the SHA-256 of audio that lacks the file and is free: the oldest, up to {@link CANDIDATES}. */
  readonly find: (reader: Reader, free: FreeNow) => Promise<readonly string[]>;
  /** Makes the file and hands it to `store`. Afterwards it deletes the file if `store` has not moved it. */
  readonly make: (audio: MediaRow, store: (made: MadeFile) => Promise<void>) => Promise<void>;
  /** Whether the audio has its file. */
  readonly isMade: (audio: MediaRow) => boolean;
  /** Notes a failure, and returns the number of failures so far. `isLast` if there must be no other attempt. */
  readonly countFailure: (tx: Transactor, audio: MediaRow, failuresBefore: number, isLast: boolean) => Promise<number>;
  /** Called with the audio that has no file yet and its failed attempts; without them if the database failed. */
  readonly onFailure: (error: unknown, audio?: { readonly sha256: string; readonly failures: number }) => void;
}

/** Makes files from stored audio. Each is made by one of the servers on this database, whichever is free. */
export type AudioQueue = ReturnType<typeof createAudioQueue>;

/** The queue of one kind of file. */
export function createAudioQueue(parts: AudioQueueParts) {
  const { database, played, leases, kind, isMade } = parts;
  const running = new Set<Promise<void>>();
  let isClosed = false;

  async function store(lease: Lease, { path, name, note }: MadeFile): Promise<void> {
    const end = await played.add<'stored' | 'needless'>(
      path,
      name,
      async () => {
        const audio = await findMedia(database.reader, lease.subject);
        return audio === undefined || isMade(audio) ? 'needless' : undefined;
      },
      async (tx) => {
        await note(tx);
        await lease.end(tx);
        return { result: 'stored', released: [] };
      },
    );
    if (end === 'needless') await database.transact((tx) => lease.end(tx));
  }

  async function fail(lease: Lease, error: unknown): Promise<void> {
    if (isClosed) return lease.giveBack();
    // Another server already makes it.
    if (error instanceof LeaseLostError) return;
    const isLast = lease.unfinished >= UNFINISHED_MAX;
    const failures = await database.transact(async (tx) => {
      const audio = await findMedia(tx, lease.subject);
      // Undefined if the audio was deleted meanwhile: then there is nothing to make.
      const failures = audio && (await parts.countFailure(tx, audio, lease.failures, isLast));
      const waitMs = retryWaitMs((failures ?? 1) - 1);
      // Stored, so that it isn't tried again after the wait.
      const unfinished = isLast ? lease.unfinished : 0;
      await lease.end(tx, failures === undefined ? undefined : { failures, unfinished, waitMs });
      return failures;
    });
    if (failures !== undefined) parts.onFailure(error, { sha256: lease.subject, failures });
  }

  async function work(lease: Lease): Promise<void> {
    try {
      if (lease.unfinished >= UNFINISHED_MAX) throw new Error(`${lease.unfinished} servers ended with this ${kind}`);
      const audio = await findMedia(database.reader, lease.subject);
      if (audio === undefined || isMade(audio)) await database.transact((tx) => lease.end(tx));
      else await parts.make(audio, (made) => store(lease, made));
    } catch (error) {
      await fail(lease, error);
    } finally {
      lease.letGo();
    }
  }

  async function track(work: () => Promise<void>): Promise<void> {
    const task = work().catch(parts.onFailure);
    running.add(task);
    await task;
    running.delete(task);
  }

  return {
    /** Makes the missing files, one after the other, until none is free. Never rejects. */
    makeMissing: () =>
      track(async () => {
        while (!isClosed) {
          const lease = await leases.take(kind, parts.find);
          if (lease === undefined) return;
          await work(lease);
        }
      }),
    /** Makes the file of this audio, unless it is already being made. Resolves when that is done or has failed. */
    make: (sha256: string) =>
      track(async () => {
        // Earlier failures don't count, because the audio was just stored, perhaps again.
        const lease = isClosed ? undefined : await leases.take(kind, async () => [sha256], true);
        if (lease !== undefined) await work(lease);
      }),
    /** Starts nothing more; failures from now on don't count. Resolves once `abort` has ended the running work. */
    close: async (abort: () => Promise<void>) => {
      isClosed = true;
      await abort();
      await Promise.all(running);
    },
  };
}

/** How often a server looks for jobs that other servers have no time for, or left when they were killed. */
const LOOK_MS = 10_000;

/** Makes missing waveforms and renditions now and at each interval. Returns a function that stops this. */
export function startAudioJobs(waveforms: { addMissing(): Promise<void> }, renditions: { wake(): void }): () => void {
  let isLooking = false;
  const look = async (): Promise<void> => {
    if (isLooking) return;
    isLooking = true;
    await waveforms.addMissing();
    renditions.wake();
    isLooking = false;
  };
  void look();
  const timer = setInterval(() => void look(), LOOK_MS).unref();
  return () => clearInterval(timer);
}
