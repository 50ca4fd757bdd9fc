import { booleanPointInPolygon, polygon } from '@turf/turf';
import { describe, expect, test } from 'vitest';
import { offsetM } from '../../app/position/coordinates.ts';
import type { Polygon, Position } from '../../contracts/geo.ts';
import { findZoneMiddle } from '../../contracts/zone-middle.ts';
import { DEMO_PARCOURS } from '../../server/demo/demo-parcours.ts';
import { measureOddShapes, oddPolygon, seeded } from '../support/geometry/odd-shapes.ts';

const zoneMiddle = ({ coordinates }: Polygon): Position => findZoneMiddle(coordinates).position;

const START = { lng: 2.347, lat: 48.855 };
/** Converts metres east and north of a corner to positions. */
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

test('the middle of an L is in its thick part, though the middle of its box is outside', () => {
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

test('the middle of a ring around a courtyard is beside the courtyard', () => {
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

test('the middles of the demo’s zones are inside them', () => {
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

describe('a flat zone', () => {
  test('has its middle equally far from both ends', () => {
    const { clearanceM } = findZoneMiddle(
      zone([
        [0, 0],
        [10_000, 0],
        [10_000, 2],
        [0, 2],
      ]).coordinates,
    );
    expect(clearanceM).toBeCloseTo(1, 2);
    expect(
      middleM(
        zone([
          [0, 0],
          [10_000, 0],
          [10_000, 2],
          [0, 2],
        ]),
      )[0],
    ).toBeCloseTo(5000, -2);
  });

  test('that bends has its middle half-way between its borders', () => {
    const bend = (radiusM: number) =>
      Array.from({ length: 300 }, (_, at): [number, number] => {
        const angle = (at / 300) * 1.5 * Math.PI;
        return [radiusM * Math.cos(angle), radiusM * Math.sin(angle)];
      });
    const { clearanceM } = findZoneMiddle(zone([...bend(1000), ...bend(1002).toReversed()]).coordinates);
    expect(clearanceM).toBeGreaterThan(0.9);
  });

  test('with one wide part has its middle there, wherever the part is', () => {
    for (const turn of [0, 0.3, 1.1, 2]) {
      const turned = ([x, y]: readonly [number, number]): [number, number] => [
        x * Math.cos(turn) - y * Math.sin(turn),
        x * Math.sin(turn) + y * Math.cos(turn),
      ];
      const round = Array.from({ length: 12 }, (_, at): [number, number] => {
        const angle = 0.2 + (at / 11) * (2 * Math.PI - 0.4);
        return [-10 * Math.cos(angle), 10 * Math.sin(angle)];
      });
      const lollipop = [...round, [-8000, -0.001] as const, [-8000, 0.001] as const];
      expect(findZoneMiddle(zone(lollipop.map(turned)).coordinates).clearanceM).toBeGreaterThan(7);
    }
  });
});

test('the middle of a zone over the antimeridian lies on it, around a pole within it', () => {
  const across: Position[] = [
    [179.999, -16.8],
    [-179.999, -16.8],
    [-179.999, -16.799],
    [179.999, -16.799],
    [179.999, -16.8],
  ];
  const middle = zoneMiddle({ type: 'Polygon', coordinates: [across] });
  expect(Math.abs(middle[0])).toBeCloseTo(180, 4);
  expect(middle[1]).toBeCloseTo(-16.7995, 6);
  const cap = [-135, -45, 45, 135, -135].map((lng): Position => [lng, 80]);
  const { position, clearanceM } = findZoneMiddle([cap]);
  expect(position[1]).toBeGreaterThan(81);
  expect(clearanceM).toBeGreaterThan(100_000);
});

test('the search takes bounded time for odd shapes, and ends within each', () => {
  const { slowestMs, outside } = measureOddShapes(1000, 1);
  expect(outside).toEqual([]);
  // Without a bound the search takes 16 s for some shapes, with it a tenth of a second.
  expect(slowestMs).toBeLessThan(2000);
});

test('a search for any point with a clearance finds one if there is one', () => {
  const random = seeded(2);
  const enoughM = 0.5;
  for (let round = 0; round < 300; round++) {
    const shape = oddPolygon(random);
    const isWide = findZoneMiddle(shape).clearanceM >= enoughM;
    expect(findZoneMiddle(shape, enoughM).clearanceM >= enoughM, JSON.stringify(shape)).toBe(isWide);
  }
});
