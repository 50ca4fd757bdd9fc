import { proxy } from 'valtio';

/** Work that a reload of the page would cut off. */
export type Work = 'recording' | 'upload' | 'story' | 'edit';

/** What is going on, one entry for each piece of work. */
export const busy = proxy<{ works: Work[] }>({ works: [] });

/** Marks the page busy until the returned function is called. Calling that again does nothing. */
export function holdPage(work: Work): () => void {
  busy.works.push(work);
  let isHeld = true;
  return () => {
    if (!isHeld) return;
    isHeld = false;
    busy.works.splice(busy.works.indexOf(work), 1);
  };
}

/** True while the page must not be reloaded. */
export function isBusy(): boolean {
  return busy.works.length > 0;
}
