import { isNotFound, isQuota } from '../files/file-errors.ts';
import { writeWhole } from '../files/write-whole.ts';
import { RecordingStoreError } from './recording-errors.ts';

const FOLDER = 'outbox';
const ID = /^[\w-]{1,64}$/;
/** As much as is read and written at once. */
const PIECE_BYTES = 4 * 1024 * 1024;

/**
 * Writes a file whole and flushes it; on any failure nothing of it stays. For a worker: only there files are written in
 * step.
 *
 * @throws RecordingStoreError where there is no private file system; QuotaExceededError where the device is full.
 */
export async function keepFile(id: string, bytes: Blob): Promise<void> {
  if (!ID.test(id)) throw new RangeError(`Expected an id of letters, digits and dashes, got '${id}'`);
  const folder = await openFolder();
  try {
    const file = await (await folder.getFileHandle(id, { create: true })).createSyncAccessHandle();
    try {
      file.truncate(0);
      for (let at = 0; at < bytes.size; at += PIECE_BYTES) {
        writeWhole(file, new Uint8Array(await bytes.slice(at, at + PIECE_BYTES).arrayBuffer()), at);
      }
      file.flush();
    } finally {
      file.close();
    }
  } catch (error) {
    await folder.removeEntry(id).catch(() => {});
    throw error;
  }
}

/** A file that was kept, null where there is none. It is read from the disk as it is needed. */
export async function readKeptFile(id: string): Promise<Blob | null> {
  return readEntry(await openFolder(), id);
}

/** Removes a file. One that has gone already is no error. */
export async function removeKeptFile(id: string): Promise<void> {
  await (await openFolder()).removeEntry(id).catch((error: unknown) => {
    if (!isNotFound(error)) throw error;
  });
}

/** Names of all files that are kept, whoever they belong to. */
export async function listKeptFiles(): Promise<string[]> {
  const names: string[] = [];
  for await (const name of (await openFolder()).keys()) names.push(name);
  return names;
}

/** A file of a folder, null where there is none. */
export async function readEntry(folder: FileSystemDirectoryHandle, name: string): Promise<Blob | null> {
  try {
    return await (await folder.getFileHandle(name)).getFile();
  } catch (error) {
    if (isNotFound(error)) return null;
    throw error;
  }
}

async function openFolder(): Promise<FileSystemDirectoryHandle> {
  try {
    const root = await navigator.storage.getDirectory();
    return await root.getDirectoryHandle(FOLDER, { create: true });
  } catch (cause) {
    if (isQuota(cause)) throw cause;
    throw new RecordingStoreError(`No private file system to keep audio in: ${String(cause)}`);
  }
}
