import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createTimeLeft, fractionDone, risingSteps, watchReads } from '../../../workers/transcode/progress.ts';

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

describe('the time left', () => {
  test('is exact at an even pace', () => {
    const timeLeft = createTimeLeft(1000);
    expect(timeLeft(0.1, 3000)).toBeCloseTo(18, 6);
    expect(timeLeft(0.5, 11_000)).toBeCloseTo(10, 6);
    expect(timeLeft(0.99, 20_800)).toBeCloseTo(0.2, 6);
  });

  test('is unknown in the first half second and without progress', () => {
    const timeLeft = createTimeLeft(0);
    expect(timeLeft(0.3, 499)).toBe(null);
    expect(timeLeft(0.3, 500)).not.toBe(null);
    expect(createTimeLeft(0)(0, 5000)).toBe(null);
  });

  test('follows the last ten seconds if the pace changes', () => {
    const timeLeft = createTimeLeft(0);
    for (let second = 1; second <= 20; second++) timeLeft(second * 0.02, second * 1000);
    // From here on the pace is a quarter: 0.6 is left, at 0.005 a second.
    let last: number | null = null;
    for (let second = 1; second <= 12; second++) last = timeLeft(0.4 + second * 0.005, (20 + second) * 1000);
    expect(last).toBeCloseTo((1 - 0.46) / 0.005, 3);
  });

  test('includes a long pause', () => {
    const timeLeft = createTimeLeft(0);
    timeLeft(0.1, 1000);
    expect(timeLeft(0.2, 61_000)).toBeCloseTo((0.8 / 0.1) * 60, 6);
  });

  test('is null or a finite number of seconds, at least 0, for any rising steps', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(100_000))), (steps) => {
        const fractions = steps.map(([fraction]) => fraction).sort((a, b) => a - b);
        const times = steps.map(([, atMs]) => atMs).sort((a, b) => a - b);
        const timeLeft = createTimeLeft(0);
        for (const [index, fraction] of fractions.entries()) {
          const leftS = timeLeft(fraction, times[index] ?? 0);
          if (leftS !== null) expect(leftS >= 0 && !Number.isNaN(leftS)).toBe(true);
        }
      }),
    );
  });
});
