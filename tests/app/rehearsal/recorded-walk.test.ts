import { describe, expect, test } from 'vitest';
import { moveBy, offsetM } from '../../../app/position/metres.ts';
import { createChance } from '../../../app/rehearsal/chance.ts';
import { createWander } from '../../../app/rehearsal/gps-noise.ts';
import { readRecordedWalk } from '../../../app/rehearsal/recorded-walk.ts';
import { createStreet, type Spot } from '../../../app/rehearsal/street.ts';
import { createTrail } from '../../../app/rehearsal/trail.ts';
import type { Position } from '../../../contracts/geo.ts';

const ORIGIN = { lng: 2.347, lat: 48.8555 };
/** A walk through ten streets with right angles, acute ones and bends. */
const CORNERS: readonly Spot[] = [
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

const positionOf = (spot: Spot): Position => {
  const { lng, lat } = moveBy(ORIGIN, spot);
  return [lng, lat];
};
const spotOf = ([lng, lat]: Position): Spot => offsetM(ORIGIN, { lng, lat });

interface Receiver {
  /** Deviation of the error that varies over 25 s, and of the independent error of each position. */
  readonly wanderM: number;
  readonly quickM: number;
}

/** The walk recorded each second, with a rest of a minute at 300 m and at 800 m. */
function record({ wanderM, quickM }: Receiver, seed: number, speedMps = 1.3) {
  const chance = createChance(seed);
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
  const steps = readRecordedWalk(line, timesMs);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

const lengthOf = (line: readonly Position[] | undefined): number => createTrail(line ?? [])?.lengthM ?? 0;

/** Distance of a spot to the walked streets. */
function offM([eastM, northM]: Spot): number {
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
