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

/** How far the steady position is from where the last fix was. */
const lagM = (accuracyM: number, seconds: number): number => 1.4 * seconds - eastM(walk(accuracyM, seconds));

describe('the steady position', () => {
  test('is the fix itself at the beginning', () => {
    const one = fix(40, 0, 30);
    expect(follow(null, one)).toEqual(standAt(one));
    expect(standAt(one)).toMatchObject({ lng: one.lng, lat: one.lat, ahead: { lng: one.lng, lat: one.lat } });
  });

  test('lags behind a walker the more, the worse the fixes are, and by less than an average would', () => {
    const lags = [5, 10, 20, 40].map((accuracyM) => lagM(accuracyM, 20));
    expect(lags).toEqual([...lags].sort((a, b) => a - b));
    expect(lags[0]).toBeLessThan(1);
    expect(lags.at(-1)).toBeLessThan(10);
  });

  test('follows a step of the error only in part', () => {
    const standing = Array.from({ length: 30 }, (_, second) => fix(0, 1000 * (second + 1), 20)).reduce(
      follow,
      standAt(fix(0, 0, 20)),
    );
    const thrown = follow(standing, fix(8, 31_000, 20));
    expect(eastM(thrown)).toBeLessThan(6);
    expect(thrown.errorM[0]).toBeGreaterThan(2);
  });

  test('looks half a step ahead, and none where the walker stands', () => {
    const walking = walk(4, 20);
    expect(eastM(walking.ahead) - eastM(walking)).toBeGreaterThan(0.5);
    expect(eastM(walking.ahead) - eastM(walking)).toBeLessThan(0.75);
    const standing = Array.from({ length: 30 }, (_, second) => fix(28, 21_000 + 1000 * second, 4)).reduce(
      follow,
      walking,
    );
    expect(eastM(standing.ahead)).toBeCloseTo(eastM(standing), 1);
  });

  test('stays certain however long the walk is', () => {
    const { pp, vv, ee } = walk(20, 2000).spread;
    for (const variance of [pp, vv, ee]) {
      expect(variance).toBeGreaterThan(0);
      expect(variance).toBeLessThan(100);
    }
  });

  test('is the fix itself after a gap of 15 s', () => {
    const one = fix(40, 15_001, 30);
    expect(follow(standAt(fix(0, 0, 30)), one)).toEqual(standAt(one));
  });
});
