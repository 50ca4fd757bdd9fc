import { createHash, randomUUID } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { copyFile, link, mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const PIECE_BYTES = 1 << 18;

/** Names the content of a stored file. */
export interface MediaName {
  /** SHA-256 of the content, in hexadecimal. */
  readonly sha256: string;
  /** Without a dot. */
  readonly extension: string;
}

/** The folder of stored media. Files are named by their content, so one that exists never changes. */
export interface MediaFiles {
  /** Absolute path of the folder where uploads arrive, on the same disk as the media. */
  readonly incomingDir: string;
  /** Absolute path of the folder that holds the media. */
  readonly mediaDir: string;
  /** Path of a stored file below `mediaDir`. */
  pathOf(name: MediaName): string;
  /**
   * Moves the complete, flushed file at `incomingPath` to its name. Once this resolves, the file survives a power cut.
   */
  keep(incomingPath: string, name: MediaName): Promise<void>;
  /** Removes a file of the incoming folder, unless it was moved away. */
  discard(incomingPath: string): Promise<void>;
  /** Removes a stored file; one that does not exist is no error. */
  remove(name: MediaName): Promise<void>;
}

/** Opens the media below `dataDir`, making the folders, and empties what interrupted uploads left. */
export async function openMediaFiles(dataDir: string): Promise<MediaFiles> {
  // Emptied at each start, so its name is ours alone: somebody may point DATA_DIR at a folder that holds other things.
  const incomingDir = join(dataDir, 'drop-ici.incoming');
  const mediaDir = join(dataDir, 'media');
  await rm(incomingDir, { recursive: true, force: true });
  await mkdir(incomingDir, { recursive: true });
  await mkdir(mediaDir, { recursive: true });
  return {
    incomingDir,
    mediaDir,
    pathOf: pathOfMedia,
    keep: async (incomingPath, name) => {
      const target = join(mediaDir, pathOfMedia(name));
      await mkdir(dirname(target), { recursive: true });
      await rename(incomingPath, target);
      await flush(dirname(target));
      await flush(mediaDir);
    },
    discard: (incomingPath) => rm(incomingPath, { force: true }),
    remove: (name) => rm(join(mediaDir, pathOfMedia(name)), { force: true }),
  };
}

/** Path of a stored file below the folder of media. */
export function pathOfMedia({ sha256, extension }: MediaName): string {
  return join(sha256.slice(0, 2), `${sha256}.${extension}`);
}

/** Copies a file to the incoming folder and flushes it; returns the copy's path, which is the caller's to keep or remove. */
export async function copyToIncoming(files: MediaFiles, source: string): Promise<string> {
  const copy = join(files.incomingDir, randomUUID());
  await copyFile(source, copy);
  await flush(copy);
  return copy;
}

/**
 * Gives a file a second name in the incoming folder, or copies it on disks that know no second names, and flushes it;
 * answers the new path, which is the caller's to keep or remove.
 */
export async function linkToIncoming(files: MediaFiles, source: string): Promise<string> {
  const second = join(files.incomingDir, randomUUID());
  await link(source, second).catch(() => copyFile(source, second));
  await flush(second);
  return second;
}

/** Writes a file to the incoming folder and flushes it; returns its path, which is the caller's to keep or remove. */
export async function writeIncoming(files: MediaFiles, bytes: Uint8Array): Promise<string> {
  const path = join(files.incomingDir, randomUUID());
  try {
    await writeFile(path, bytes, { flush: true });
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
  return path;
}

/** SHA-256 of a file's content in hexadecimal, read in pieces. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of readPieces(path)) hash.update(piece);
  return hash.digest('hex');
}

/**
 * A file, or a part of it, in pieces that all lie in the same memory: each is void when the next one is asked for. A
 * stream would allocate for each, and twenty uploads at once would leave 100 MB for the collector.
 */
export async function* readPieces(path: string, start = 0, end = Number.POSITIVE_INFINITY): AsyncGenerator<Uint8Array> {
  const file = await open(path);
  try {
    const piece = new Uint8Array(PIECE_BYTES);
    for (let at = start; at < end; ) {
      const { bytesRead } = await file.read(piece, 0, Math.min(PIECE_BYTES, end - at), at);
      if (bytesRead === 0) return;
      yield piece.subarray(0, bytesRead);
      at += bytesRead;
    }
  } finally {
    await file.close();
  }
}

/** A file as a Blob: its size, and any part of it, without reading the rest. It must not change meanwhile. */
export async function viewFile(path: string): Promise<Blob> {
  return openAsBlob(path);
}

/** Waits until a file, or the names in a folder, are on the disk. */
export async function flush(path: string): Promise<void> {
  const handle = await open(path);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
