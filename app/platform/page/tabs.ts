import type { Scope } from '../scope.ts';

/**
 * Does work that only one tab may do at a time; the browser ends the claim with the tab, however that ends.
 *
 * @returns what the work answered; null where another tab is at it, and nothing was done.
 */
export async function inOneTab<T>(name: string, work: () => Promise<T>): Promise<{ readonly value: T } | null> {
  return navigator.locks.request(name, { ifAvailable: true }, async (lock) =>
    lock === null ? null : { value: await work() },
  );
}

/**
 * Joins this origin's tabs on a subject, until `scope` is disposed.
 *
 * @param heard told when another tab says that something has changed.
 * @returns says so to the others.
 */
export function joinTabs(scope: Scope, subject: string, heard: () => void): () => void {
  const channel = new BroadcastChannel(subject);
  channel.onmessage = heard;
  scope.add(() => channel.close());
  return () => {
    if (!scope.disposed) channel.postMessage('changed');
  };
}

let isAsked = false;

/** Asks the browser, once a page, not to clear this origin's storage when the device runs short. It may refuse. */
export async function askToKeepStorage(): Promise<void> {
  if (isAsked) return;
  isAsked = true;
  try {
    // Some browsers ask the person each time.
    if (!(await navigator.storage.persisted())) await navigator.storage.persist();
  } catch {
    // Refused, or not known here: what is kept is kept as well as it can be.
  }
}
