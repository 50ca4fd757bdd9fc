import { booleanPointInPolygon, polygon } from '@turf/turf';
import { expect, test } from 'vitest';
import { zoneMiddle } from '../../../../../app/features/map/layers/zone-middle.ts';
import { offsetM } from '../../../../../app/state/position/metres.ts';
import type { Polygon, Position } from '../../../../../contracts/geo.ts';
import { DEMO_PARCOURS } from '../../../../../server/demo/parcours.ts';

const START = { lng: 2.347, lat: 48.855 };
/** Metres east and north of a corner, as positions. */
function ringOf(corners: readonly (readonly [eastM: number, northM: number])[]): Position[] {
  const ring = [...corners, ...corners.slice(0, 1)];
  return ring.map(([eastM, northM]) => [START.lng + eastM / 73_120, START.lat + northM / 111_133]);
}
const zone = (...rings: readonly (readonly (readonly [number, number])[])[]): Polygon => ({
  type: 'Polygon',
  coordinates: rings.map(ringOf),
});
function middleM(shape: Polygon): readonly [number, number] {
  const [lng, lat] = zoneMiddle(shape);
  return offsetM(START, { lng, lat });
}

test('a rectangle has its middle in the middle, however long it is', () => {
  const [east, north] = middleM(
    zone([
      [0, 0],
      [300, 0],
      [300, 40],
      [0, 40],
    ]),
  );
  expect(east).toBeCloseTo(150, 0);
  expect(north).toBeCloseTo(20, 0);
});

test('an L has it in its thick part, where the middle of its box is outside', () => {
  const [east, north] = middleM(
    zone([
      [0, 0],
      [100, 0],
      [100, 60],
      [20, 60],
      [20, 200],
      [0, 200],
    ]),
  );
  expect(north).toBeGreaterThan(20);
  expect(north).toBeLessThan(45);
  expect(east).toBeGreaterThan(25);
  expect(east).toBeLessThan(75);
});

test('a ring around a court has it beside the court', () => {
  const [east, north] = middleM(
    zone(
      [
        [0, 0],
        [100, 0],
        [100, 100],
        [0, 100],
      ],
      [
        [30, 30],
        [30, 70],
        [70, 70],
        [70, 30],
      ],
    ),
  );
  expect(Math.max(Math.abs(east - 50), Math.abs(north - 50))).toBeGreaterThan(25);
});

test('the zones of the demo have it inside', () => {
  for (const { name, geometry } of DEMO_PARCOURS.places) {
    if (geometry.type === 'Point') continue;
    const shape = polygon(geometry.coordinates.map((ring) => ring.map((position) => [...position])));
    expect(booleanPointInPolygon([...zoneMiddle(geometry)], shape), name).toBe(true);
  }
});

test('a zone without area has a middle as well', () => {
  expect(
    middleM(
      zone([
        [0, 0],
        [10, 0],
        [20, 0],
      ]),
    )[1],
  ).toBeCloseTo(0, 3);
});
