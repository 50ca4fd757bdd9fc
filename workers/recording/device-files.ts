import { createMemoryFolder } from '../files/memory-folder.ts';
import {
  hasPrivateFiles,
  isQuota,
  openPrivateFolder,
  type PrivateFolder,
  readEntry,
  removeEntry,
  writeEntry,
} from '../files/private-folder.ts';
import { MEMORY_MAX_BYTES, RecordingStoreError } from './recording.api.ts';

const ID = /^[\w-]{1,64}$/;

/** @throws RangeError unless the id can be a file name. */
export function checkId(id: string): void {
  if (!ID.test(id)) throw new RangeError(`Expected an id of letters, digits and dashes, got '${id}'`);
}

let lasting: Promise<boolean> | null = null;
const inMemory = new Map<string, PrivateFolder>();
const quota = { maxBytes: MEMORY_MAX_BYTES, usedBytes: 0 };

/** Whether stored data outlives this worker. Decided once: all data must be stored in one place. Never rejects. */
export function isLasting(): Promise<boolean> {
  lasting ??= hasPrivateFiles();
  return lasting;
}

/**
 * Opens a folder of the private file system; in memory if the browser has none.
 *
 * @throws RecordingStoreError; QuotaExceededError if the device is full.
 */
export async function openFolder(name: string): Promise<PrivateFolder> {
  if (!(await isLasting())) {
    const folder = inMemory.get(name) ?? createMemoryFolder(quota);
    inMemory.set(name, folder);
    return folder;
  }
  try {
    return await openPrivateFolder(name);
  } catch (cause) {
    if (isQuota(cause)) throw cause;
    throw new RecordingStoreError(`No private file system to store audio in: ${String(cause)}`);
  }
}

const FILES_FOLDER = 'outbox';

/**
 * Writes and flushes a file; a failure leaves nothing behind.
 *
 * @throws RecordingStoreError; QuotaExceededError if the device is full.
 */
export async function storeFile(id: string, bytes: Blob): Promise<void> {
  checkId(id);
  const folder = await openFolder(FILES_FOLDER);
  try {
    await writeEntry(folder, id, bytes);
  } catch (error) {
    await folder.removeEntry(id).catch(() => {});
    throw error;
  }
}

/** Returns a stored file, read from the disk as needed; null if it does not exist. */
export async function readStoredFile(id: string): Promise<Blob | null> {
  return readEntry(await openFolder(FILES_FOLDER), id);
}

/** Deletes a file; does nothing if it does not exist. */
export async function removeStoredFile(id: string): Promise<void> {
  await removeEntry(await openFolder(FILES_FOLDER), id);
}

/** Lists the names of all stored files, of all accounts. */
export async function listStoredFiles(): Promise<string[]> {
  const names: string[] = [];
  for await (const name of (await openFolder(FILES_FOLDER)).keys()) names.push(name);
  return names;
}
