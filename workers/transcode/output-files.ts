import { type FileHandle, openEntry, openPrivateFolder, retryWhileOpen } from '../files/private-folder.ts';

const FOLDER = 'conversions';
/** Attempts to open a file that a terminated worker may still have open. */
const TRIES = 40;

/** Locks an output until the returned function is called or the page ends. Outputs without a lock are left-overs. */
export function holdOutput(id: string): Promise<() => void> {
  // Insecure origins have neither locks nor a private file system.
  if (!('locks' in navigator)) return Promise.resolve(() => {});
  return new Promise((resolve, reject) => {
    const held = navigator.locks.request(lockOf(id), () => new Promise<void>((release) => resolve(release)));
    held.catch(reject);
  });
}

/** Creates the empty file of an output; null without a private file system, as in some private windows. */
export async function createOutput(id: string): Promise<FileHandle | null> {
  try {
    const file = await openEntry(await openPrivateFolder(FOLDER), id, TRIES);
    // A failed attempt or a lost worker may have left data.
    file.truncate(0);
    return file;
  } catch {
    return null;
  }
}

/** Opens a written and closed output, read from the device as needed. */
export async function openOutput(id: string): Promise<File> {
  return (await (await openPrivateFolder(FOLDER)).getFileHandle(id)).getFile();
}

/** Deletes an output, also after its worker was terminated while writing. Never rejects. */
export async function removeOutput(id: string): Promise<void> {
  const folder = await openPrivateFolder(FOLDER).catch(() => null);
  await retryWhileOpen(TRIES, async () => folder?.removeEntry(id)).catch(() => {});
}

/** Deletes the outputs of killed pages. */
export async function sweepOutputs(): Promise<void> {
  for await (const id of (await openPrivateFolder(FOLDER)).keys()) {
    await navigator.locks.request(lockOf(id), { ifAvailable: true }, async (lock) => {
      if (lock !== null) await removeOutput(id);
    });
  }
}

const lockOf = (id: string): string => `conversion-${id}`;
