import { randomBytes } from 'node:crypto';
import { open, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf, unlessMissing, writeAll } from './files.ts';

/** Name of a file in the data folder that exists only to be deleted when the disk is full. */
export const SPARE_FILE = 'drop-ici.spare';

/** The database's log grows to 4 MiB before it is written back, and deleting a row is logged there, too. */
export const SPARE_BYTES = 8 * 1024 * 1024;
const PIECE_BYTES = 1024 * 1024;

/**
 * Deletes the spare file if its disk has less free space than that: a server can then start, and people can delete.
 * Returns whether it was deleted. The data folder must be claimed.
 */
export async function releaseSpare(dataDir: string): Promise<boolean> {
  const path = join(dataDir, SPARE_FILE);
  if ((await freeBytes(dataDir)) >= SPARE_BYTES || (await sizeOf(path)) === 0) return false;
  await rm(path, { force: true });
  return true;
}

/** Creates the spare file for the next start, unless it exists or its disk is nearly full. */
export async function keepSpare(dataDir: string): Promise<void> {
  const path = join(dataDir, SPARE_FILE);
  if ((await sizeOf(path)) >= SPARE_BYTES || (await freeBytes(dataDir)) < 2 * SPARE_BYTES) return;
  // Random, because a file system may compress other content.
  const piece = randomBytes(PIECE_BYTES);
  const file = await open(path, 'w', 0o600);
  try {
    for (let at = 0; at < SPARE_BYTES; at += PIECE_BYTES) await writeAll(file, piece, at);
  } catch (error) {
    await rm(path, { force: true });
    // The disk filled up meanwhile, or allows no such file: it is tried again the next day.
    if (!NO_ROOM.has(codeOf(error))) throw error;
  } finally {
    await file.close();
  }
}

const NO_ROOM: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

async function sizeOf(path: string): Promise<number> {
  return (await unlessMissing(stat(path)))?.size ?? 0;
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
