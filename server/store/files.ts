import { createHash, randomUUID } from 'node:crypto';
import { constants, openAsBlob } from 'node:fs';
import { copyFile, type FileHandle, link, mkdir, open, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';

const PIECE_BYTES = 1 << 18;

/** The first and the last byte of a range, both inclusive; without a last one it extends to the end. */
export interface ByteRange {
  readonly start: number;
  readonly end?: number;
}

/** A stored file that is being read. */
export interface OpenedFile {
  /** Size of the streamed bytes: of the whole file, or of the requested range. */
  readonly bytes: number;
  /** Size of the whole file. */
  readonly total: number;
  /** Resumes if the store breaks off. The reader destroys it to stop early; an unread one occupies a connection. */
  readonly stream: Readable;
}

/** The name of a stored file. */
export interface MediaName {
  /** SHA-256 of the content in hexadecimal; of its audio for a waveform or a rendition. */
  readonly sha256: string;
  /** Without a dot. */
  readonly extension: string;
}

/** A stored file as a response sends it, from the disk or from a bucket. It may have been deleted meanwhile. */
export interface ServedFile {
  /** The file name offered for saving. */
  readonly fileName: string;
  sizeOf(): Promise<number | undefined>;
  /** Opens the file, or a range of it; undefined if it was deleted, null if the range begins after its end. */
  open(range?: ByteRange): Promise<OpenedFile | undefined | null>;
  /** A temporary address of the file for authorized clients, if the bucket sends it itself; otherwise null. */
  readonly redirect: (() => Promise<{ readonly address: string; readonly goodForS: number }>) | null;
}

/** The names of all stored files. */
export interface MediaList {
  /** Files with the names and paths of stored files, sorted. */
  readonly stored: readonly MediaName[];
  /** Paths of all other files; the server never creates such files. */
  readonly foreign: readonly string[];
}

/** Stored media, to read. Files are named by the hash of their content, so a file never changes. */
export interface StoredMedia {
  /** A handle to a file, to send or name it. The file may be missing. */
  locate(name: MediaName): ServedFile;
  /** Path or address of a file, for messages to the operator. */
  addressOf(name: MediaName): string;
  sizeOf(name: MediaName): Promise<number | undefined>;
  /** SHA-256 of the content in hexadecimal; undefined if there is no such file. */
  hash(name: MediaName): Promise<string | undefined>;
  /** Opens a file to read it once; undefined if there is no such file. */
  open(name: MediaName): Promise<Readable | undefined>;
  /** Writes a flushed copy to a new file, and creates its folders if needed; false if there is no such file. */
  copyTo(name: MediaName, path: string): Promise<boolean>;
  list(): Promise<MediaList>;
}

/** Stored media, and the folder where uploads arrive. */
export interface MediaFiles extends StoredMedia {
  /** Absolute path of the folder where uploads arrive, on this machine. */
  readonly incomingDir: string;
  /** Moves the complete, flushed file at `incomingPath` to its name. Once resolved, the file survives a power cut. */
  store(incomingPath: string, name: MediaName): Promise<void>;
  /** Deletes a file of the incoming folder, unless it was moved away. */
  discard(incomingPath: string): Promise<void>;
  /** Deletes a stored file; does nothing if it does not exist. */
  remove(name: MediaName): Promise<void>;
  /** Moves a stored file to a place where only {@link bringBack} finds it; does nothing if it does not exist. */
  setAside(name: MediaName): Promise<void>;
  /** Moves a set-aside file back; false if there is none. */
  bringBack(name: MediaName): Promise<boolean>;
  /** Deletes a set-aside file; does nothing if there is none. */
  removeAside(name: MediaName): Promise<void>;
  /** A text beside the files that names their owner. */
  readonly mark: StoreMark;
  /** Runs `work`, which must only read, with the path of a stored file. @throws Error if there is no such file */
  withPath<Result>(name: MediaName, work: (path: string) => Promise<Result>): Promise<Result>;
}

/** A text beside stored files. */
export interface StoreMark {
  /** Path or address, for messages to the operator. */
  readonly address: string;
  /** Undefined if there is none. */
  read(): Promise<string | undefined>;
  write(text: string): Promise<void>;
  remove(): Promise<void>;
}

type Incoming = Pick<MediaFiles, 'incomingDir'>;

/** Path of the folder with the media. */
export function mediaDirOf(dataDir: string): string {
  return join(dataDir, 'media');
}

/** Path of a stored file, relative to the media folder. */
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

/** Adds a flushed file to the incoming folder: a hard link if possible, else a copy. The caller moves or deletes it. */
export async function linkToIncoming(files: Incoming, source: string): Promise<string> {
  const path = join(files.incomingDir, randomUUID());
  await link(source, path).catch(() => copyFile(source, path));
  await flush(path);
  return path;
}

/** Writes a file to the incoming folder and flushes it. Returns its path and hash; the caller moves or deletes it. */
export async function writeIncoming(files: Incoming, bytes: Uint8Array) {
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
 * Reads a file, or a range of it, in pieces that share one buffer: each is valid until the next one is read. A stream
 * would allocate each piece; twenty uploads at once would leave 100 MB of garbage.
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

/** Writes all of `bytes` at `position`: one system call may write less. */
export async function writeAll(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position + done);
    done += bytesWritten;
  }
}

/** Opens a file as a Blob, to read ranges of it. The file must not change meanwhile. */
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

/** Resolves to the result of `work` on a file; undefined if there is no such file. */
export async function unlessMissing<Result>(work: Promise<Result>): Promise<Result | undefined> {
  try {
    return await work;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** The code of a system or database error, such as `ENOENT` or `SQLITE_BUSY`; undefined for other values. */
export function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

/** How a file got into a back-up. */
type Taken = 'there' | 'linked' | 'copied' | 'missing';

/**
 * Adds a stored file to a back-up: as a hard link to `older`, its path in an older back-up on the same disk, if that
 * exists; else as a flushed copy.
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

/** Copies a file with its mode to a new file in an existing folder, flushed. False if there is no source (any more). */
export async function copyPrivate(source: string, target: string): Promise<boolean> {
  // With the mode of the source, and sharing its blocks on file systems that support it.
  const copying = copyFile(source, target, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE).then(() => true);
  if ((await unlessMissing(copying)) === undefined) return false;
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

/** Size of a file in bytes; undefined if there is no such file. */
export async function sizeOf(path: string): Promise<number | undefined> {
  return (await unlessMissing(stat(path)))?.size;
}
