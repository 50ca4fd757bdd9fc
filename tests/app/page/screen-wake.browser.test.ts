import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { keepScreenAwake, screenWake } from '../../../app/page/screen-wake.ts';
import { Scope } from '../../../app/platform/scope.ts';
import { giveScreen } from '../../support/page/device.ts';
import { until } from '../../support/until.ts';

let scope: Scope;
beforeEach(() => {
  scope = new Scope();
});
afterEach(() => scope.dispose());

test('a screen that the browser will not keep on is reported, and requested again', async () => {
  await userEvent.click(document.body);
  vi.spyOn(navigator.wakeLock, 'request').mockRejectedValue(new DOMException('Low battery', 'NotAllowedError'));
  keepScreenAwake(scope);
  await until(() => expect(screenWake.lock).toBe('refused'));
  document.dispatchEvent(new Event('visibilitychange'));
  await until(() => expect(navigator.wakeLock.request).toHaveBeenCalledTimes(2));
  scope.dispose();
  expect(screenWake.lock).toBeNull();
});

test('a screen that stays on is reported', async () => {
  giveScreen();
  keepScreenAwake(scope);
  await until(() => expect(screenWake.lock).toBe('held'));
});
