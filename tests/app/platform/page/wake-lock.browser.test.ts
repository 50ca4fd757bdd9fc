import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepScreenOn } from '../../../../app/platform/page/wake-lock.ts';
import { Scope } from '../../../../app/platform/scope.ts';
import { until } from '../../../support/until.ts';

/** The browser's own locks, as they were given. */
let locks: WakeLockSentinel[];
let scope: Scope;

beforeEach(() => {
  locks = [];
  scope = new Scope();
  const request = navigator.wakeLock.request.bind(navigator.wakeLock);
  vi.spyOn(navigator.wakeLock, 'request').mockImplementation(async (type) => {
    const lock = await request(type);
    locks.push(lock);
    return lock;
  });
});
afterEach(() => {
  scope.dispose();
  vi.restoreAllMocks();
});

const comeBack = (): boolean => document.dispatchEvent(new Event('visibilitychange'));

test('the screen is kept on until the walk ends', async () => {
  keepScreenOn(scope);
  await until(() => expect(locks.map(({ released }) => released)).toEqual([false]));
  scope.dispose();
  await until(() => expect(locks.map(({ released }) => released)).toEqual([true]));
});

test('the lock that a hidden page lost is requested again on return, and a held one is not requested twice', async () => {
  keepScreenOn(scope);
  await until(() => expect(locks).toHaveLength(1));
  comeBack();
  // What the system does when the page goes out of sight.
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
])('a lock that is refused before somebody has tapped is asked for in the next %s', async (_, makeEvent) => {
  vi.mocked(navigator.wakeLock.request).mockRejectedValueOnce(new DOMException('No tap yet', 'NotAllowedError'));
  keepScreenOn(scope);
  document.dispatchEvent(makeEvent());
  await until(() => expect(locks.map(({ released }) => released)).toEqual([false]));
  expect(navigator.wakeLock.request).toHaveBeenCalledTimes(2);
});

test('the callback gets whether the lock is held: when it is given, when it is lost, and at the end', async () => {
  const told: boolean[] = [];
  keepScreenOn(scope, (isHeld) => told.push(isHeld));
  await until(() => expect(told).toEqual([true]));
  await locks[0]?.release();
  await until(() => expect(told).toEqual([true, false, true]));
  scope.dispose();
  expect(told).toEqual([true, false, true, false]);
});

test('the callback gets a refusal, and the lock is requested again without a tap', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.mocked(navigator.wakeLock.request).mockRejectedValueOnce(new DOMException('Low battery', 'NotAllowedError'));
  const told: boolean[] = [];
  keepScreenOn(scope, (isHeld) => told.push(isHeld));
  await vi.waitFor(() => {
    if (told.length === 0) throw new Error('Not answered yet');
  });
  expect(told).toEqual([false]);
  vi.advanceTimersByTime(60_000);
  vi.useRealTimers();
  await until(() => expect(told).toEqual([false, true]));
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
