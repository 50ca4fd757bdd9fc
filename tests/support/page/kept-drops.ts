import { subscribe } from 'valtio';
import { outbox } from '../../../app/drops/drop-services.ts';
import { deleteDatabase, listFiles, removeFolder } from './device.ts';

/** Keeps everybody else from changing what waits on this device, until the answer is called. The outbox has been opened. */
export async function holdRecords(): Promise<() => void> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open('drop-ici');
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
  const store = database.transaction('outbox', 'readwrite').objectStore('outbox');
  let isHeld = true;
  const goOn = (): void => {
    // A transaction lives for as long as it is asked for something.
    if (isHeld) store.count().onsuccess = goOn;
    else database.close();
  };
  goOn();
  return () => {
    isHeld = false;
  };
}

/** Taps in the very moment in which a drop has been kept: all that awaits that has gone on, and nothing was rendered since. */
export function tapOnceKept(element: Element): Promise<void> {
  if (!(element instanceof HTMLElement)) throw new TypeError('Got nothing that can be tapped');
  return new Promise((resolve) => {
    const stop = subscribe(
      outbox,
      async () => {
        if (outbox.items.length === 0) return;
        stop();
        for (let turn = 0; turn < 100; turn++) await null;
        element.click();
        resolve();
      },
      true,
    );
  });
}

/** Names of the files that hold the audio of drops. */
export const listKeptFiles = (): Promise<string[]> => listFiles('outbox');

/** Removes the recordings and drops that a test kept. */
export async function forgetKept(): Promise<void> {
  for (const folder of ['recordings', 'outbox']) await removeFolder(folder);
  await deleteDatabase('drop-ici');
}
