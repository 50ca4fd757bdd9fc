import type { Scope } from './scope.ts';

/**
 * Keeps the screen on until `scope` is disposed: a page gets no position while the phone is locked. The system takes the
 * lock away whenever the page is hidden, so it is asked for again on return. Where the browser has no wake lock, or
 * refuses it (low battery), the screen goes off as usual.
 */
export function keepScreenOn(scope: Scope): void {
  if (!('wakeLock' in navigator)) return;
  let held: WakeLockSentinel | null = null;

  async function hold(): Promise<void> {
    if (scope.disposed || document.visibilityState !== 'visible' || held?.released === false) return;
    const lock = await navigator.wakeLock.request('screen').catch(() => null);
    if (scope.disposed) void lock?.release();
    else held = lock;
  }

  scope.listen(document, 'visibilitychange', () => void hold());
  scope.add(() => void held?.release());
  void hold();
}
