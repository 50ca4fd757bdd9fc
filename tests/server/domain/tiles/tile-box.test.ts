import { describe, expect, test } from 'vitest';
import type { Geometry } from '../../../../contracts/geo.ts';
import {
  boxAround as around,
  boundsOf,
  boxAtZoom,
  columnsOf,
  countTiles,
} from '../../../../server/domain/tiles/tile-box.ts';
import { boundingBoxOfShapes } from '../../../support/geometry/box-of-shapes.ts';
import { geodesicM } from '../../../support/geometry/geodesic.ts';

const boxAround = (shapes: readonly Geometry[], marginM: number, zoom: number) =>
  around(boundingBoxOfShapes(shapes), marginM, zoom);
const point = (lng: number, lat: number) => ({ type: 'Point' as const, coordinates: [lng, lat] as [number, number] });
/** Tiles of less than half a metre, so that rounding to tiles hardly changes a box. */
const FINE = 26;

describe('a box of tiles around places', () => {
  test.each([
    ['at the equator', 0],
    ['in Paris', 48.855],
    ['on Svalbard', 78.2],
    ['in Ushuaia', -54.8],
  ])('has the margin in metres on all sides %s', (_where, lat) => {
    const [west, south, east, north] = boundsOf(boxAround([point(2.35, lat)], 300, FINE));
    for (const edge of [
      [west, lat],
      [east, lat],
      [2.35, south],
      [2.35, north],
    ] as const) {
      const marginM = geodesicM([2.35, lat], edge);
      expect(marginM).toBeGreaterThanOrEqual(300);
      expect(marginM).toBeLessThan(306);
    }
  });

  test('holds every corner of every shape', () => {
    const ring: [number, number][] = [
      [2.34, 48.85],
      [2.36, 48.85],
      [2.35, 48.87],
      [2.34, 48.85],
    ];
    const box = boxAround([{ type: 'Polygon', coordinates: [ring] }, point(2.3, 48.86)], 0, FINE);
    const [west, south, east, north] = boundsOf(box);
    expect([west, south, east, north].map((angle) => Number(angle.toFixed(4)))).toEqual([2.3, 48.85, 2.36, 48.87]);
  });

  test('stays the same when a place moves by some metres within its tile', () => {
    expect(boxAround([point(2.3453, 48.8549)], 300, 15)).toEqual(boxAround([point(2.3454, 48.85495)], 300, 15));
  });

  test('is covered by fewer tiles at each lower zoom, and by one at zoom 0', () => {
    const box = boxAround([point(2.25, 48.81), point(2.42, 48.9)], 300, 15);
    const counts = [15, 14, 13, 12, 0].map((zoom) => countTiles(boxAtZoom(box, zoom)));
    expect(counts).toEqual(counts.toSorted((one, other) => other - one));
    expect(counts.at(-1)).toBe(1);
    const [west, south, east, north] = boundsOf(boxAtZoom(box, 11));
    const [innerWest, innerSouth, innerEast, innerNorth] = boundsOf(box);
    expect([west <= innerWest, south <= innerSouth, east >= innerEast, north >= innerNorth]).not.toContain(false);
  });

  test('crosses the antimeridian where that is shorter', () => {
    const box = boxAround([point(179.99, -16.8), point(-179.99, -16.8)], 300, 12);
    expect(columnsOf(box)).toEqual([4095, 0]);
    const [west, , east] = boundsOf(box);
    expect([west < 179.99, west > 179.9, east > 180.01, east < 180.1]).toEqual([true, true, true, true]);
    expect([8, 4, 1].map((zoom) => columnsOf(boxAtZoom(box, zoom)))).toEqual([
      [255, 0],
      [15, 0],
      [0, 1],
    ]);
    expect(columnsOf(boxAtZoom(box, 0))).toEqual([0]);
    // The margin alone reaches the other side.
    expect(columnsOf(boxAround([point(-180, 0)], 300, 12))).toEqual([4095, 0]);
  });

  test('ends at the edges of the world map', () => {
    const everywhere = Array.from({ length: 12 }, (_, at) => point(at * 30 - 165, at % 2 === 0 ? 90 : -90));
    expect(boxAround(everywhere, 300, 3)).toEqual({
      zoom: 3,
      left: 0,
      top: 0,
      right: 7,
      bottom: 7,
    });
  });
});
