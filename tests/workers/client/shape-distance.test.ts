import { expect, test } from 'vitest';
import { shapeDistanceM } from '../../../workers/client/shape-distance.ts';

const square = (halfDeg: number): [number, number][] => [
  [-halfDeg, -halfDeg],
  [halfDeg, -halfDeg],
  [halfDeg, halfDeg],
  [-halfDeg, halfDeg],
  [-halfDeg, -halfDeg],
];
const ringed = { type: 'Polygon' as const, coordinates: [square(0.002), square(0.001)] };

test('a zone is 0 m away inside it and on its border, but not in its hole', () => {
  expect(shapeDistanceM([0.0015, 0], ringed)).toBe(0);
  expect(shapeDistanceM([0.002, 0], ringed)).toBe(0);
  expect(shapeDistanceM([0, 0], ringed)).toBeCloseTo(110.6, 0);
});

test('each position is measured again to a known shape', () => {
  const metres = [0.003, 0.004, 0.003].map((lng) => shapeDistanceM([lng, 0], ringed));
  expect(metres[0]).toBeCloseTo(111.3, 0);
  expect(metres[1]).toBeCloseTo(222.6, 0);
  expect(metres[2]).toBe(metres[0]);
});
