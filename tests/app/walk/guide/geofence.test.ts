import { beforeEach, describe, expect, test } from 'vitest';
import {
  countEntries,
  countedFence,
  enterDue,
  NOTHING_COUNTED,
  triggerFence,
  type Visit,
  visitPlaces,
} from '../../../../app/walk/guide/geofence.ts';
import { PlaceId } from '../../../../contracts/vocabulary.ts';

const bridge = PlaceId.parse(1);
const market = PlaceId.parse(2);

/** Walks past a place: distances at 0, 1, 2 ... seconds, as far as a lookup finds it. */
const pass = (accuracyM: number, ...distancesM: number[]): readonly Visit[] =>
  distancesM.reduce<readonly Visit[]>(
    (visits, distanceM, second) =>
      visitPlaces(
        visits,
        distanceM <= triggerFence(accuracyM).leaveM ? [{ placeId: bridge, distanceM }] : [],
        triggerFence(accuracyM),
        second * 1000,
      ),
    [],
  );
const isAt = (visits: readonly Visit[]): boolean => visits.some(({ entered }) => entered);

test('radii and dwell grow with the accuracy', () => {
  expect([4, 20, 40].map((accuracyM) => triggerFence(accuracyM).enterM)).toEqual([7, 18, 32]);
  expect([4, 20, 40].map((accuracyM) => triggerFence(accuracyM).leaveM)).toEqual([12, 23, 42]);
  expect([5, 20, 40].map((accuracyM) => triggerFence(accuracyM).sureM)).toEqual([12, 12, 14]);
  expect([5, 8, 28, 60].map((accuracyM) => triggerFence(accuracyM).dwellMs)).toEqual([0, 0, 1000, 1500]);
});

test('the walker is surely at a place while it is near, even within the deadband', () => {
  expect(pass(5, 6, 12).map(({ isSure }) => isSure)).toEqual([true]);
  expect(pass(40, 14).map(({ isSure }) => isSure)).toEqual([true]);
  expect(pass(40, 14.1).map(({ isSure }) => isSure)).toEqual([false]);
});

describe('with good fixes a place', () => {
  test.each<[string, number[], boolean]>([
    ['is entered at its radius', [7], true],
    ['is not entered beyond it', [7.1], false],
    ['is not left within the deadband', [6, 8, 11.9], true],
    ['is left beyond it', [6, 12.1], false],
    ['is not entered within the deadband again', [6, 12.1, 8], false],
    ['is entered again at its radius', [6, 12.1, 7], true],
  ])('%s', (_, distancesM, expected) => {
    expect(isAt(pass(4, ...distancesM))).toBe(expected);
  });
});

describe('with fixes of 28 m a place', () => {
  test.each<[string, number[], boolean]>([
    ['is not entered at once', [22], false],
    ['is entered after a second', [22, 18], true],
    ['is entered even if a fix of the dwell is in the deadband', [22, 25], true],
    ['is not entered if it was left within the dwell', [22, 31], false],
    ['restarts its dwell after that', [22, 31, 22], false],
  ])('%s', (_, distancesM, expected) => {
    expect(isAt(pass(28, ...distancesM))).toBe(expected);
  });

  test('is entered by time alone', () => {
    const visits = pass(28, 22);
    expect(enterDue(visits, 999)).toBe(visits);
    expect(isAt(enterDue(visits, 1000))).toBe(true);
  });
});

test('visits are in the order of the lookup', () => {
  const near = [
    { placeId: market, distanceM: 2 },
    { placeId: bridge, distanceM: 4 },
  ];
  expect(visitPlaces(pass(5, 3), near, triggerFence(5), 1000).map(({ placeId }) => placeId)).toEqual([market, bridge]);
});

describe('an entry is counted', () => {
  /** The number of entries counted for fixes at the same spot, at these distances from the bridge. */
  const count = (accuracyM: number, ...distancesM: number[]): number[] =>
    distancesM.map((distanceM, second) => {
      const near = distanceM <= countedFence(accuracyM).leaveM ? [{ placeId: bridge, distanceM }] : [];
      counted = countEntries(counted, { lng: 2, lat: 48, accuracyM, timestampMs: 3000 * second }, near);
      return counted.entered.length;
    });
  let counted = NOTHING_COUNTED;
  beforeEach(() => {
    counted = NOTHING_COUNTED;
  });

  test.each<[string, number, number[], number[]]>([
    ['within 7 m', 5, [7.1, 7], [0, 1]],
    ['within half the accuracy if that is larger', 40, [20.1, 20], [0, 1]],
    ['immediately, without a dwell', 60, [30], [1]],
    ['once for each arrival of the walker', 5, [6, 5, 7], [1, 0, 0]],
    ['again after leaving, without a deadband', 5, [6, 7.1, 6], [1, 0, 1]],
  ])('%s', (_, accuracyM, distancesM, expected) => {
    expect(count(accuracyM, ...distancesM)).toEqual(expected);
  });

  test('not for 2 s after the last count, while the walker moves less than 1 m', () => {
    const near = [{ placeId: bridge, distanceM: 5 }];
    const fix = { lng: 2, lat: 48, accuracyM: 5, timestampMs: 1000 };
    counted = countEntries(NOTHING_COUNTED, fix, []);
    expect(countEntries(counted, { ...fix, timestampMs: 2999 }, near).entered).toEqual([]);
    expect(countEntries(counted, { ...fix, timestampMs: 3000 }, near).entered).toHaveLength(1);
    expect(countEntries(counted, { ...fix, lat: 48.00001, timestampMs: 1500 }, near).entered).toHaveLength(1);
    expect(countEntries({ ...counted, fix: null }, fix, near).entered).toHaveLength(1);
  });
});

describe('a place that the walker approaches', () => {
  const fence = triggerFence(30);
  const look = (visits: readonly Visit[], second: number, distanceM: number, soonM: number | null): readonly Visit[] =>
    visitPlaces(
      visits,
      [{ placeId: bridge, distanceM }],
      fence,
      second * 1000,
      soonM === null ? [] : [{ placeId: bridge, distanceM: soonM }],
    );
  /** Came within reach two seconds ago, and is still approaching. */
  const onTheWay = look(look([], 0, 24, 18), 2, 22, 16);

  test('is not entered while that lasts, not even by time alone', () => {
    expect(isAt(onTheWay)).toBe(false);
    expect(isAt(enterDue(onTheWay, 10_000))).toBe(false);
  });

  test.each<[string, number, number | null]>([
    ['is surely there', 12, 6],
    ['is about to move away', 20, null],
  ])('is entered once the walker %s', (_, distanceM, soonM) => {
    expect(isAt(look(onTheWay, 3, distanceM, soonM))).toBe(true);
  });

  test('is entered 10 s after the approach ended, if the walker stands', () => {
    const standing = look(onTheWay, 3, 20, 19.6);
    expect(isAt(look(standing, 11, 20, 20.4))).toBe(false);
    expect(isAt(look(standing, 12, 20, 20.4))).toBe(true);
    expect(isAt(enterDue(standing, 12_000))).toBe(true);
    expect(isAt(look(look(standing, 8, 19, 15), 12, 20, 20))).toBe(false);
  });

  test('is not left by approaching once more', () => {
    expect(isAt(look(look(onTheWay, 3, 20, null), 4, 18, 12))).toBe(true);
  });
});
