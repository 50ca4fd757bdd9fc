import type { Database, Transactor } from '../../store/database.ts';
import { fileNameOf, type MediaFiles, type MediaName } from '../../store/files.ts';
import { deleteMedia, filesOf, isReferredTo, isShown, lockOf, PICTURES_LOCK } from '../../store/media.ts';
import { putOrphans } from '../../store/media-owner.ts';
import { isAudioUnderReport } from '../../store/moderation.ts';
import { isMediaInVersion } from '../../store/place-versions.ts';
import { isMediaPlayed } from '../../store/places.ts';
import { createLimit } from '../locks.ts';

/**
 * Maximum number of files that are moved in at the same time: a bucket needs some time for a large one, and each holds
 * one of the connections for locks. The other connections serve deletions.
 */
const ARRIVING_MAX = 4;

/** The result of a change to what places play or show. */
export interface PlayedChange<Result> {
  readonly result: Result;
  /** SHA-256 of audio that may now be unused; null for a place that had none. */
  readonly released: readonly (string | null)[];
  /** Files of images and pictures that may now be unused. */
  readonly releasedImages?: readonly MediaName[];
}

/** How long a call waits for another server's work on the same file: that server may be cut off from the database. */
const TURN_WAIT_MAX_MS = 4000;

/** A complete, flushed file at `path`, and the name that it gets. */
export interface ArrivingFile {
  readonly path: string;
  readonly name: MediaName;
}

/**
 * Changes which audio places play and which images are shown. Released files that nothing uses any more are deleted:
 * the row in the same transaction, the file after it. Files with the same {@link lockOf} are added and deleted one after
 * the other, on all servers: a file that one request has added must not count as unused for another that deletes it.
 */
export type PlayedMedia = ReturnType<typeof createPlayedMedia>;

/**
 * The media in this database and these files.
 * @param onLeft called with an unused file that could not be deleted, and the error. The next sweep deletes it.
 */
export function createPlayedMedia(
  database: Database,
  files: MediaFiles,
  onLeft: (name: MediaName, error: unknown) => void,
) {
  const arrive = createLimit(ARRIVING_MAX);
  /** Never rejects, because the change that released the file is already committed. */
  async function removeUnused(name: MediaName): Promise<void> {
    try {
      if (!(await isReferredTo(database.reader, name))) await files.remove(name);
    } catch (error) {
      onLeft(name, error);
    }
  }

  function change<Result>(work: (tx: Transactor) => Promise<PlayedChange<Result>>) {
    return database.transact(async (tx) => {
      const { result, ...released } = await work(tx);
      // A deletion that fails now, or that a crash prevents, is repeated by the next sweep of the stored files.
      return { result, unused: await releaseUnused(tx, released) };
    });
  }

  async function removeAll(names: readonly MediaName[]): Promise<void> {
    for (const name of names) {
      const removal = database.exclusively(lockOf(name), () => removeUnused(name), TURN_WAIT_MAX_MS);
      await removal.catch((error: unknown) => onLeft(name, error));
    }
  }

  /** Moves files with one lock to their names, then runs `work`. */
  async function addAll<Result>(
    lock: string,
    arriving: readonly ArrivingFile[],
    before: () => Promise<Result | undefined>,
    work: (tx: Transactor) => Promise<PlayedChange<Result>>,
  ): Promise<Result> {
    const { result, unused } = await arrive(() =>
      database.exclusively(
        lock,
        async () => {
          const result = await before();
          if (result !== undefined) return { result, unused: [] };
          try {
            for (const { path, name } of arriving) await files.store(path, name);
            return await change(work);
          } finally {
            // After a failure, or if there was nothing left to add.
            for (const { name } of arriving) await removeUnused(name);
          }
        },
        TURN_WAIT_MAX_MS,
      ),
    );
    await removeAll(unused);
    return result;
  }

  return {
    /**
     * Moves the complete, flushed file at `path` to its name, then runs `work`, which adds its row, in a transaction. If
     * that fails, or adds no row, the file is deleted unless something else uses it.
     * @param before runs first, outside the transaction; if it returns a result, nothing is moved and that is the result.
     */
    add: <Result>(
      path: string,
      name: MediaName,
      before: () => Promise<Result | undefined>,
      work: (tx: Transactor) => Promise<PlayedChange<Result>>,
    ): Promise<Result> => addAll(lockOf(name), [{ path, name }], before, work),
    /** The same for the files of one picture. */
    addPicture: <Result>(
      arriving: readonly ArrivingFile[],
      work: (tx: Transactor) => Promise<PlayedChange<Result>>,
    ): Promise<Result> => addAll(PICTURES_LOCK, arriving, async () => undefined, work),
    /** Runs `work`, which removes audio or images from places, in a transaction. */
    release: async <Result>(work: (tx: Transactor) => Promise<PlayedChange<Result>>): Promise<Result> => {
      const { result, unused } = await change(work);
      await removeAll(unused);
      return result;
    },
  };
}

/** Deletes the rows of released files that nothing uses any more; returns the files, which the next sweep deletes. */
export async function releaseUnused(
  tx: Transactor,
  { released, releasedImages = [] }: Omit<PlayedChange<unknown>, 'result'>,
): Promise<MediaName[]> {
  const unused = [...(await deleteUnplayed(tx, released)), ...(await unshown(tx, releasedImages))];
  await putOrphans(
    tx,
    unused.map((name) => ({ file_name: fileNameOf(name), seen_at: null, aside_at: null })),
  );
  return unused;
}

async function deleteUnplayed(tx: Transactor, released: readonly (string | null)[]): Promise<MediaName[]> {
  const unused: MediaName[] = [];
  for (const sha256 of new Set(released)) {
    if (sha256 === null || (await isMediaPlayed(tx, sha256)) || (await isMediaInVersion(tx, sha256))) continue;
    if (await isAudioUnderReport(tx, sha256)) continue;
    const row = await deleteMedia(tx, sha256);
    if (row !== undefined) unused.push(...filesOf(row));
  }
  return unused;
}

async function unshown(tx: Transactor, names: readonly MediaName[]): Promise<MediaName[]> {
  const unused = new Map<string, MediaName>();
  for (const name of names) {
    if (!(await isShown(tx, name))) unused.set(fileNameOf(name), name);
  }
  return [...unused.values()];
}
