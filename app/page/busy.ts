import { proxy } from 'valtio';
import { warnBeforeLeaving } from '../platform/page/page-events.ts';
import { Scope } from '../platform/scope.ts';

/** Work that a reload of the page would interrupt. */
export type Work = 'recording' | 'upload' | 'story' | 'edit';

/** The work in progress, one entry each. */
export const busy = proxy<{ works: Work[] }>({ works: [] });

/** Marks the page busy; returns a release function, which may be called more than once. */
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

/** Marks the page busy and lets the browser ask before it is left. Returns a function that ends both. */
export function guardPage(work: Work): () => void {
  const scope = new Scope();
  warnBeforeLeaving(scope);
  scope.add(holdPage(work));
  return () => scope.dispose();
}
