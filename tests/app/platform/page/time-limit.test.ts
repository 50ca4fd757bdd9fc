import { beforeEach, expect, test, vi } from 'vitest';
import { startTimeLimit } from '../../../../app/platform/page/time-limit.ts';

beforeEach(() => void vi.useFakeTimers());

test('it aborts after the timeout, which each renewal restarts', () => {
  const limit = startTimeLimit(new AbortController().signal, 1000);
  vi.advanceTimersByTime(900);
  limit.renew();
  vi.advanceTimersByTime(900);
  expect(limit.signal.aborted).toBe(false);
  vi.advanceTimersByTime(100);
  expect(limit.signal.reason).toMatchObject({ name: 'TimeoutError' });
});

test('it aborts with its parent, for the same reason, even if that was aborted before', () => {
  const parent = new AbortController();
  const limit = startTimeLimit(parent.signal, 1000);
  parent.abort('gone');
  expect(limit.signal.reason).toBe('gone');
  expect(startTimeLimit(parent.signal, 1000).signal.aborted).toBe(true);
});

test('after its end it never aborts', () => {
  const parent = new AbortController();
  const limit = startTimeLimit(parent.signal, 1000);
  limit.end();
  parent.abort();
  vi.advanceTimersByTime(5000);
  expect(limit.signal.aborted).toBe(false);
});
