import { expect, test } from 'vitest';
import { createStreet } from '../../../app/rehearsal/street.ts';

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
])('after %d m the position is %j', (alongM, spot) => {
  expect(street.at(alongM)).toEqual(spot);
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
