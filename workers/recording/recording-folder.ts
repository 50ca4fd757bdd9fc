import { isQuota } from '../files/file-errors.ts';
import { createMemoryFolder } from '../files/memory-folder.ts';
import type { PrivateFolder } from '../files/private-files.ts';
import { hasPrivateFiles, openPrivateFolder } from '../files/private-folder.ts';
import { MEMORY_MAX_BYTES } from './recording.api.ts';
import { RecordingStoreError } from './recording-errors.ts';

const ID = /^[\w-]{1,64}$/;

/** @throws RangeError unless the id can be a file name. */
export function checkId(id: string): void {
  if (!ID.test(id)) throw new RangeError(`Expected an id of letters, digits and dashes, got '${id}'`);
}

let lasting: Promise<boolean> | null = null;
const inMemory = new Map<string, PrivateFolder>();
const room = { maxBytes: MEMORY_MAX_BYTES, usedBytes: 0 };

/**
 * Whether stored data outlives this worker. Decided once, because all data must be stored in one place. Never rejects.
 */
export function isLasting(): Promise<boolean> {
  lasting ??= hasPrivateFiles();
  return lasting;
}

/**
 * Opens a folder of the private file system; in memory if the browser has none.
 *
 * @throws RecordingStoreError if it can't be opened; QuotaExceededError if the device is full.
 */
export async function openFolder(name: string): Promise<PrivateFolder> {
  if (!(await isLasting())) {
    const folder = inMemory.get(name) ?? createMemoryFolder(room);
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
