import type { Scope } from '../scope.ts';

/**
 * Runs `work` under a lock that only one tab can hold at a time, until the tab closes or crashes.
 *
 * @returns the result of `work`; null without running it if another tab holds the lock
 */
export async function inOneTab<T>(name: string, work: () => Promise<T>): Promise<{ readonly value: T } | null> {
  return navigator.locks.request(name, { ifAvailable: true }, async (lock) =>
    lock === null ? null : { value: await work() },
  );
}

/**
 * Runs `work` under a lock like {@link inOneTab}, once no other tab holds it. In browsers without locks it runs at
 * once.
 *
 * @throws the signal's reason if aborted while waiting.
 */
export async function afterOtherTabs<T>(name: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  signal.throwIfAborted();
  return 'locks' in navigator ? navigator.locks.request(name, { signal }, work) : work();
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
