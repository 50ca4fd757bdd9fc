import { expect, test } from 'vitest';
import { boundingBoxOf, moveBy, offsetM } from '../../../app/position/coordinates.ts';

test('moving by an offset and measuring it agree at any latitude short of the poles', () => {
  for (const lat of [-80, 0, 48.8555, 80]) {
    const from = { lng: 2.347, lat };
    const [eastM, northM] = offsetM(from, moveBy(from, [12, -34]));
    expect(eastM).toBeCloseTo(12, 6);
    expect(northM).toBeCloseTo(-34, 6);
  }
});

test('a step across the antimeridian is short', () => {
  expect(Math.hypot(...offsetM({ lng: 179.9999, lat: 0 }, { lng: -179.9999, lat: 0 }))).toBeCloseTo(22.2, 1);
});

test('a degree of latitude is 111 km within 1 %', () => {
  expect(offsetM({ lng: 0, lat: 48 }, { lng: 0, lat: 49 })[1] / 111_200).toBeCloseTo(1, 2);
});

test('the box contains every position, and is null without positions', () => {
  expect(
    boundingBoxOf([
      [2, 48],
      [-1, 49],
      [3, -5],
    ]),
  ).toEqual([
    [-1, -5],
    [3, 49],
  ]);
  expect(boundingBoxOf([[2, 48]])).toEqual([
    [2, 48],
    [2, 48],
  ]);
  expect(boundingBoxOf([])).toBeNull();
});
