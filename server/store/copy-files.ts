import { constants } from 'node:fs';
import { copyFile, link, mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { flush } from './files.ts';

/** How a file came into a back-up. */
export type Taken = 'there' | 'linked' | 'copied' | 'missing';

/**
 * Takes a stored file, which never changes, into a back-up: by a second name for the file that an older back-up has,
 * else as a flushed copy.
 *
 * @param older where an older back-up would have it, on the same disk as `target`
 */
export async function takeStored(source: string, target: string, older: string | null): Promise<Taken> {
  if ((await sizeOf(target)) !== undefined) return 'there';
  const size = await sizeOf(source);
  if (size === undefined) return 'missing';
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  if (older !== null && (await sizeOf(older)) === size && (await isLinked(older, target))) return 'linked';
  return (await copied(source, target)) ? 'copied' : 'missing';
}

/** Copies a file that not everybody may read, as such; where there is none, nothing happens. */
export async function copyPrivate(source: string, target: string): Promise<void> {
  await copied(source, target);
}

/** False where the source is not there, which it may have been a moment ago. */
async function copied(source: string, target: string): Promise<boolean> {
  try {
    // Keeps the mode, and shares the blocks on disks that can.
    await copyFile(source, target, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
  await flush(target);
  return true;
}

/** False on disks that know no second names. */
async function isLinked(older: string, target: string): Promise<boolean> {
  try {
    await link(older, target);
    return true;
  } catch {
    return false;
  }
}

async function sizeOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
