import { afterEach, beforeEach, expect, test } from 'vitest';
import { createUnsentGuard } from '../../../app/drops/device-storage.ts';
import { isBusy } from '../../../app/page/busy.ts';
import { Scope } from '../../../app/platform/scope.ts';

let scope: Scope;
beforeEach(() => {
  scope = new Scope();
});
afterEach(() => scope.dispose());

/** Whether the browser would ask before it closes the page. */
function asksBeforeLeaving(): boolean {
  const leaving = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(leaving);
  return leaving.defaultPrevented;
}

test('until everything is sent, a page asks before closing and does not reload by itself', () => {
  const hold = createUnsentGuard(scope);
  expect([asksBeforeLeaving(), isBusy()]).toEqual([false, false]);
  hold(true);
  hold(true);
  expect([asksBeforeLeaving(), isBusy()]).toEqual([true, true]);
  hold(false);
  expect([asksBeforeLeaving(), isBusy()]).toEqual([false, false]);
});

test('a page whose outbox has closed closes without a confirmation', () => {
  createUnsentGuard(scope)(true);
  scope.dispose();
  expect([asksBeforeLeaving(), isBusy()]).toEqual([false, false]);
});
