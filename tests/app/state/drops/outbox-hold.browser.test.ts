import { afterEach, expect, test } from 'vitest';
import { holdWhileUnsent } from '../../../../app/state/drops/outbox-hold.ts';
import { isBusy } from '../../../../app/state/page/busy.ts';

afterEach(() => holdWhileUnsent(false));

/** Whether the browser would ask before it closes the page now. */
function asksBeforeLeaving(): boolean {
  const leaving = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(leaving);
  return leaving.defaultPrevented;
}

test('a page with something unsent neither closes without a question nor reloads by itself, until all is sent', () => {
  expect([asksBeforeLeaving(), isBusy()]).toEqual([false, false]);
  holdWhileUnsent(true);
  holdWhileUnsent(true);
  expect([asksBeforeLeaving(), isBusy()]).toEqual([true, true]);
  holdWhileUnsent(false);
  expect([asksBeforeLeaving(), isBusy()]).toEqual([false, false]);
});
