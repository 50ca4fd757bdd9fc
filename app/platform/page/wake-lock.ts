import type { Scope } from '../scope.ts';
import { onTap } from './page-events.ts';

/** Delay before a lock that the system released is requested again. */
const RETRY_MS = 1_000;

/**
 * Keeps the screen on until `scope` is disposed: a page gets no position while the phone is locked. The system releases the
 * lock when the page is hidden, and sometimes in between, so it is requested again then and when the page returns; and in
 * each tap, because some browsers need one. If the browser has no wake lock or refuses it (low battery), the screen turns
 * off as usual.
 */
export function keepScreenOn(scope: Scope): void {
  if (!('wakeLock' in navigator)) return;
  let held: WakeLockSentinel | null = null;

  async function request(): Promise<void> {
    if (scope.disposed || document.visibilityState !== 'visible' || held?.released === false) return;
    const lock = await navigator.wakeLock.request('screen').catch(() => null);
    if (scope.disposed) void lock?.release();
    else if (lock !== null) {
      held = lock;
      lock.addEventListener('release', () => scope.timeout(renew, RETRY_MS), { once: true });
    }
  }

  // One after the other: of two concurrent requests, the first lock would never be released.
  let requests = request();
  function renew(): void {
    requests = requests.then(request);
  }

  scope.listen(document, 'visibilitychange', renew);
  onTap(scope, renew);
  scope.add(() => void held?.release());
}

/** True if the browser can keep the screen on. */
export function canKeepScreenOn(): boolean {
  return 'wakeLock' in navigator;
}
