import { readEntry, removeEntry, retryWhileOpen } from '../files/private-folder.ts';
import { writeWhole } from '../files/write-whole.ts';
import { checkId, openFolder } from './recording-folder.ts';

const FOLDER = 'outbox';
/** Bytes read and written at a time. */
const PIECE_BYTES = 4 * 1024 * 1024;
/** Attempts to open a file that a lost worker may still have open. */
const OPEN_TRIES = 20;

/**
 * Writes and flushes a file; a failure leaves nothing behind. Only workers have synchronous access handles.
 *
 * @throws RecordingStoreError without a private file system; QuotaExceededError if the device is full.
 */
export async function keepFile(id: string, bytes: Blob): Promise<void> {
  checkId(id);
  const folder = await openFolder(FOLDER);
  try {
    const entry = await folder.getFileHandle(id, { create: true });
    const file = await retryWhileOpen(OPEN_TRIES, () => entry.createSyncAccessHandle());
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

/** Returns a stored file, read from the disk as needed; null if it does not exist. */
export async function readKeptFile(id: string): Promise<Blob | null> {
  return readEntry(await openFolder(FOLDER), id);
}

/** Deletes a file; does nothing if it does not exist. */
export async function removeKeptFile(id: string): Promise<void> {
  await removeEntry(await openFolder(FOLDER), id);
}

/** Lists the names of all stored files, of all accounts. */
export async function listKeptFiles(): Promise<string[]> {
  const names: string[] = [];
  for await (const name of (await openFolder(FOLDER)).keys()) names.push(name);
  return names;
}
