import { expect, test } from 'vitest';
import { boundsOf, circleAround, middleOf } from '../../../../../app/features/map/layers/shapes.ts';
import { Polygon } from '../../../../../contracts/geo.ts';

test('a zone is looked at in the middle of its box', () => {
  const ring: [number, number][] = [
    [2, 48],
    [4, 48],
    [4, 49],
    [2, 48],
  ];
  expect(middleOf({ type: 'Polygon', coordinates: [ring] })).toEqual([3, 48.5]);
  expect(middleOf({ type: 'Point', coordinates: [2.3, 48.8] })).toEqual([2.3, 48.8]);
});

test('a circle of 100 m is a closed ring 100 m away in every direction', () => {
  const circle = circleAround([2.35, 48.85], 100);
  expect(Polygon.safeParse(circle).success).toBe(true);
  const metresPerDegree = (Math.PI / 180) * 6_371_008.8;
  for (const [lng, lat] of circle.coordinates[0] ?? []) {
    const east = (lng - 2.35) * metresPerDegree * Math.cos((48.85 * Math.PI) / 180);
    const north = (lat - 48.85) * metresPerDegree;
    expect(Math.hypot(east, north)).toBeCloseTo(100, 1);
  }
});

test('the bounds hold points and zones, and nothing has none', () => {
  expect(
    boundsOf([
      { type: 'Point', coordinates: [2, 48] },
      { type: 'Point', coordinates: [3, 47] },
    ]),
  ).toEqual([
    [2, 47],
    [3, 48],
  ]);
  expect(boundsOf([])).toBeNull();
});
