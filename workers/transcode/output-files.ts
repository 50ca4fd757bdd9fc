const FOLDER = 'conversions';
/** The browser gives the file of a worker that was ended free a moment after the worker has gone. */
const REMOVE_TRIES = 40;
const REMOVE_PAUSE_MS = 100;

/**
 * Says that this page uses an output, until what is answered is called or the page goes, however it goes. Outputs that no
 * page uses are left-overs.
 */
export function holdOutput(id: string): Promise<() => void> {
  // Without locks (an address that is not secure) there are no files either.
  if (!('locks' in navigator)) return Promise.resolve(() => {});
  return new Promise((resolve, reject) => {
    const held = navigator.locks.request(lockOf(id), () => new Promise<void>((release) => resolve(release)));
    held.catch(reject);
  });
}

/**
 * Makes the empty file of an output. For a worker: only there files are written in step.
 *
 * @returns null where the browser has no private file system for this page: in some private windows, for one.
 */
export async function createOutput(id: string): Promise<FileSystemSyncAccessHandle | null> {
  try {
    const folder = await openFolder();
    return await (await folder.getFileHandle(id, { create: true })).createSyncAccessHandle();
  } catch {
    return null;
  }
}

/** An output that was written and closed. It is read from the device as it is needed. */
export async function openOutput(id: string): Promise<File> {
  return (await (await openFolder()).getFileHandle(id)).getFile();
}

/** Removes an output, also one whose worker was ended while it wrote. One that is not there is no error. */
export async function removeOutput(id: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await (await openFolder()).removeEntry(id);
      return;
    } catch (error) {
      const isTaken = error instanceof DOMException && error.name === 'NoModificationAllowedError';
      if (!isTaken || attempt === REMOVE_TRIES) return;
      await new Promise((resolve) => setTimeout(resolve, REMOVE_PAUSE_MS));
    }
  }
}

/** Removes the outputs that pages left which were killed. */
export async function sweepOutputs(): Promise<void> {
  for await (const id of (await openFolder()).keys()) {
    await navigator.locks.request(lockOf(id), { ifAvailable: true }, async (lock) => {
      if (lock !== null) await removeOutput(id);
    });
  }
}

async function openFolder(): Promise<FileSystemDirectoryHandle> {
  const root = await navigator.storage.getDirectory();
  return root.getDirectoryHandle(FOLDER, { create: true });
}

const lockOf = (id: string): string => `conversion-${id}`;
