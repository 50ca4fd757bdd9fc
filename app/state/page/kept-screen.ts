import { proxy } from 'valtio';
import { keepScreenOn } from '../../platform/page/wake-lock.ts';
import type { Scope } from '../../platform/scope.ts';

/** Whether the browser keeps the screen on for the app. Where it does not, the phone locks itself and loses the position. */
export const keptScreen = proxy<{ isHeld: boolean }>({ isHeld: false });

/** Keeps the screen on until `scope` is disposed, where the browser can and will. */
export function keepScreen(scope: Scope): void {
  keepScreenOn(scope, (isHeld) => {
    keptScreen.isHeld = isHeld;
  });
}
