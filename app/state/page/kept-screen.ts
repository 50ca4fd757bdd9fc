import { proxy } from 'valtio';
import { keepScreenOn, type ScreenLock } from '../../platform/page/wake-lock.ts';
import type { Scope } from '../../platform/scope.ts';
import { pocketStrings } from '../../words/pocket.ts';
import { showNotice } from './notice-queue.ts';

/**
 * Whether the browser keeps the screen on for the app; null while nobody asks it to, and until it has responded. Where it
 * does not, the phone locks itself and loses the position.
 */
export const keptScreen = proxy<{ lock: ScreenLock | null }>({ lock: null });

/**
 * Keeps the screen on until `scope` is disposed, where the browser can and will. Shows a notice, once, where it will not: a
 * walk ends when the phone locks itself.
 */
export function keepScreen(scope: Scope): void {
  let hasWarned = false;
  scope.add(() => {
    keptScreen.lock = null;
  });
  keepScreenOn(scope, (lock) => {
    if (scope.disposed) return;
    keptScreen.lock = lock;
    if (lock !== 'refused' || hasWarned) return;
    hasWarned = true;
    showNotice(pocketStrings.screenMayTurnOff, { tone: 'info' });
  });
}
