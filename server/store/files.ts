import { createHash, randomUUID } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { copyFile, type FileHandle, link, open, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { ByteRange, OpenObject } from './objects/object-store.ts';

const PIECE_BYTES = 1 << 18;

/** The name of a stored file. */
export interface MediaName {
  /** SHA-256 of the content in hexadecimal; for a waveform or a rendition, of its audio. */
  readonly sha256: string;
  /** Without a dot. */
  readonly extension: string;
}

/** A stored file as a response sends it, from the disk or from a bucket. It may have been deleted meanwhile. */
export interface ServedFile {
  /** What it is called by who saves it. */
  readonly fileName: string;
  /** Size in bytes; undefined if it is gone. */
  sizeOf(): Promise<number | undefined>;
  /** Opens it, or a part; undefined if it is gone, null if the part begins after its end. */
  open(range?: ByteRange): Promise<OpenObject | undefined | null>;
  /** Where whoever may have it finds it for some time, if the bucket is to send it itself; null if not. */
  readonly redirect: (() => Promise<{ readonly address: string; readonly goodForS: number }>) | null;
}

/** The names of what is stored. */
export interface MediaList {
  /** Files with the names and paths of stored files, sorted. */
  readonly stored: readonly MediaName[];
  /** Paths of all other files; the server never creates such files. */
  readonly foreign: readonly string[];
}

/** Stored media, to read. Files are named by the hash of their content, so a file never changes. */
export interface StoredMedia {
  /** Where a file is, for whoever sends or names it. It may be gone. */
  locate(name: MediaName): ServedFile;
  /** Path or address of a file, for the operator to read. */
  addressOf(name: MediaName): string;
  /** Size in bytes; undefined if there is no such file. */
  sizeOf(name: MediaName): Promise<number | undefined>;
  /** SHA-256 of the content in hexadecimal; undefined if there is no such file. */
  hash(name: MediaName): Promise<string | undefined>;
  /** Opens a file to read it once; undefined if there is no such file. */
  open(name: MediaName): Promise<Readable | undefined>;
  /** Writes a flushed copy to a new file, if need be with its folders; false if there is no such file. */
  copyTo(name: MediaName, path: string): Promise<boolean>;
  list(): Promise<MediaList>;
}

/** Stored media, and the folder where they arrive. */
export interface MediaFiles extends StoredMedia {
  /** Absolute path of the folder where uploads arrive, on this machine. */
  readonly incomingDir: string;
  /** Moves the complete, flushed file at `incomingPath` to its name. Once resolved, the file survives a power cut. */
  keep(incomingPath: string, name: MediaName): Promise<void>;
  /** Deletes a file of the incoming folder, unless it was moved away. */
  discard(incomingPath: string): Promise<void>;
  /** Deletes a stored file; does nothing if it does not exist. */
  remove(name: MediaName): Promise<void>;
  /** Moves a stored file to where nothing finds it but {@link bringBack}; does nothing if it does not exist. */
  setAside(name: MediaName): Promise<void>;
  /** Moves a file back that was set aside; false if there is none. */
  bringBack(name: MediaName): Promise<boolean>;
  /** Deletes a file that was set aside; does nothing if there is none. */
  removeAside(name: MediaName): Promise<void>;
  /** A text beside the files, which says whose they are. */
  readonly mark: StoreMark;
  /**
   * Runs `work` with the path of a stored file, which it only reads.
   *
   * @throws Error if there is no such file.
   */
  withPath<Result>(name: MediaName, work: (path: string) => Promise<Result>): Promise<Result>;
}

/** A text beside stored files. */
export interface StoreMark {
  /** Path or address, for the operator to read. */
  readonly address: string;
  /** Undefined if there is none. */
  read(): Promise<string | undefined>;
  write(text: string): Promise<void>;
  remove(): Promise<void>;
}

/** The folder where files arrive. */
type Incoming = Pick<MediaFiles, 'incomingDir'>;

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

/**
 * Brings a file into the incoming folder, by a hard link where the disk supports that, else as a copy, and flushes it. Returns its
 * path there; the caller moves or deletes it.
 */
export async function linkToIncoming(files: Incoming, source: string): Promise<string> {
  const path = join(files.incomingDir, randomUUID());
  await link(source, path).catch(() => copyFile(source, path));
  await flush(path);
  return path;
}

/** Writes a file to the incoming folder and flushes it. Returns its path and hash; the caller moves or deletes it. */
export async function writeIncoming(
  files: Incoming,
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

/** What `work` on a file gives; undefined if there is no such file. */
export async function unlessMissing<Result>(work: Promise<Result>): Promise<Result | undefined> {
  try {
    return await work;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** The code of an error of the system or the database, such as `ENOENT` or `SQLITE_BUSY`; undefined for other values. */
export function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
