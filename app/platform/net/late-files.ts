import { savesData } from './connection.ts';

/** Marks, in built pages, the files of the map's screen: see `scripts/build/first-paint.mjs`. */
const LATE_FILES = 'link[rel="later"]';
/** Where the browser doesn't tell when it is idle. */
const SETTLING_MS = 500;

let isAsked = false;

/**
 * Fetches the files of the map's screen into the browser's cache, one after the other, once the page has loaded and is
 * idle; the code is not run. Does nothing where the person saves data, and the second time.
 */
export function fetchLateFiles(): void {
  if (isAsked) return;
  isAsked = true;
  if (document.readyState === 'complete') whenIdle();
  else window.addEventListener('load', whenIdle, { once: true });
}

function whenIdle(): void {
  const start = (): void => {
    fetchAll().catch(() => {
      // The screens that need these files fetch them again, and say what is wrong.
    });
  };
  if (typeof requestIdleCallback === 'function') requestIdleCallback(start);
  else setTimeout(start, SETTLING_MS);
}

async function fetchAll(): Promise<void> {
  for (const { href } of document.querySelectorAll<HTMLLinkElement>(LATE_FILES)) {
    if (savesData()) return;
    const response = await fetch(href, { priority: 'low' });
    // Read to its end, so that all of it is cached.
    await response.arrayBuffer();
  }
}
