import { beforeEach, expect, test, vi } from 'vitest';
import { startPatience } from '../../../../app/platform/page/patience.ts';

beforeEach(() => void vi.useFakeTimers());

test('it aborts after the timeout, which each renewal restarts', () => {
  const patience = startPatience(new AbortController().signal, 1000);
  vi.advanceTimersByTime(900);
  patience.renew();
  vi.advanceTimersByTime(900);
  expect(patience.signal.aborted).toBe(false);
  vi.advanceTimersByTime(100);
  expect(patience.signal.reason).toMatchObject({ name: 'TimeoutError' });
});

test('it aborts with its parent, for the same reason, even if that was aborted before', () => {
  const parent = new AbortController();
  const patience = startPatience(parent.signal, 1000);
  parent.abort('gone');
  expect(patience.signal.reason).toBe('gone');
  expect(startPatience(parent.signal, 1000).signal.aborted).toBe(true);
});

test('after its end it never aborts', () => {
  const parent = new AbortController();
  const patience = startPatience(parent.signal, 1000);
  patience.end();
  parent.abort();
  vi.advanceTimersByTime(5000);
  expect(patience.signal.aborted).toBe(false);
});
