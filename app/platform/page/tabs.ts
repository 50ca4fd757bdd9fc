import type { Scope } from '../scope.ts';

/**
 * Runs `work` under a lock that only one tab can hold at a time. The browser releases it when the tab closes or crashes.
 *
 * @returns the result of `work`; null without running it if another tab holds the lock
 */
export async function inOneTab<T>(name: string, work: () => Promise<T>): Promise<{ readonly value: T } | null> {
  return navigator.locks.request(name, { ifAvailable: true }, async (lock) =>
    lock === null ? null : { value: await work() },
  );
}

/**
 * Joins a channel between the tabs of this origin, until `scope` is disposed.
 *
 * @param onChange called when another tab reports a change
 * @returns reports a change to the other tabs
 */
export function joinTabs(scope: Scope, name: string, onChange: () => void): () => void {
  const channel = new BroadcastChannel(name);
  channel.onmessage = onChange;
  scope.add(() => channel.close());
  return () => {
    if (!scope.disposed) channel.postMessage('changed');
  };
}

let isRequested = false;

/** Asks the browser, once per page, not to clear this origin's storage when the device is full. It may refuse. */
export async function askToKeepStorage(): Promise<void> {
  if (isRequested) return;
  isRequested = true;
  try {
    // Checked first: some browsers ask the person at each request.
    if (!(await navigator.storage.persisted())) await navigator.storage.persist();
  } catch {
    // Refused or unsupported: the browser may clear the storage.
  }
}
