import { expect, test } from 'vitest';
import { moveBy, offsetM } from '../../../app/position/metres.ts';
import { createTrail, type Trail } from '../../../app/rehearsal/trail.ts';
import type { Position } from '../../../contracts/geo.ts';

const START = { lng: 2.347, lat: 48.8555 };
const at = (eastM: number, northM: number): Position => {
  const { lng, lat } = moveBy(START, [eastM, northM]);
  return [lng, lat];
};
/** Metres east and north of the start after this many metres along the trail, to the millimetre. */
function spot(trail: Trail | null, alongM: number, error?: readonly [number, number]): number[] {
  const [lng, lat] = trail?.at(alongM, error) ?? [Number.NaN, Number.NaN];
  return offsetM(START, { lng, lat }).map((metres) => Math.round(1000 * metres) / 1000 + 0);
}

test('it follows its corners, and is clamped at its ends', () => {
  const trail = createTrail([at(0, 0), at(60, 0), at(60, 40)]);
  expect(trail?.lengthM).toBeCloseTo(100, 6);
  expect([-5, 0, 30, 60, 80, 100, 200].map((alongM) => spot(trail, alongM))).toEqual([
    [0, 0],
    [0, 0],
    [30, 0],
    [60, 0],
    [60, 20],
    [60, 40],
    [60, 40],
  ]);
});

test('an error moves the position, east and north, but not the progress', () => {
  const trail = createTrail([at(0, 0), at(60, 0)]);
  expect(spot(trail, 30, [-3, 7])).toEqual([27, 7]);
  expect(spot(trail, 60, [5, 0])).toEqual([65, 0]);
});

test('corners closer than half a metre are merged, however many a resting phone records', () => {
  const resting = Array.from({ length: 200 }, (_, index) => at(30 + 0.2 * (index % 2), 0));
  const trail = createTrail([at(0, 0), ...resting, at(100, 0)]);
  expect(trail?.lengthM).toBeCloseTo(100, 6);
  // Slow movement is not a rest: each corner is measured from the last one that counts.
  expect(createTrail(Array.from({ length: 41 }, (_, index) => at(0.3 * index, 0)))?.lengthM).toBeCloseTo(12, 6);
});

test('each position of the line has its distance along it, those of a rest where it began', () => {
  const trail = createTrail([at(0, 0), at(60, 0), at(60.2, 0), at(60, 40)]);
  expect(trail?.alongsM.map((alongM) => Math.round(alongM))).toEqual([0, 60, 60, 100]);
});

test('across the antimeridian it takes the short way', () => {
  const trail = createTrail([
    [179.9999, 0],
    [-179.9999, 0],
  ]);
  expect(trail?.lengthM).toBeCloseTo(0.0002 * 111_133, 6);
});

test.each<[string, Position[]]>([
  ['no corner', []],
  ['one', [at(0, 0)]],
  ['one again and again', [at(0, 0), at(0, 0), at(0.3, 0)]],
])('%s: no trail', (_, line) => {
  expect(createTrail(line)).toBeNull();
});
