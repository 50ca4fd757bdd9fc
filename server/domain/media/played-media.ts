import type { Database, Transactor } from '../../store/database.ts';
import type { MediaFiles, MediaName } from '../../store/files.ts';
import { hasImage } from '../../store/images.ts';
import { deleteMedia, filesOf } from '../../store/media.ts';
import { isMediaPlayed } from '../../store/places.ts';
import { imageNameOf, isFileNamed } from '../../store/stored-files.ts';
import { createLock } from '../lock.ts';

/** What a change of places' audio comes to. */
export interface PlayedChange<Result> {
  readonly result: Result;
  /** SHA-256 of what places played before and may not play any more; null for a place without audio. */
  readonly released: readonly (string | null)[];
  /** SHA-256 of images that nothing may show any more. */
  readonly releasedImages?: readonly string[];
}

/**
 * Changes of what places play and of the images that are shown, one after the other: a file that one request just moved in must not be taken for unused
 * by another that is removing the same content. Of what a change releases, that which no place plays any more goes, the
 * row in the same transaction and the file after it.
 */
export interface PlayedMedia {
  /**
   * Moves the complete, flushed file at `path` to its name, then runs `work` in a transaction; it notes the media's row.
   * Where that fails, the file goes unless something else plays it.
   *
   * @param before Runs first, without a transaction; where it answers something, that is the result and nothing is moved.
   */
  add<Result>(
    path: string,
    name: MediaName,
    before: () => Promise<Result | undefined>,
    work: (tx: Transactor) => Promise<PlayedChange<Result>>,
  ): Promise<Result>;
  /** Runs `work`, which takes audio away from places, in a transaction. */
  release<Result>(work: (tx: Transactor) => Promise<PlayedChange<Result>>): Promise<Result>;
}

/** What places of this database play of these files. */
export function createPlayedMedia(database: Database, files: MediaFiles): PlayedMedia {
  const lock = createLock();

  async function change<Result>(work: (tx: Transactor) => Promise<PlayedChange<Result>>): Promise<Result> {
    const { result, unused } = await database.transact(async (tx) => {
      const { result, released, releasedImages = [] } = await work(tx);
      const unused = [...(await forgetUnplayed(tx, released)), ...(await unshown(tx, releasedImages))];
      return { result, unused };
    });
    for (const name of unused) await files.remove(name);
    return result;
  }

  return {
    add: (path, name, before, work) =>
      lock(async () => {
        const already = await before();
        if (already !== undefined) return already;
        await files.keep(path, name);
        return change(work).catch(async (error: unknown) => {
          if (!(await isFileNamed(database.reader, name))) await files.remove(name);
          throw error;
        });
      }),
    release: (work) => lock(() => change(work)),
  };
}

async function forgetUnplayed(tx: Transactor, released: readonly (string | null)[]): Promise<MediaName[]> {
  const unused: MediaName[] = [];
  for (const sha256 of new Set(released)) {
    if (sha256 === null || (await isMediaPlayed(tx, sha256))) continue;
    const row = await deleteMedia(tx, sha256);
    if (row !== undefined) unused.push(...filesOf(row));
  }
  return unused;
}

async function unshown(tx: Transactor, hashes: readonly string[]): Promise<MediaName[]> {
  const unused: MediaName[] = [];
  for (const sha256 of new Set(hashes)) {
    if (!(await hasImage(tx, sha256))) unused.push(imageNameOf(sha256));
  }
  return unused;
}
