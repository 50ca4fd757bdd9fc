import { describe, expect, test } from 'vitest';
import { moveBy, offsetM } from '../../../app/position/coordinates.ts';
import { createWander } from '../../../app/rehearsal/gps-noise.ts';
import { readRecordedWalk, readTimes } from '../../../app/rehearsal/recorded-walk.ts';
import { createSeededRandom } from '../../../app/rehearsal/seeded-random.ts';
import { createRoute, createStreet, type PlanePoint } from '../../../app/rehearsal/walked-route.ts';
import type { Position } from '../../../contracts/geo.ts';
import { finish } from '../../support/finish.ts';

const ORIGIN = { lng: 2.347, lat: 48.8555 };
/** A walk through ten streets with right angles, acute ones and bends. */
const CORNERS: readonly PlanePoint[] = [
  [0, 0],
  [180, 0],
  [180, 120],
  [320, 140],
  [340, 300],
  [200, 320],
  [190, 420],
  [350, 430],
  [350, 640],
  [120, 640],
];
const STREET = createStreet(CORNERS);
const NOON_MS = Date.UTC(2026, 4, 2, 12);

const positionOf = (point: PlanePoint): Position => {
  const { lng, lat } = moveBy(ORIGIN, point);
  return [lng, lat];
};
const spotOf = ([lng, lat]: Position): PlanePoint => offsetM(ORIGIN, { lng, lat });

interface Receiver {
  /** Deviation of the error that varies over 25 s, and of the independent error of each position. */
  readonly wanderM: number;
  readonly quickM: number;
}

/** The walk recorded each second, with a rest of a minute at 300 m and at 800 m. */
function record({ wanderM, quickM }: Receiver, seed: number, speedMps = 1.3) {
  const chance = createSeededRandom(seed);
  const [east, north] = [createWander(chance, wanderM, 25_000), createWander(chance, wanderM, 25_000)];
  const line: Position[] = [];
  const timesMs: number[] = [];
  const rests = [300, 800];
  let restsS = 0;
  for (let alongM = 0; alongM < STREET.lengthM; ) {
    const [eastM, northM] = STREET.at(alongM);
    const quick = () => quickM * chance.normal();
    line.push(positionOf([eastM + east(1000) + quick(), northM + north(1000) + quick()]));
    timesMs.push(NOON_MS + 1000 * timesMs.length);
    if (alongM >= (rests[0] ?? Infinity) && restsS < 60) restsS += 1;
    else {
      if (restsS === 60) rests.shift();
      restsS = 0;
      alongM += speedMps * chance.between(0.9, 1.1);
    }
  }
  return { line, timesMs };
}

function read(line: readonly Position[], timesMs: readonly (number | null)[]) {
  return finish(readRecordedWalk(line, timesMs));
}

const lengthOf = (line: readonly Position[] | undefined): number => createRoute(line ?? [])?.lengthM ?? 0;

/** Distance of a point to the walked streets. */
function offM([eastM, northM]: PlanePoint): number {
  return Math.min(
    ...CORNERS.slice(1).map((to, index) => {
      const from = CORNERS[index] ?? to;
      const [x, y] = [to[0] - from[0], to[1] - from[1]];
      const part = ((eastM - from[0]) * x + (northM - from[1]) * y) / (x * x + y * y);
      const inLeg = Math.min(1, Math.max(0, part));
      return Math.hypot(eastM - from[0] - inLeg * x, northM - from[1] - inLeg * y);
    }),
  );
}

const meanOffM = (line: readonly Position[]): number =>
  line.reduce((sum, position) => sum + offM(spotOf(position)), 0) / line.length;

describe.each<[string, Receiver, number, number]>([
  ['a phone between houses, 8 m off', { wanderM: 8, quickM: 0 }, 3000, 0.06],
  ['a phone under open sky, 3 m off', { wanderM: 3, quickM: 0.3 }, 1900, 0.06],
  ['a receiver that jumps by 8 m each second', { wanderM: 0, quickM: 8 }, 15_000, 0.03],
  ['a good watch', { wanderM: 0.2, quickM: 0.2 }, 1445, 0.02],
])('a walk of 1445 m recorded by %s', (_, receiver, noisyM, part) => {
  test.each([1, 2, 3])('has its own length again, nearer to the streets than the record (seed %i)', (seed) => {
    const { line, timesMs } = record(receiver, seed);
    expect(lengthOf(line)).toBeGreaterThan(noisyM);
    const walk = read(line, timesMs);
    expect(Math.abs(lengthOf(walk?.line) / STREET.lengthM - 1)).toBeLessThan(part);
    expect(meanOffM(walk?.line ?? [])).toBeLessThan(meanOffM(line) + 0.05);
    expect(walk?.timesS.at(-1)).toBe(line.length - 1);
  });
});

test('corners are preserved: a good watch’s record is never cut by more than a step', () => {
  const { line, timesMs } = record({ wanderM: 0.2, quickM: 0.2 }, 4);
  const walk = read(line, timesMs);
  expect(Math.max(...(walk?.line ?? []).map((position) => offM(spotOf(position))))).toBeLessThan(1.3);
});

test('a bicycle ride is smoothed as one', () => {
  const { line, timesMs } = record({ wanderM: 8, quickM: 0.3 }, 5, 4.5);
  const walk = read(line, timesMs);
  expect(Math.abs(lengthOf(walk?.line) / STREET.lengthM - 1)).toBeLessThan(0.06);
});

test('one position half a kilometre off is ignored', () => {
  const { line, timesMs } = record({ wanderM: 3, quickM: 0.3 }, 6);
  const [lng, lat] = line[500] ?? [0, 0];
  const spiked = line.with(500, [lng + 0.007, lat]);
  const walk = read(spiked, timesMs);
  expect(Math.abs(lengthOf(walk?.line) / STREET.lengthM - 1)).toBeLessThan(0.06);
});

test('a record of a day has its length, for any number of positions', () => {
  const count = 80_000;
  const line = Array.from({ length: count }, (_, index) => positionOf([0.3 * index, 0]));
  const walk = read(
    line,
    line.map((_, index) => NOON_MS + 1000 * index),
  );
  expect(walk?.timesS.at(-1)).toBe(count - 1);
  expect(walk?.line.length).toBeLessThanOrEqual(10_001);
  expect(lengthOf(walk?.line)).toBeCloseTo(0.3 * (count - 1), -2);
});

test.each<[string, Position[], (number | null)[]]>([
  ['no position', [], []],
  ['one', [positionOf([0, 0])], [NOON_MS]],
  ['none that has a time', [positionOf([0, 0]), positionOf([100, 0])], [null, null]],
])('%s: no recorded walk', (_, line, timesMs) => {
  expect(read(line, timesMs)).toBeNull();
});

/** Spots 10 m apart. */
const points = (count: number): PlanePoint[] => Array.from({ length: count }, (_, index) => [10 * index, 0]);
const at = (...seconds: (number | null)[]): (number | null)[] =>
  seconds.map((second) => (second === null ? null : NOON_MS + 1000 * second));
const rounded = (timesS: number[] | null) => timesS?.map((timeS) => Math.round(10 * timeS) / 10);

test('times are counted from the first one, including pauses', () => {
  expect(readTimes(points(4), at(0, 8, 308, 316))).toEqual([0, 8, 308, 316]);
});

test.each([
  ['missing', at(0, null, null, 30)],
  ['the same as before', at(0, 0, 0, 30)],
  ['before the one before', at(0, 10, -5, 30)],
  ['years ahead', at(0, 1e9, null, 30)],
])('a time that is %s is interpolated from its neighbours, by distance', (_, timesMs) => {
  expect(readTimes(points(4), timesMs)).toEqual([0, 10, 20, 30]);
});

test('parts before the first time and after the last are walked at 1.3 m/s', () => {
  expect(rounded(readTimes(points(5), at(null, 0, 20, null, null)))).toEqual([0, 7.7, 27.7, 35.4, 43.1]);
});

test('more than an hour without a position is not a pause: it is walked', () => {
  expect(rounded(readTimes(points(4), at(0, 10, 10 + 3700, 10 + 3710)))).toEqual([0, 10, 17.7, 27.7]);
  // A receiver without a fix starts in 1970.
  expect(rounded(readTimes(points(3), [0, NOON_MS, NOON_MS + 10_000]))).toEqual([0, 7.7, 17.7]);
});

test('times at one point are those of a rest', () => {
  expect(
    readTimes(
      [
        [0, 0],
        [0, 0],
        [0, 0],
      ],
      at(0, null, 60),
    ),
  ).toEqual([0, 60, 60]);
});

test.each<[string, PlanePoint[], (number | null)[]]>([
  ['none', points(3), at(null, null, null)],
  ['one', points(3), at(null, 5, null)],
  ['all the same', points(3), at(5, 5, 5)],
  ['more than a day', points(30), at(...Array.from({ length: 30 }, (_, index) => 3500 * index))],
])('times that are %s are unusable', (_, line, timesMs) => {
  expect(readTimes(line, timesMs)).toBeNull();
});
