import { describe, expect, test } from 'vitest';
import type { Position } from '../../contracts/geo.ts';
import { boxAround, boxOfShape, lngNear, unwrapRings, wrapLng, wrapRings } from '../../contracts/rings.ts';

const box = (west: number, south: number, east: number, north: number): Position[] => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
];
const around = (ring: Position[]) => boxOfShape({ type: 'Polygon', coordinates: [ring] });

test('a longitude is normalized to ±180, or moved next to another one', () => {
  expect([wrapLng(180), wrapLng(-180), wrapLng(180.5), wrapLng(1082.5), wrapLng(-541)]).toEqual([
    180, -180, -179.5, 2.5, 179,
  ]);
  expect([lngNear(-179, 179), lngNear(179, -179), lngNear(2, 3)]).toEqual([181, -181, 2]);
});

describe('unwrapped rings', () => {
  test('are unchanged if no longitude jumps', () => {
    const rings = [box(2, 48, 3, 49)];
    expect(unwrapRings(rings)).toBe(rings);
  });

  test('continue beyond the antimeridian, with their holes', () => {
    const [outer, hole] = unwrapRings([
      box(179, -17, 181, -16).map(([lng, lat]): Position => [wrapLng(lng), lat]),
      box(-179.5, -16.5, -179.4, -16.4),
    ]);
    expect(outer).toEqual(box(179, -17, 181, -16));
    expect(hole?.[0]?.[0]).toBe(180.5);
  });

  test.each([
    ['the ring alone', [...[-135, -45, 45, 135, -135].map((lng): Position => [lng, 80])]],
    ['with the pole as its edge', [...box(-180, 80, 180, 90)]],
    [
      'with both poles, as world maps are cut',
      [...[-180, -90, 0, 90, 180].map((lng): Position => [lng, 80]), [180, 90], [-180, 90], [-180, 80]] as Position[],
    ],
  ])('contain a pole: %s', (_how, ring) => {
    const [west, south, east, north] = around(ring) ?? [];
    expect([(east ?? 0) - (west ?? 0), south, north]).toEqual([360, 80, 90]);
  });

  test('close around the south pole if they lie there', () => {
    expect(around([-135, -45, 45, 135, -135].map((lng): Position => [lng, -70]))?.[1]).toBe(-90);
  });

  test('touch both sides of 180 without going around', () => {
    const [west, , east] =
      around([
        [179, -16],
        [180, -16],
        [-180, -16],
        [-179, -16],
        [-179, -17],
        [179, -17],
        [179, -16],
      ]) ?? [];
    expect([west, east]).toEqual([179, 181]);
  });
});

test('rings drawn on a map panned around the world are read back as drawn', () => {
  for (const drawn of [
    box(179, -17, 181, -16),
    box(-181, -17, -179, -16),
    box(1082, 48, 1083, 49),
    box(-170, 10, 170, 20),
    box(-200, 10, 160, 20),
  ]) {
    const stored = wrapRings([drawn]);
    expect(stored[0]?.every(([lng]) => Math.abs(lng) <= 180)).toBe(true);
    const [west, south, east, north] = boxOfShape({ type: 'Polygon', coordinates: stored }) ?? [];
    const [first = [0, 0], , third = [0, 0]] = drawn;
    expect([(east ?? 0) - (west ?? 0), south, north]).toEqual([third[0] - first[0], first[1], third[1]]);
    expect(wrapLng((west ?? 0) - first[0])).toBeCloseTo(0, 6);
  }
  const plain = box(2, 48, 3, 49);
  expect(wrapRings([plain])[0]).toEqual(plain);
});

describe('the box around boxes', () => {
  test('is the plain one if they lie on one side', () => {
    expect(
      boxAround([
        [2, 48, 3, 49],
        [-5, 42, 8, 51],
      ]),
    ).toEqual([-5, 42, 8, 51]);
    expect(boxAround([])).toBeNull();
  });

  test('crosses the antimeridian if that is shorter', () => {
    // Two villages of Fiji and a bay between them.
    expect(
      boxAround([
        [179.9, -16.8, 179.95, -16.7],
        [-179.9, -16.9, -179.85, -16.8],
        [179.99, -16.85, 180.01, -16.84],
      ]),
    ).toEqual([179.9, -16.9, expect.closeTo(180.15, 9), -16.7]);
    expect(
      boxAround([
        [100, 0, 190, 1],
        [-179.5, 0, -179, 1],
      ]),
    ).toEqual([100, 0, 190, 1]);
  });

  test('is the world for boxes all around it', () => {
    expect(
      boxAround([
        [-180, 80, 180, 90],
        [2, 48, 3, 49],
      ]),
    ).toEqual([-180, 48, 180, 90]);
    expect(boxAround([[-135, 80, 225, 90]])).toEqual([-180, 80, 180, 90]);
  });
});
