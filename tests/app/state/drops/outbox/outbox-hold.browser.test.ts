import { afterEach, beforeEach, expect, test } from 'vitest';
import { Scope } from '../../../../../app/platform/scope.ts';
import { createUnsentHold } from '../../../../../app/state/drops/outbox/outbox-hold.ts';
import { isBusy } from '../../../../../app/state/page/busy.ts';

let scope: Scope;
beforeEach(() => {
  scope = new Scope();
});
afterEach(() => scope.dispose());

/** Whether the browser would ask before it closes the page now. */
function asksBeforeLeaving(): boolean {
  const leaving = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(leaving);
  return leaving.defaultPrevented;
}

test('until all is sent a page neither closes without a question nor reloads by itself', () => {
  const hold = createUnsentHold(scope);
  expect([asksBeforeLeaving(), isBusy()]).toEqual([false, false]);
  hold(true);
  hold(true);
  expect([asksBeforeLeaving(), isBusy()]).toEqual([true, true]);
  hold(false);
  expect([asksBeforeLeaving(), isBusy()]).toEqual([false, false]);
});

test('a page whose outbox has closed closes without a question', () => {
  createUnsentHold(scope)(true);
  scope.dispose();
  expect([asksBeforeLeaving(), isBusy()]).toEqual([false, false]);
});
