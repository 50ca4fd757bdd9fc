import type { Tab } from './engine.ts';

/** Whether the browser has a private file system. */
export function keepsFiles(tab: Tab): Promise<boolean> {
  return tab.evaluate(async () => {
    try {
      await navigator.storage.getDirectory();
      return true;
    } catch {
      return false;
    }
  });
}
