import { describe, expect, test } from 'vitest';
import { fractionDone, risingSteps, watchReads } from '../../../workers/transcode/progress.ts';

describe('the fraction done', () => {
  test('is 0 while the header is unread, even after a read at the file’s end', () => {
    expect(fractionDone({ durationS: undefined, writtenS: 0, readFraction: 1 })).toBe(0);
  });

  test('is measured in seconds if the duration is known', () => {
    expect(fractionDone({ durationS: 200, writtenS: 50, readFraction: 0.9 })).toBe(0.25);
  });

  test('is the read position if the duration is unknown', () => {
    expect(fractionDone({ durationS: null, writtenS: 50, readFraction: 0.4 })).toBe(0.4);
  });
});

describe('rising steps', () => {
  test('ignore falling and barely rising values, and NaN', () => {
    const told: number[] = [];
    const tell = risingSteps((step) => told.push(step));
    for (const fraction of [0, 0.005, 0.02, 0.025, 0.01, Number.NaN, -3, 0.5]) tell(fraction);
    expect(told).toEqual([0.02, 0.5]);
  });

  test('stay below 1 and then stop', () => {
    const told: number[] = [];
    const tell = risingSteps((step) => told.push(step));
    for (const fraction of [0.7, 1, 1.2, Number.POSITIVE_INFINITY]) tell(fraction);
    expect(told).toEqual([0.7, 0.99]);
  });
});

test.each([72_000, 1e9, 30, 0.1, null, undefined])(
  'a job with a stated duration of %s s reports each second that it works',
  (durationS) => {
    let nowMs = 0;
    const told: { readonly atMs: number; readonly fraction: number }[] = [];
    const tell = risingSteps(
      (fraction) => told.push({ atMs: nowMs, fraction }),
      () => nowMs,
    );
    // Half a minute of sound at half its speed, on a slow phone, as reported by ffmpeg.
    for (; nowMs <= 60_000; nowMs += 500) {
      tell(fractionDone({ durationS, writtenS: nowMs / 2000, readFraction: Math.min(1, nowMs / 10_000) }));
    }
    const times = [0, ...told.map(({ atMs }) => atMs), 60_000];
    expect(Math.max(...times.slice(1).map((atMs, at) => atMs - (times[at] ?? 0)))).toBeLessThanOrEqual(1000);
    expect(told.map(({ fraction }) => fraction)).toEqual(told.map(({ fraction }) => fraction).sort((a, b) => a - b));
    expect(told.every(({ fraction }) => fraction < 1)).toBe(true);
  },
);

test('watched reads return the same bytes and report their position', async () => {
  const read: number[] = [];
  const watched = watchReads(new Blob(['abcdefgh']), (fraction) => read.push(fraction));
  expect(watched.size).toBe(8);
  expect(await watched.slice(2, 4).text()).toBe('cd');
  expect(await watched.slice(6).text()).toBe('gh');
  expect(read).toEqual([0.5, 1]);
});
