import { createHash, randomUUID } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { copyFile, type FileHandle, link, mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const PIECE_BYTES = 1 << 18;

/** The name of a stored file. */
export interface MediaName {
  /** SHA-256 of the content in hexadecimal; for a waveform or a rendition, of its audio. */
  readonly sha256: string;
  /** Without a dot. */
  readonly extension: string;
}

/** The folder of stored media, to read. Files are named by the hash of their content, so a file never changes. */
export interface StoredMedia {
  /** Absolute path of the folder that holds the media. */
  readonly mediaDir: string;
  /** Path of a stored file below `mediaDir`. */
  pathOf(name: MediaName): string;
}

/** The folder of stored media. */
export interface MediaFiles extends StoredMedia {
  /** Absolute path of the folder where uploads arrive, on the same disk as the media. */
  readonly incomingDir: string;
  /** Moves the complete, flushed file at `incomingPath` to its name. Once resolved, the file survives a power cut. */
  keep(incomingPath: string, name: MediaName): Promise<void>;
  /** Deletes a file of the incoming folder, unless it was moved away. */
  discard(incomingPath: string): Promise<void>;
  /** Deletes a stored file; does nothing if it does not exist. */
  remove(name: MediaName): Promise<void>;
}

/** Opens the media below `dataDir`: creates the folders and deletes the files of interrupted uploads. */
export async function openMediaFiles(dataDir: string): Promise<MediaFiles> {
  // Emptied at each start, so its name must be unique to us: DATA_DIR may be a folder that holds other things.
  const incomingDir = join(dataDir, 'drop-ici.incoming');
  const mediaDir = mediaDirOf(dataDir);
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

/** Path of the folder that holds the media. */
export function mediaDirOf(dataDir: string): string {
  return join(dataDir, 'media');
}

/** Path of a stored file below the folder of media. */
export function pathOfMedia(name: MediaName): string {
  return join(name.sha256.slice(0, 2), fileNameOf(name));
}

/** The last part of a stored file's path. */
export function fileNameOf({ sha256, extension }: MediaName): string {
  return `${sha256}.${extension}`;
}

/** The reverse of {@link fileNameOf}; undefined if `fileName` is not the name of a stored file. */
export function parseFileName(fileName: string): MediaName | undefined {
  const [, sha256, extension] = /^([0-9a-f]{64})\.([a-z0-9]{1,5})$/.exec(fileName) ?? [];
  return sha256 === undefined || extension === undefined ? undefined : { sha256, extension };
}

/** Copies a file to the incoming folder and flushes it. Returns the copy's path; the caller moves or deletes it. */
export async function copyToIncoming(files: MediaFiles, source: string): Promise<string> {
  const copy = join(files.incomingDir, randomUUID());
  await copyFile(source, copy);
  await flush(copy);
  return copy;
}

/** As {@link copyToIncoming}, but with a hard link where the disk supports that. */
export async function linkToIncoming(files: MediaFiles, source: string): Promise<string> {
  const path = join(files.incomingDir, randomUUID());
  await link(source, path).catch(() => copyFile(source, path));
  await flush(path);
  return path;
}

/** Writes a file to the incoming folder and flushes it. Returns its path and hash; the caller moves or deletes it. */
export async function writeIncoming(
  files: MediaFiles,
  bytes: Uint8Array,
): Promise<{ readonly path: string; readonly sha256: string }> {
  const path = join(files.incomingDir, randomUUID());
  try {
    await writeFile(path, bytes, { flush: true });
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
  return { path, sha256: createHash('sha256').update(bytes).digest('hex') };
}

/** SHA-256 of a file's content in hexadecimal, read in pieces. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of readPieces(path)) hash.update(piece);
  return hash.digest('hex');
}

/**
 * Reads a file, or a part of it, in pieces that share one buffer: each is valid until the next one is read. A stream would
 * allocate each piece; twenty uploads at once would leave 100 MB of garbage.
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

/** Writes all of `bytes` at `position`: one call of the system may write less. */
export async function writeAll(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position + done);
    done += bytesWritten;
  }
}

/** A file as a Blob, of which parts can be read. The file must not change meanwhile. */
export async function viewFile(path: string): Promise<Blob> {
  return openAsBlob(path);
}

/** Waits until a file's content, or a folder's entries, are written to the disk. */
export async function flush(path: string): Promise<void> {
  const handle = await open(path);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The code of an error of the system or the database, such as `ENOENT` or `SQLITE_BUSY`; undefined for other values. */
export function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
