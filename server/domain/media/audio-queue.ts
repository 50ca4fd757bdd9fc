import type { Database, Reader, Transactor } from '../../store/database.ts';
import type { MediaName } from '../../store/files.ts';
import type { FreeNow } from '../../store/leases/leases.ts';
import { findMedia, type MediaRow } from '../../store/media.ts';
import { type Lease, LeaseLostError, type Leases, retryWaitMs, UNFINISHED_MAX } from '../leases.ts';
import type { PlayedMedia } from './played-media.ts';

/** Several servers look at once: who comes second to one takes the next. */
export const CANDIDATES = 10;

/** A file that was made beside audio. */
export interface MadeFile {
  /** Path of the file, flushed to the disk. */
  readonly path: string;
  readonly name: MediaName;
  /** Notes it in the row of the audio. */
  note(tx: Transactor): Promise<void>;
}

/** What {@link createAudioQueue} works with. */
export interface AudioQueueParts {
  readonly database: Database;
  readonly played: PlayedMedia;
  readonly leases: Leases;
  readonly kind: 'waveform' | 'rendition';
  /** The SHA-256 of audio that has no such file and is free: the oldest, up to {@link CANDIDATES}. */
  readonly find: (reader: Reader, free: FreeNow) => Promise<readonly string[]>;
  /** Makes the file and hands it to `keep`. It deletes what `keep` leaves. */
  readonly make: (audio: MediaRow, keep: (made: MadeFile) => Promise<void>) => Promise<void>;
  /** Whether the audio has its file. */
  readonly isMade: (audio: MediaRow) => boolean;
  /** Notes a failure, and returns how many there were. `isLast` where there must be no other attempt. */
  readonly countFailure: (tx: Transactor, audio: MediaRow, failuresBefore: number, isLast: boolean) => Promise<number>;
  /** Called with the audio that got none, and how many attempts have failed; without when the database failed. */
  readonly onFailure: (error: unknown, audio?: { readonly sha256: string; readonly failures: number }) => void;
}

/** Makes files beside stored audio. Each is made by one of the servers on this database, whichever is free. */
export interface AudioQueue {
  /** Makes what is missing, one after the other, until nothing is free. Never rejects. */
  makeMissing(): Promise<void>;
  /** Makes that of this audio, unless it is being made. Resolves when that is done or has failed. */
  make(sha256: string): Promise<void>;
  /** Starts nothing any more: what fails from now on counts as not tried. Resolves once `abort` has ended what runs. */
  close(abort: () => Promise<void>): Promise<void>;
}

/** The queue of one kind of file. */
export function createAudioQueue(parts: AudioQueueParts): AudioQueue {
  const { database, played, leases, kind, isMade } = parts;
  const running = new Set<Promise<void>>();
  let isClosed = false;

  async function keep(lease: Lease, { path, name, note }: MadeFile): Promise<void> {
    const end = await played.add<'kept' | 'needless'>(
      path,
      name,
      async () => {
        const audio = await findMedia(database.reader, lease.subject);
        return audio === undefined || isMade(audio) ? 'needless' : undefined;
      },
      async (tx) => {
        await note(tx);
        await lease.end(tx);
        return { result: 'kept', released: [] };
      },
    );
    if (end === 'needless') await database.transact((tx) => lease.end(tx));
  }

  async function fail(lease: Lease, error: unknown): Promise<void> {
    if (isClosed) return lease.giveBack();
    // Another server makes it by now.
    if (error instanceof LeaseLostError) return;
    const isLast = lease.unfinished >= UNFINISHED_MAX;
    const failures = await database.transact(async (tx) => {
      const audio = await findMedia(tx, lease.subject);
      // Deleted meanwhile: there is nothing to make a file of.
      const failures = audio && (await parts.countFailure(tx, audio, lease.failures, isLast));
      const waitMs = retryWaitMs((failures ?? 1) - 1);
      // Remembered, so that it isn't tried anew after the wait.
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
      else await parts.make(audio, (made) => keep(lease, made));
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
    makeMissing: () =>
      track(async () => {
        while (!isClosed) {
          const lease = await leases.take(kind, parts.find);
          if (lease === undefined) return;
          await work(lease);
        }
      }),
    make: (sha256) =>
      track(async () => {
        // It was just stored, anew perhaps: earlier failures say nothing of it.
        const lease = isClosed ? undefined : await leases.take(kind, async () => [sha256], true);
        if (lease !== undefined) await work(lease);
      }),
    close: async (abort) => {
      isClosed = true;
      await abort();
      await Promise.all(running);
    },
  };
}
