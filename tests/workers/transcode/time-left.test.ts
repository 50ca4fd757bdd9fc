import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createTimeLeft } from '../../../workers/transcode/time-left.ts';

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
