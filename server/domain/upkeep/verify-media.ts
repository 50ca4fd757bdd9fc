import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Reader } from '../../store/database.ts';
import { codeOf, fileNameOf, hashFile, type MediaName, pathOfMedia } from '../../store/files.ts';
import { listFolder } from '../../store/list-files.ts';
import { isReferredTo, listStoredFiles } from '../../store/stored-files.ts';

/** A running server stores a file some milliseconds before its row. What differs for longer than this is a fault. */
const CHECKS_MAX = 5;
const CHECK_AGAIN_MS = 300;

/** The state of the stored files, by their paths below the folder of media. */
export interface MediaReport {
  /** Number of files that are as they should be. */
  readonly sound: number;
  /** Missing files to which the database refers. */
  readonly missing: readonly string[];
  /** Files to which the database does not refer. */
  readonly orphaned: readonly string[];
  /** Files whose content has changed. */
  readonly changed: readonly string[];
}

/** Compares every stored file with the database; a server may be running on both. */
export async function verifyMedia(reader: Reader, mediaDir: string): Promise<MediaReport> {
  const expected = await listStoredFiles(reader);
  const { stored, foreign } = await listFolder(mediaDir);
  const orphans = stored.filter((name) => !expected.has(fileNameOf(name)));
  const lost: MediaName[] = [];
  const changed: string[] = [];
  let sound = 0;
  for (const file of expected.values()) {
    const path = pathOfMedia(file);
    const found = await hashFile(join(mediaDir, path)).catch(undefinedIfMissing);
    if (found === undefined) lost.push(file);
    else if (found === file.contentSha256) sound++;
    else changed.push(path);
  }
  const doubtful = await recheck(reader, mediaDir, [...orphans, ...lost]);
  return {
    sound,
    missing: doubtful.filter(({ isThere }) => !isThere).map(({ path }) => path),
    orphaned: [...doubtful.filter(({ isThere }) => isThere).map(({ path }) => path), ...foreign],
    changed,
  };
}

/** Checks again the names without a row or without a file: a running server may just be storing them. */
async function recheck(reader: Reader, mediaDir: string, names: readonly MediaName[]) {
  let doubtful = names.map((name) => ({ name, path: pathOfMedia(name), isThere: false }));
  for (let check = 0; check < CHECKS_MAX && doubtful.length > 0; check++) {
    await wait(CHECK_AGAIN_MS);
    const remaining: typeof doubtful = [];
    for (const { name, path } of doubtful) {
      const isThere = (await stat(join(mediaDir, path)).catch(undefinedIfMissing)) !== undefined;
      if (isThere !== (await isReferredTo(reader, name))) remaining.push({ name, path, isThere });
    }
    doubtful = remaining;
  }
  return doubtful;
}

function undefinedIfMissing(error: unknown): undefined {
  if (codeOf(error) === 'ENOENT') return undefined;
  throw error;
}
