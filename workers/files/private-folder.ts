import { readPieces } from './read-pieces.ts';

/** The part of `FileSystemSyncAccessHandle` that is used here. */
export interface FileHandle {
  read(bytes: Uint8Array<ArrayBuffer>, options: { at: number }): number;
  write(bytes: Uint8Array<ArrayBuffer>, options: { at: number }): number;
  getSize(): number;
  truncate(sizeBytes: number): void;
  flush(): void;
  close(): void;
}

/** The part of `FileSystemFileHandle` that is used here. */
export interface PrivateFile {
  getFile(): Promise<File>;
  createSyncAccessHandle(): Promise<FileHandle>;
}

/** The part of `FileSystemDirectoryHandle` that is used here. */
export interface PrivateFolder {
  getFileHandle(name: string, options?: { readonly create?: boolean }): Promise<PrivateFile>;
  removeEntry(name: string): Promise<void>;
  keys(): AsyncIterable<string>;
}

/** Opens a folder of the origin's private file system, creating it if needed. Rejects if the browser has none. */
export async function openPrivateFolder(name: string): Promise<FileSystemDirectoryHandle> {
  const root = await navigator.storage.getDirectory();
  return root.getDirectoryHandle(name, { create: true });
}

/** Whether the browser has a private file system for this page. Never rejects. */
export async function hasPrivateFiles(): Promise<boolean> {
  try {
    await navigator.storage.getDirectory();
    return true;
  } catch (error) {
    return isQuota(error);
  }
}

interface ReadableFolder {
  getFileHandle(name: string): Promise<Pick<PrivateFile, 'getFile'>>;
}

/** Returns a file of a folder; null if it does not exist. */
export async function readEntry(folder: ReadableFolder, name: string): Promise<Blob | null> {
  try {
    return await (await folder.getFileHandle(name)).getFile();
  } catch (error) {
    if (isNotFound(error)) return null;
    throw error;
  }
}

/** Deletes a file of a folder; does nothing if it does not exist. */
export async function removeEntry(folder: Pick<PrivateFolder, 'removeEntry'>, name: string): Promise<void> {
  await folder.removeEntry(name).catch((error: unknown) => {
    if (!isNotFound(error)) throw error;
  });
}

/** Attempts to open a file that a lost worker, or a killed tab, may still have open. */
const OPEN_TRIES = 20;

/** Opens a file of a folder, creating it if needed. Only workers have synchronous access handles. */
export async function openEntry(folder: PrivateFolder, name: string, tries = OPEN_TRIES): Promise<FileHandle> {
  const entry = await folder.getFileHandle(name, { create: true });
  return retryWhileOpen(tries, () => entry.createSyncAccessHandle());
}

/**
 * Replaces the content of a file, and flushes it.
 *
 * @throws DOMException `QuotaExceededError` if the device is full, `NotReadableError` if the content ends too early
 */
export async function writeEntry(folder: PrivateFolder, name: string, content: Blob): Promise<void> {
  const file = await openEntry(folder, name);
  try {
    file.truncate(0);
    let at = 0;
    await readPieces(content, (piece) => {
      writeWhole(file, piece, at);
      at += piece.length;
    });
    if (at !== content.size) throw new DOMException(`Read ${at} of ${content.size} bytes`, 'NotReadableError');
    file.flush();
  } finally {
    file.close();
  }
}

const RETRY_PAUSE_MS = 100;

/** Retries work on a file that is still open elsewhere: browsers release a dead tab's or worker's file with a delay. */
export async function retryWhileOpen<T>(tries: number, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const isOpen = error instanceof DOMException && error.name === 'NoModificationAllowedError';
      if (!isOpen || attempt === tries) throw error;
      await new Promise((resolve) => setTimeout(resolve, RETRY_PAUSE_MS));
    }
  }
}

/**
 * Writes all of `bytes`. A full device does not always throw: it may write less, and Chromium's private windows return
 * 2^32 - 8.
 *
 * @throws DOMException `QuotaExceededError` unless all bytes were written.
 */
export function writeWhole(file: Pick<FileHandle, 'write'>, bytes: Uint8Array<ArrayBuffer>, at: number): void {
  const written = file.write(bytes, { at });
  if (written === bytes.length) return;
  throw new DOMException(`Wrote ${written} of ${bytes.length} bytes`, 'QuotaExceededError');
}

/** Whether a file system reported that a file does not exist. */
export function isNotFound(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'NotFoundError';
}

/** Whether a file system reported that the device or the origin's quota is full. */
export function isQuota(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'QuotaExceededError';
}
