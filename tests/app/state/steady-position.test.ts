import { describe, expect, test } from 'vitest';
import type { GateFix } from '../../../app/state/fix-gate.ts';
import { moveBy, offsetM } from '../../../app/state/metres.ts';
import { follow, type SteadyPosition, standAt } from '../../../app/state/steady-position.ts';

const START = { lng: 2.347, lat: 48.8555 };
const fix = (eastM: number, atMs: number, accuracyM: number): GateFix => ({
  ...moveBy(START, [eastM, 0]),
  accuracyM,
  timestampMs: atMs,
});
const eastM = (position: { lng: number; lat: number }): number => offsetM(START, position)[0];
const walk = (accuracyM: number, seconds: number): SteadyPosition =>
  Array.from({ length: seconds }, (_, second) => fix(1.4 * (second + 1), 1000 * (second + 1), accuracyM)).reduce(
    follow,
    standAt(fix(0, 0, accuracyM)),
  );

describe('the steady position', () => {
  test('is the fix itself where that is good', () => {
    expect(eastM(walk(4, 10))).toBeCloseTo(14, 5);
  });

  test('lags behind a walker the more, the worse the fixes are', () => {
    const lags = [5, 10, 20, 40].map((accuracyM) => 28 - eastM(walk(accuracyM, 20)));
    expect(lags).toEqual([...lags].sort((a, b) => a - b));
    expect(lags.at(-1)).toBeLessThan(14);
  });

  test('looks half a step ahead, and none where the walker stands', () => {
    const walking = walk(4, 10);
    expect(eastM(walking.ahead) - eastM(walking)).toBeCloseTo(0.7, 5);
    const standing = follow(walking, { ...walking, timestampMs: walking.timestampMs + 1000 });
    expect(eastM(standing.ahead)).toBeCloseTo(eastM(standing), 5);
  });

  test('looks no farther ahead than a brisk walk leads', () => {
    const running = follow(standAt(fix(0, 0, 4)), fix(4, 1000, 4));
    expect(eastM(running.ahead) - eastM(running)).toBeCloseTo(0.8, 5);
  });

  test.each([
    ['a gap of 15 s', fix(40, 15_001, 30)],
    ['a jump', fix(80, 1000, 30)],
  ])('is the fix itself after %s', (_, one) => {
    expect(follow(standAt(fix(0, 0, 30)), one)).toEqual(standAt(one));
  });
});
