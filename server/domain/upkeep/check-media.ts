import { setTimeout as wait } from 'node:timers/promises';
import type { Reader } from '../../store/database.ts';
import { fileNameOf, type MediaName, pathOfMedia, type StoredMedia } from '../../store/files.ts';
import { isReferredTo, listStoredFiles } from '../../store/media.ts';

/** A running server stores a file some milliseconds before its row. A difference for longer than this is a fault. */
const CHECKS_MAX = 5;
const CHECK_AGAIN_MS = 300;

/** The state of the stored files, by their paths below the folder of media or by their keys in the bucket. */
export interface MediaReport {
  /** Number of files that are present and unchanged. */
  readonly sound: number;
  /** Missing files to which the database refers. */
  readonly missing: readonly string[];
  /** Files to which the database does not refer. */
  readonly orphaned: readonly string[];
  /** Files whose content has changed. */
  readonly changed: readonly string[];
}

/** Compares every stored file with the database; a server may be running on both. */
export async function verifyMedia(reader: Reader, media: StoredMedia): Promise<MediaReport> {
  const expected = await listStoredFiles(reader);
  const { stored, foreign } = await media.list();
  const orphans = stored.filter((name) => !expected.has(fileNameOf(name)));
  const lost: MediaName[] = [];
  const changed: string[] = [];
  let sound = 0;
  for (const file of expected.values()) {
    const found = await media.hash(file);
    if (found === undefined) lost.push(file);
    else if (found === file.contentSha256) sound++;
    else changed.push(pathOfMedia(file));
  }
  const doubtful = await recheck(reader, media, [...orphans, ...lost]);
  return {
    sound,
    missing: doubtful.filter(({ isThere }) => !isThere).map(({ path }) => path),
    orphaned: [...doubtful.filter(({ isThere }) => isThere).map(({ path }) => path), ...foreign],
    changed,
  };
}

/** Checks names without a row or without a file again, because a running server may be storing them at this moment. */
async function recheck(reader: Reader, media: StoredMedia, names: readonly MediaName[]) {
  let doubtful = names.map((name) => ({ name, path: pathOfMedia(name), isThere: false }));
  for (let check = 0; check < CHECKS_MAX && doubtful.length > 0; check++) {
    await wait(CHECK_AGAIN_MS);
    const remaining: typeof doubtful = [];
    for (const { name, path } of doubtful) {
      const isThere = (await media.sizeOf(name)) !== undefined;
      if (isThere !== (await isReferredTo(reader, name))) remaining.push({ name, path, isThere });
    }
    doubtful = remaining;
  }
  return doubtful;
}
