import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { keepScreenOn, type ScreenLock } from '../../../../app/platform/page/wake-lock.ts';
import { Scope } from '../../../../app/platform/scope.ts';
import { giveScreen } from '../../../support/page/device.ts';
import { until } from '../../../support/until.ts';

let locks: WakeLockSentinel[];
let scope: Scope;

beforeEach(() => {
  scope = new Scope();
  locks = giveScreen();
});
afterEach(() => scope.dispose());

const comeBack = (): boolean => document.dispatchEvent(new Event('visibilitychange'));

test('the screen is kept on until the walk ends', async () => {
  keepScreenOn(scope);
  await until(() => expect(locks.map(({ released }) => released)).toEqual([false]));
  scope.dispose();
  await until(() => expect(locks.map(({ released }) => released)).toEqual([true]));
});

test('a lock lost by a hidden page is requested again on return, and a held one is not', async () => {
  keepScreenOn(scope);
  await until(() => expect(locks).toHaveLength(1));
  comeBack();
  // The system does this when the page is hidden.
  await locks[0]?.release();
  comeBack();
  await until(() => expect(locks.map(({ released }) => released)).toEqual([true, false]));
  comeBack();
  scope.dispose();
  await until(() => expect(locks.every(({ released }) => released)).toBe(true));
  expect(locks).toHaveLength(2);
});

test('a lock that the system releases while the page is visible is requested again', async () => {
  keepScreenOn(scope);
  await until(() => expect(locks).toHaveLength(1));
  await locks[0]?.release();
  await until(() => expect(locks.map(({ released }) => released)).toEqual([true, false]));
});

test.each<[string, () => Event]>([
  ['tap', () => new PointerEvent('pointerup')],
  ['key press', () => new KeyboardEvent('keydown')],
])('a lock that is refused before any tap is requested at the next %s', async (_, makeEvent) => {
  vi.mocked(navigator.wakeLock.request).mockRejectedValueOnce(new DOMException('No tap yet', 'NotAllowedError'));
  keepScreenOn(scope);
  document.dispatchEvent(makeEvent());
  await until(() => expect(locks.map(({ released }) => released)).toEqual([false]));
  expect(navigator.wakeLock.request).toHaveBeenCalledTimes(2);
});

test('the callback reports when the lock is granted and lost', async () => {
  const states: ScreenLock[] = [];
  keepScreenOn(scope, (lock) => states.push(lock));
  await until(() => expect(states).toEqual(['held']));
  await locks[0]?.release();
  await until(() => expect(states).toEqual(['held', 'lost', 'held']));
});

test('the callback reports a refusal, and the lock is requested again without a tap', async () => {
  await userEvent.click(document.body);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.mocked(navigator.wakeLock.request).mockRejectedValueOnce(new DOMException('Low battery', 'NotAllowedError'));
  const states: ScreenLock[] = [];
  keepScreenOn(scope, (lock) => states.push(lock));
  await expect.poll(() => states).toEqual(['refused']);
  vi.advanceTimersByTime(60_000);
  vi.useRealTimers();
  await until(() => expect(states).toEqual(['refused', 'held']));
});

test('a browser without wake lock is reported like one that refuses', () => {
  const own = Object.getOwnPropertyDescriptor(Navigator.prototype, 'wakeLock') ?? {};
  Reflect.deleteProperty(Navigator.prototype, 'wakeLock');
  const states: ScreenLock[] = [];
  keepScreenOn(scope, (lock) => states.push(lock));
  Object.defineProperty(Navigator.prototype, 'wakeLock', own);
  expect(states).toEqual(['refused']);
});

test('two concurrent requests take one lock, which is released', async () => {
  keepScreenOn(scope);
  comeBack();
  comeBack();
  await until(() => expect(locks).toHaveLength(1));
  scope.dispose();
  await until(() => expect(locks.map(({ released }) => released)).toEqual([true]));
  expect(navigator.wakeLock.request).toHaveBeenCalledTimes(1);
});

test('a lock that is granted after the walk ended is released', async () => {
  keepScreenOn(scope);
  scope.dispose();
  await until(() => expect(locks.map(({ released }) => released)).toEqual([true]));
});
