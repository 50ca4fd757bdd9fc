import { isQuota } from '../files/file-errors.ts';
import { openPrivateFolder } from '../files/private-folder.ts';
import { RecordingStoreError } from './recording-errors.ts';

const ID = /^[\w-]{1,64}$/;

/** @throws RangeError unless the id can be a file name. */
export function checkId(id: string): void {
  if (!ID.test(id)) throw new RangeError(`Expected an id of letters, digits and dashes, got '${id}'`);
}

/** @throws RecordingStoreError where there is no private file system; QuotaExceededError if the device is full. */
export async function openFolder(name: string): Promise<FileSystemDirectoryHandle> {
  try {
    return await openPrivateFolder(name);
  } catch (cause) {
    if (isQuota(cause)) throw cause;
    throw new RecordingStoreError(`No private file system to store audio in: ${String(cause)}`);
  }
}
