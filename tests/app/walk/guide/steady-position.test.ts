import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { moveBy, offsetM } from '../../../../app/position/coordinates.ts';
import { canFollow, type GateFix } from '../../../../app/position/fix-gate.ts';
import { follow, type SteadyPosition, standAt } from '../../../../app/walk/guide/steady-position.ts';

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

/** The distance of the steady position from the position of the last fix. */
const lagM = (accuracyM: number, seconds: number): number => 1.4 * seconds - eastM(walk(accuracyM, seconds));

describe('the steady position', () => {
  test('is the fix itself at the start', () => {
    const one = fix(40, 0, 30);
    expect(follow(null, one)).toEqual(standAt(one));
    expect(standAt(one)).toMatchObject({ lng: one.lng, lat: one.lat, ahead: { lng: one.lng, lat: one.lat } });
  });

  test('lags behind a walker more the worse the fixes are, but less than an average would', () => {
    const lags = [5, 10, 20, 40].map((accuracyM) => lagM(accuracyM, 20));
    expect(lags).toEqual([...lags].sort((a, b) => a - b));
    expect(lags[0]).toBeLessThan(1);
    expect(lags.at(-1)).toBeLessThan(10);
  });

  test('follows a jump of the error only in part', () => {
    const standing = Array.from({ length: 30 }, (_, second) => fix(0, 1000 * (second + 1), 20)).reduce(
      follow,
      standAt(fix(0, 0, 20)),
    );
    const thrown = follow(standing, fix(8, 31_000, 20));
    expect(eastM(thrown)).toBeLessThan(6);
    expect(thrown.errorM[0]).toBeGreaterThan(2);
  });

  test('looks half a step ahead of a walker, and not ahead of a standing person', () => {
    const walking = walk(4, 20);
    expect(eastM(walking.ahead) - eastM(walking)).toBeGreaterThan(0.5);
    expect(eastM(walking.ahead) - eastM(walking)).toBeLessThan(0.75);
    const standing = Array.from({ length: 30 }, (_, second) => fix(28, 21_000 + 1000 * second, 4)).reduce(
      follow,
      walking,
    );
    expect(eastM(standing.ahead)).toBeCloseTo(eastM(standing), 1);
  });

  test.each([
    ['at once', [50, 5]],
    ['little by little', [50, 40, 32, 26, 20, 16, 13, 10, 8, 6, 5]],
    ['and worse in turns', [40, 10, 40, 10, 40, 10]],
  ])('is not thrown off by fixes that get better %s', (_, accuraciesM) => {
    const fixes = accuraciesM.map((accuracyM, second) => fix(3 * second, 1000 * second, accuracyM));
    const last = fixes.reduce<SteadyPosition | null>(follow, null);
    const fixM = 3 * (fixes.length - 1);
    expect(Math.abs(eastM(last ?? START) - fixM)).toBeLessThan(accuraciesM.at(-1) ?? 0);
  });

  test('gives a vague fix after good ones little weight', () => {
    const vague = follow(walk(5, 20), fix(48, 21_000, 50));
    expect(Math.abs(eastM(vague) - 1.4 * 21)).toBeLessThan(2);
  });

  test('is equally steady across the antimeridian and at 80 degrees north', () => {
    const eastOf = (start: { lng: number; lat: number }): number[] => {
      const fixes = Array.from({ length: 60 }, (_, second) => ({
        ...moveBy(start, [1.4 * second + Math.sin(second), 0]),
        accuracyM: 12,
        timestampMs: 1000 * second,
      }));
      const wrapped = fixes.map((one) => ({ ...one, lng: one.lng > 180 ? one.lng - 360 : one.lng }));
      let before: SteadyPosition | null = null;
      return wrapped.map((one) => {
        before = follow(before, one);
        return offsetM(start, before.ahead)[0];
      });
    };
    const here = eastOf(START);
    for (const elsewhere of [eastOf({ lng: 179.9996, lat: 0 }), eastOf({ lng: 10, lat: 80 })]) {
      for (const [second, metres] of elsewhere.entries()) expect(metres).toBeCloseTo(here[second] ?? Number.NaN, 3);
    }
  });

  test('is a number near the fixes, for any accuracies that the gate accepts', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            accuracyM: fc.double({ min: 0, max: 60, noNaN: true }),
            stepM: fc.double({ min: -20, max: 20, noNaN: true }),
            passedMs: fc.integer({ min: 1, max: 20_000 }),
          }),
          { minLength: 1, maxLength: 60 },
        ),
        (steps) => {
          let atMs = 0;
          let before: SteadyPosition | null = null;
          for (const { accuracyM, stepM, passedMs } of steps) {
            atMs += passedMs;
            const next = fix(stepM, atMs, accuracyM);
            const isJump = before !== null && !canFollow(before, next);
            before = follow(isJump ? null : before, next);
            const { pp, vv, ee } = before.covariance;
            expect(Math.abs(eastM(before.ahead))).toBeLessThan(100);
            expect(Math.min(pp, vv, ee)).toBeGreaterThan(-1e-6);
          }
        },
      ),
    );
  });

  test('stays certain, however long the walk', () => {
    const { pp, vv, ee } = walk(20, 2000).covariance;
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
