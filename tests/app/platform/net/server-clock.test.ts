import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Scope } from '../../../../app/platform/scope.ts';

const HOUR_MS = 3_600_000;
const TRUE_MS = Date.UTC(2026, 4, 12, 10);
const at = (ms: number): string => new Date(ms).toUTCString();

let clock: typeof import('../../../../app/platform/net/server-clock.ts');
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  vi.resetModules();
  clock = await import('../../../../app/platform/net/server-clock.ts');
});
afterEach(() => vi.useRealTimers());

test.each([13, 24 * 31, 24 * 401, -13, -24 * 401])(
  'a clock that is %s h off is corrected after the server’s response',
  (hours) => {
    vi.setSystemTime(TRUE_MS + hours * HOUR_MS);
    expect([clock.serverNowMs(), clock.surelyNowMs()]).toEqual([TRUE_MS + hours * HOUR_MS, Number.NEGATIVE_INFINITY]);
    clock.hearServerTime(at(TRUE_MS));
    expect([clock.serverNowMs(), clock.surelyNowMs()]).toEqual([TRUE_MS, TRUE_MS]);
    vi.advanceTimersByTime(HOUR_MS);
    expect([clock.serverNowMs(), clock.surelyNowMs()]).toEqual([TRUE_MS + HOUR_MS, TRUE_MS + HOUR_MS]);
  },
);

test.each([24, -24])('a clock set %s h ahead at runtime yields no time that has not certainly passed', (hours) => {
  vi.setSystemTime(TRUE_MS);
  clock.hearServerTime(at(TRUE_MS));
  vi.setSystemTime(TRUE_MS + hours * HOUR_MS);
  vi.advanceTimersByTime(HOUR_MS);
  expect(clock.surelyNowMs()).toBe(TRUE_MS + HOUR_MS);
  clock.hearServerTime(at(TRUE_MS + HOUR_MS));
  expect(clock.serverNowMs()).toBe(TRUE_MS + HOUR_MS);
});

test('an observer is notified once, again at a different time, and not after its scope ends', () => {
  const scope = new Scope();
  let told = 0;
  clock.onServerTime(scope, () => {
    told += 1;
  });
  vi.setSystemTime(TRUE_MS);
  for (const date of [null, '', 'yesterday']) clock.hearServerTime(date);
  expect(told).toBe(0);
  for (const ms of [TRUE_MS, TRUE_MS + 2000]) clock.hearServerTime(at(ms));
  expect(told).toBe(1);
  clock.hearServerTime(at(TRUE_MS + HOUR_MS));
  expect(told).toBe(2);
  scope.dispose();
  clock.hearServerTime(at(TRUE_MS));
  expect(told).toBe(2);
});
