import type { Scope } from '../scope.ts';

/** How long a lock that the system took is left to it before it is asked for again. */
const ASK_AGAIN_MS = 1_000;

/**
 * Keeps the screen on until `scope` is disposed: a page gets no position while the phone is locked. The system takes the
 * lock away whenever the page is hidden, and may do so at other times, so it is asked for again then and on return; in
 * each tap, too, while there is none, because some browsers give none before. Where the browser has no wake lock, or
 * refuses it (low battery), the screen goes off as usual.
 */
export function keepScreenOn(scope: Scope): void {
  if (!('wakeLock' in navigator)) return;
  let held: WakeLockSentinel | null = null;

  async function take(): Promise<void> {
    if (scope.disposed || document.visibilityState !== 'visible' || held?.released === false) return;
    const lock = await navigator.wakeLock.request('screen').catch(() => null);
    if (scope.disposed) void lock?.release();
    else if (lock !== null) {
      held = lock;
      lock.addEventListener('release', () => scope.timeout(hold, ASK_AGAIN_MS), { once: true });
    }
  }

  // One after the other: of two that were asked for at once, the first would never be given back.
  let taken = take();
  function hold(): void {
    taken = taken.then(take);
  }

  scope.listen(document, 'visibilitychange', hold);
  // Of a touch, the browser takes its end for somebody's wish.
  for (const type of ['pointerup', 'keydown']) scope.listen(document, type, hold, { capture: true });
  scope.add(() => void held?.release());
}
