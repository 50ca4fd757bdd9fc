import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { Rate, RefundableLimit } from '../../../server/http/rate-limit.ts';
import { openRateLimits, type TestRateLimits } from '../../support/server/rate-limits.ts';

let limits: TestRateLimits;
let names = 0;
beforeAll(async () => {
  limits = await openRateLimits();
});
afterEach(() => {
  vi.useRealTimers();
});
afterAll(() => limits.stop());

/** Creates a limit with counters of its own. */
const newLimit = (rate: Rate): RefundableLimit => limits.join().refundable(`test ${++names}`, rate);

test('a key may spend its rate but nothing above it, and the error says how long to wait', async () => {
  const limit = newLimit({ times: 2, perS: 60 });
  await limit.spend('a');
  await limit.spend('a');
  const refusal = await limit.spend('a').catch((error: unknown) => error);
  expect(refusal).toMatchObject({ code: 'too_many_requests' });
  expect((refusal as { retryAfterS: number }).retryAfterS).toBeGreaterThan(50);
  await limit.spend('b');
});

test('a check refuses the same as a spend and counts nothing', async () => {
  const limit = newLimit({ times: 2, perS: 60 });
  for (let turn = 0; turn < 5; turn++) await limit.check('a');
  await limit.spend('a');
  await limit.check('a');
  await limit.spend('a');
  await expect(limit.check('a')).rejects.toMatchObject({ code: 'too_many_requests' });
});

test('a reset or expired count may be spent again', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  const limit = newLimit({ times: 1, perS: 60 });
  await limit.spend('a');
  await limit.forget('a');
  await limit.spend('a');
  await expect(limit.spend('a')).rejects.toMatchObject({ retryAfterS: 60 });
  vi.advanceTimersByTime(59_000);
  await expect(limit.check('a')).rejects.toMatchObject({ retryAfterS: 1 });
  vi.advanceTimersByTime(1000);
  await limit.check('a');
});

test('a refund may be spent again, and an uncounted key gains nothing', async () => {
  const limit = newLimit({ times: 1, perS: 60 });
  await limit.refund('a');
  await limit.spend('a');
  await expect(limit.check('a')).rejects.toMatchObject({ code: 'too_many_requests' });
  await limit.refund('a');
  await limit.spend('a');
});

test('a limit that only rises refuses like one whose counts may fall, also for concurrent spends', async () => {
  const limit = limits.join().limit('rising', { times: 5, perS: 60 });
  const outcomes = await Promise.allSettled(Array.from({ length: 9 }, () => limit.spend('a')));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  const refusal = await limit.spend('a').catch((error: unknown) => error);
  expect(refusal).toMatchObject({ code: 'too_many_requests' });
  expect((refusal as { retryAfterS: number }).retryAfterS).toBeGreaterThan(50);
  await expect(limit.check('a')).rejects.toMatchObject({ code: 'too_many_requests' });
  await limit.spend('b', 4);
  await expect(limit.spend('b', 2)).rejects.toMatchObject({ code: 'too_many_requests' });
});

test('bytes of an hour are counted beyond 32 bits', async () => {
  const limit = limits.join().limit('bytes', { times: 10 ** 12, perS: 3600 });
  for (let turn = 0; turn < 3; turn++) await limit.spend('a', 2 ** 31);
  await expect(limit.spend('a', 10 ** 12)).rejects.toMatchObject({ code: 'too_many_requests' });
});

test('keys are remembered for their period only', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  const keys = limits.join().remembered('keys', 60);
  expect(await keys.knows('a')).toBe(false);
  await keys.note('a');
  vi.advanceTimersByTime(40_000);
  await keys.note('a');
  vi.advanceTimersByTime(59_000);
  expect([await keys.knows('a'), await keys.knows('b')]).toEqual([true, false]);
  vi.advanceTimersByTime(1000);
  expect(await keys.knows('a')).toBe(false);
});
