import { proxy } from 'valtio';
import { keepScreenOn, type ScreenLock } from '../platform/page/wake-lock.ts';
import type { Scope } from '../platform/scope.ts';

/**
 * Whether the browser keeps the screen on for the app; null while nobody asks it to, and until it has responded. If it
 * does not, the phone locks itself and loses the position: the walk's notes and pocket mode say so.
 */
export const screenWake = proxy<{ lock: ScreenLock | null }>({ lock: null });

/** Keeps the screen on until `scope` is disposed, if the browser can and will. */
export function keepScreenAwake(scope: Scope): void {
  scope.add(() => {
    screenWake.lock = null;
  });
  keepScreenOn(scope, (lock) => {
    if (!scope.disposed) screenWake.lock = lock;
  });
}
