import { expect, test } from 'vitest';
import { circleAround, middleOf } from '../../../../app/map/layers/shape-geometry.ts';
import { boundingBoxOfShapes } from '../../../../app/position/coordinates.ts';
import { Polygon } from '../../../../contracts/geo.ts';

test('the camera target of a zone is its middle, and of a point its position', () => {
  const ring: [number, number][] = [
    [2, 48],
    [4, 48],
    [4, 49],
    [2, 48],
  ];
  const zone: Polygon = { type: 'Polygon', coordinates: [ring] };
  const [lng, lat] = middleOf(zone);
  // Inside, below the long edge.
  expect([lng > 3, lng < 4, lat > 48, lat < 48.5]).toEqual([true, true, true, true]);
  expect(middleOf({ type: 'Point', coordinates: [2.3, 48.8] })).toEqual([2.3, 48.8]);
});

test('a circle of 100 m is a closed ring at 100 m in every direction', () => {
  const circle = circleAround([2.35, 48.85], 100);
  expect(Polygon.safeParse(circle).success).toBe(true);
  const metresPerDegree = (Math.PI / 180) * 6_371_008.8;
  for (const [lng, lat] of circle.coordinates[0] ?? []) {
    const east = (lng - 2.35) * metresPerDegree * Math.cos((48.85 * Math.PI) / 180);
    const north = (lat - 48.85) * metresPerDegree;
    expect(Math.hypot(east, north)).toBeCloseTo(100, 1);
  }
});

test('the box of a parcours across the antimeridian is as small as the parcours', () => {
  const across: Polygon = {
    type: 'Polygon',
    coordinates: [
      [
        [179.999, -16.8],
        [-179.999, -16.8],
        [-179.999, -16.799],
        [179.999, -16.799],
        [179.999, -16.8],
      ],
    ],
  };
  expect(boundingBoxOfShapes([across, { type: 'Point', coordinates: [-179.99, -16.81] }])).toEqual([
    [179.999, -16.81],
    [expect.closeTo(180.01, 9), -16.799],
  ]);
  expect(Math.abs(middleOf(across)[0])).toBeCloseTo(180, 4);
  expect(boundingBoxOfShapes([])).toBeNull();
});
