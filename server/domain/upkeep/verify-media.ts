import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Reader } from '../../store/database.ts';
import { hashFile, type MediaName, pathOfMedia } from '../../store/files.ts';
import { fileNameOf, listFolder } from '../../store/list-files.ts';
import { isFileNamed, listStoredFiles } from '../../store/stored-files.ts';

/** A server that runs moves a file in some milliseconds before it notes it; longer than this and it is no such file. */
const LOOKS_MAX = 5;
const LOOK_AGAIN_MS = 300;

/** What is wrong with stored files, each by its path below the folder of media. */
export interface MediaReport {
  /** Files that were read and are as they should be. */
  readonly sound: number;
  /** Files that the database names and that are not there. */
  readonly missing: readonly string[];
  /** Files that the database does not name. */
  readonly orphaned: readonly string[];
  /** Files whose content is not what it was. */
  readonly changed: readonly string[];
}

/** Reads every stored file and compares it with what the database says; a server may be running on both. */
export async function verifyMedia(reader: Reader, mediaDir: string): Promise<MediaReport> {
  const named = new Map((await listStoredFiles(reader)).map((file) => [fileNameOf(file), file]));
  const { stored, foreign } = await listFolder(mediaDir);
  const orphans = stored.filter((name) => !named.has(fileNameOf(name)));
  const lost: MediaName[] = [];
  const changed: string[] = [];
  let sound = 0;
  for (const file of named.values()) {
    const path = pathOfMedia(file);
    const found = await hashFile(join(mediaDir, path)).catch(unlessGone);
    if (found === undefined) lost.push(file);
    else if (found === file.contentSha256) sound++;
    else changed.push(path);
  }
  const doubtful = await stillDoubtful(reader, mediaDir, [...orphans, ...lost]);
  return {
    sound,
    missing: doubtful.filter(({ isThere }) => !isThere).map(({ path }) => path),
    orphaned: [...doubtful.filter(({ isThere }) => isThere).map(({ path }) => path), ...foreign],
    changed,
  };
}

/** Looks again at names of which either the row or the file was not there: a server that runs may just be at them. */
async function stillDoubtful(reader: Reader, mediaDir: string, names: readonly MediaName[]) {
  let doubtful = names.map((name) => ({ name, path: pathOfMedia(name), isThere: false }));
  for (let look = 0; look < LOOKS_MAX && doubtful.length > 0; look++) {
    await wait(LOOK_AGAIN_MS);
    const remaining: typeof doubtful = [];
    for (const { name, path } of doubtful) {
      const isThere = (await stat(join(mediaDir, path)).catch(unlessGone)) !== undefined;
      if (isThere !== (await isFileNamed(reader, name))) remaining.push({ name, path, isThere });
    }
    doubtful = remaining;
  }
  return doubtful;
}

function unlessGone(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
  throw error;
}
