import type { Scope } from './scope.ts';

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

/** Asks the browser not to clear this origin's storage when the device runs short. It may refuse, or ask the person. */
export async function askToKeepStorage(): Promise<boolean> {
  try {
    return await navigator.storage.persist();
  } catch {
    return false;
  }
}
