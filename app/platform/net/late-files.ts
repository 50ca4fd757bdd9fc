import type { Scope } from '../scope.ts';
import { savesData } from './connection.ts';

/** Marks, in built pages, the files of the map's screen: see `scripts/build/first-paint.mjs`. */
const LATE_FILES = 'link[rel="later"]';
/** Where the browser has no event for being idle. */
const SETTLING_MS = 500;

let isAsked = false;

/**
 * Fetches the files of the map's screen into the browser's cache, one after the other, once the page has loaded and is
 * idle, until `scope` is disposed; the code is not run. Does nothing where the person saves data, and the second time.
 */
export function fetchLateFiles(scope: Scope): void {
  if (isAsked) return;
  isAsked = true;
  if (document.readyState === 'complete') whenIdle(scope);
  else scope.listen(window, 'load', () => whenIdle(scope), { once: true });
}

function whenIdle(scope: Scope): void {
  const start = (): void => {
    fetchAll(scope.signal()).catch(() => {
      // The screens that need these files fetch them again, and show what is wrong.
    });
  };
  if (typeof requestIdleCallback === 'function') {
    const request = requestIdleCallback(start);
    scope.add(() => cancelIdleCallback(request));
  } else scope.timeout(start, SETTLING_MS);
}

async function fetchAll(signal: AbortSignal): Promise<void> {
  for (const { href } of document.querySelectorAll<HTMLLinkElement>(LATE_FILES)) {
    if (savesData()) return;
    const response = await fetch(href, { priority: 'low', signal });
    // Read to its end, so that all of it is cached.
    await response.arrayBuffer();
  }
}
