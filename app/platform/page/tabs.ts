import type { Scope } from '../scope.ts';

/**
 * Runs `work` under a lock that only one tab can hold at a time. Returns null, without running it, if another tab does.
 */
export async function inOneTab<T>(name: string, work: () => Promise<T>): Promise<{ readonly value: T } | null> {
  return navigator.locks.request(name, { ifAvailable: true }, async (lock) =>
    lock === null ? null : { value: await work() },
  );
}

/** Runs `work` once no other tab holds this lock; at once in browsers without locks. @throws the signal's reason */
export async function afterOtherTabs<T>(name: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  signal.throwIfAborted();
  return 'locks' in navigator ? navigator.locks.request(name, { signal }, work) : work();
}

/** Calls `onChange` when another tab reports a change, until `scope` is disposed. Returns how to report one to them. */
export function joinTabs(scope: Scope, name: string, onChange: () => void): () => void {
  const channel = new BroadcastChannel(name);
  channel.onmessage = onChange;
  scope.add(() => channel.close());
  return () => {
    if (!scope.disposed) channel.postMessage('changed');
  };
}
