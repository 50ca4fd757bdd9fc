import { afterEach, expect, test, vi } from 'vitest';
import { createRateLimit } from '../../../server/http/rate-limit.ts';

afterEach(() => vi.useRealTimers());

test('a key may spend its rate and no more; the error says how long to wait', async () => {
  const limit = createRateLimit({ times: 2, perS: 60 });
  await limit.spend('a');
  await limit.spend('a');
  const refusal = await limit.spend('a').catch((error: unknown) => error);
  expect(refusal).toMatchObject({ code: 'too_many_requests' });
  expect((refusal as { retryAfterS: number }).retryAfterS).toBeGreaterThan(50);
  await limit.spend('b');
});

test('a check refuses what a spend would refuse, and counts nothing', async () => {
  const limit = createRateLimit({ times: 2, perS: 60 });
  for (let turn = 0; turn < 5; turn++) await limit.check('a');
  await limit.spend('a');
  await limit.check('a');
  await limit.spend('a');
  await expect(limit.check('a')).rejects.toMatchObject({ code: 'too_many_requests' });
});

test('a reset or expired count may be spent again', async () => {
  vi.useFakeTimers();
  const limit = createRateLimit({ times: 1, perS: 60 });
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
  const limit = createRateLimit({ times: 1, perS: 60 });
  await limit.refund('a');
  await limit.spend('a');
  await expect(limit.check('a')).rejects.toMatchObject({ code: 'too_many_requests' });
  await limit.refund('a');
  await limit.spend('a');
});
