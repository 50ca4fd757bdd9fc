import type { Release, Scope } from '../scope.ts';
import { onTap } from './page-events.ts';

/** `lost`: the lock will be requested again soon; `refused`: the browser has none or denies it now. */
export type ScreenLock = 'held' | 'lost' | 'refused';

/** Delay before a lock that the system released is requested again. */
const RETRY_MS = 1_000;
/** Delay before a refused lock is requested again: a charger may have been plugged in. */
const REFUSED_RETRY_MS = 30_000;

/**
 * Keeps the screen on until `scope` is disposed: a page gets no position while the phone is locked. The system may
 * release the lock: it is requested again then, when the page returns, and in each tap. Reports its state to `onLock`.
 */
export function keepScreenOn(scope: Scope, onLock: (lock: ScreenLock) => void = () => {}): void {
  if (!('wakeLock' in navigator)) {
    onLock('refused');
    return;
  }
  let held: WakeLockSentinel | null = null;
  let cancelRetry: Release = () => {};

  async function request(): Promise<void> {
    if (scope.disposed || document.visibilityState !== 'visible' || held?.released === false) return;
    const lock = await navigator.wakeLock.request('screen').catch(() => null);
    if (scope.disposed) {
      void lock?.release();
      return;
    }
    // A browser may refuse before the first tap and grant later.
    const isRefusal = lock === null && navigator.userActivation?.hasBeenActive !== false;
    onLock(lock !== null ? 'held' : isRefusal ? 'refused' : 'lost');
    if (lock === null) {
      retryIn(REFUSED_RETRY_MS);
      return;
    }
    held = lock;
    const lost = (): void => {
      if (scope.disposed) return;
      onLock('lost');
      retryIn(RETRY_MS);
    };
    lock.addEventListener('release', lost, { once: true });
  }

  function retryIn(delayMs: number): void {
    cancelRetry();
    cancelRetry = scope.timeout(renew, delayMs);
  }

  // Sequentially, because of two concurrent requests the first lock would never be released.
  let requests = request();
  function renew(): void {
    requests = requests.then(request);
  }

  scope.listen(document, 'visibilitychange', renew);
  onTap(scope, renew);
  scope.add(() => void held?.release());
}
