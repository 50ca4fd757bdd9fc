import { expect, test } from 'vitest';
import { moveBy, offsetM } from '../../../app/position/coordinates.ts';
import {
  createRoute,
  createStreet,
  type Route,
  recordedPace,
  steadyPace,
} from '../../../app/rehearsal/walked-route.ts';
import type { Position } from '../../../contracts/geo.ts';

const START = { lng: 2.347, lat: 48.8555 };
const at = (eastM: number, northM: number): Position => {
  const { lng, lat } = moveBy(START, [eastM, northM]);
  return [lng, lat];
};
/** Metres east and north of the start after this many metres along the route, to the millimetre. */
function point(route: Route | null, alongM: number, error?: readonly [number, number]): number[] {
  const [lng, lat] = route?.at(alongM, error) ?? [Number.NaN, Number.NaN];
  return offsetM(START, { lng, lat }).map((metres) => Math.round(1000 * metres) / 1000 + 0);
}

test('it follows its corners, and is clamped at its ends', () => {
  const route = createRoute([at(0, 0), at(60, 0), at(60, 40)]);
  expect(route?.lengthM).toBeCloseTo(100, 6);
  expect([-5, 0, 30, 60, 80, 100, 200].map((alongM) => point(route, alongM))).toEqual([
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
  const route = createRoute([at(0, 0), at(60, 0)]);
  expect(point(route, 30, [-3, 7])).toEqual([27, 7]);
  expect(point(route, 60, [5, 0])).toEqual([65, 0]);
});

test('corners closer than half a metre are merged, however many a resting phone records', () => {
  const resting = Array.from({ length: 200 }, (_, index) => at(30 + 0.2 * (index % 2), 0));
  const route = createRoute([at(0, 0), ...resting, at(100, 0)]);
  expect(route?.lengthM).toBeCloseTo(100, 6);
  // Slow movement is not a rest: each corner is measured from the last one that counts.
  expect(createRoute(Array.from({ length: 41 }, (_, index) => at(0.3 * index, 0)))?.lengthM).toBeCloseTo(12, 6);
});

test('each position of the line has its distance along it, those of a rest where it began', () => {
  const route = createRoute([at(0, 0), at(60, 0), at(60.2, 0), at(60, 40)]);
  expect(route?.alongsM.map((alongM) => Math.round(alongM))).toEqual([0, 60, 60, 100]);
});

test('across the antimeridian it takes the short way', () => {
  const route = createRoute([
    [179.9999, 0],
    [-179.9999, 0],
  ]);
  expect(route?.lengthM).toBeCloseTo(0.0002 * 111_133, 6);
});

test.each<[string, Position[]]>([
  ['no corner', []],
  ['one', [at(0, 0)]],
  ['one again and again', [at(0, 0), at(0, 0), at(0.3, 0)]],
])('%s: no route', (_, line) => {
  expect(createRoute(line)).toBeNull();
});

const street = createStreet([
  [0, 0],
  [30, 40],
  [30, 140],
  [0, 140],
]);

test('its length is the sum of its legs', () => {
  expect(street.lengthM).toBe(50 + 100 + 30);
});

test.each([
  [0, [0, 0]],
  [25, [15, 20]],
  [50, [30, 40]],
  [51, [30, 41]],
  [150, [30, 140]],
  [170, [10, 140]],
  [180, [0, 140]],
])('after %d m the position is %j', (alongM, point) => {
  expect(street.at(alongM)).toEqual(point);
});

test('positions beyond its ends are clamped to them', () => {
  expect([street.at(-10), street.at(1000)]).toEqual([
    [0, 0],
    [0, 140],
  ]);
});

test('the direction is that of the current leg, from its first metre', () => {
  const directions = [-1, 10, 50, 149, 150, 999].map((alongM) => street.direction(alongM));
  expect(directions).toEqual([
    [0.6, 0.8],
    [0.6, 0.8],
    [0, 1],
    [0, 1],
    [-1, 0],
    [-1, 0],
  ]);
});

test('each of thousands of legs is found', () => {
  const zigzag = createStreet(Array.from({ length: 5000 }, (_, index) => [index, index % 2] as const));
  for (let index = 0; index < 5000; index++) {
    const [eastM, northM] = zigzag.at(index * Math.SQRT2);
    expect(eastM).toBeCloseTo(index, 6);
    expect(northM).toBeCloseTo(index % 2, 6);
  }
});

test('a line without two distinct corners is not a street', () => {
  expect(() => createStreet([[0, 0]])).toThrow('Expected a street of 2 corners or more, got 1');
});

test('a steady pace ends at the end of the route', () => {
  const pace = steadyPace(100, 2);
  expect(pace.walkMs).toBe(50_000);
  expect([0, 10_000, 50_000, 90_000].map(pace.alongM)).toEqual([0, 20, 100, 100]);
  expect([0, 20, 100, 120].map(pace.atMs)).toEqual([0, 10_000, 50_000, 50_000]);
});

test('a recorded pace has its speed, stands in a rest, and reaches a point at its first time', () => {
  const pace = recordedPace([0, 10, 70, 80], [0, 20, 20, 60]);
  expect(pace.walkMs).toBe(80_000);
  expect([0, 5000, 10_000, 40_000, 70_000, 75_000, 80_000, 99_000].map(pace.alongM)).toEqual([
    0, 10, 20, 20, 20, 40, 60, 60,
  ]);
  expect([0, 10, 20, 40, 60].map(pace.atMs)).toEqual([0, 5000, 10_000, 75_000, 80_000]);
});

test('two moments at one time cause no division by zero', () => {
  const pace = recordedPace([0, 10, 10, 20], [0, 10, 10, 20]);
  expect([5000, 10_000, 15_000].map(pace.alongM)).toEqual([5, 10, 15]);
});
