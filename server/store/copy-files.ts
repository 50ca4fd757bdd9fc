import { constants } from 'node:fs';
import { copyFile, link, mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf, flush, type MediaName, type StoredMedia, unlessMissing } from './files.ts';

/** How a file got into a back-up. */
export type Taken = 'there' | 'linked' | 'copied' | 'missing';

/**
 * Adds a stored file to a back-up: as a hard link to the file of an older back-up, else as a flushed copy.
 *
 * @param older path of the file in an older back-up on the same disk as `target`; it may not exist.
 */
export async function takeStored(
  media: StoredMedia,
  name: MediaName,
  target: string,
  older: string | null,
): Promise<Taken> {
  if ((await sizeOf(target)) !== undefined) return 'there';
  const size = await media.sizeOf(name);
  if (size === undefined) return 'missing';
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  if (older !== null && (await sizeOf(older)) === size && (await isLinked(older, target))) return 'linked';
  return (await media.copyTo(name, target)) ? 'copied' : 'missing';
}

/**
 * Copies a file with its mode to a new file in an existing folder, and flushes it. Returns false if the source doesn't
 * exist (any more).
 */
export async function copyPrivate(source: string, target: string): Promise<boolean> {
  try {
    // Keeps the mode, and shares blocks on file systems that support it.
    await copyFile(source, target, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
  await flush(target);
  return true;
}

/** Returns false on disks without hard links. */
async function isLinked(older: string, target: string): Promise<boolean> {
  try {
    await link(older, target);
    return true;
  } catch {
    return false;
  }
}

async function sizeOf(path: string): Promise<number | undefined> {
  return (await unlessMissing(stat(path)))?.size;
}
