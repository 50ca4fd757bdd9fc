import { describe, expect, it } from 'vitest';
import { distanceAndBearingTo, distanceFromFix, distanceToM, isHere } from '../../../app/position/distance.ts';
import type { Geometry, Position } from '../../../contracts/geo.ts';
import { geodesicM } from '../../support/geometry/geodesic.ts';

const at = (lng: number, lat: number, accuracyM = 10) => ({ lng, lat, accuracyM });
const point = (lng: number, lat: number): Geometry => ({ type: 'Point', coordinates: [lng, lat] });

function square(west: number, south: number, east: number, north: number): Position[] {
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
}
const zone = (...rings: Position[][]): Geometry => ({ type: 'Polygon', coordinates: rings });

describe('the way to a place', () => {
  it('leads to the border of a zone, and nowhere from within it', () => {
    const way = distanceAndBearingTo(at(2, 48), zone(square(2.1, 47.9, 2.2, 48.1)));
    expect(way.distanceM / geodesicM([2, 48], [2.1, 48])).toBeCloseTo(1, 4);
    expect(way.bearingDeg).toBeCloseTo(90, 0);
    expect(distanceAndBearingTo(at(2.15, 48), zone(square(2.1, 47.9, 2.2, 48.1)))).toEqual({
      distanceM: 0,
      bearingDeg: 0,
    });
  });

  it('leads to the shape, not to its bounding box', () => {
    // The missing north-eastern corner of an L.
    const corner: Position[] = [
      [2, 48],
      [2.01, 48],
      [2.01, 48.001],
      [2.001, 48.001],
      [2.001, 48.01],
      [2, 48.01],
      [2, 48],
    ];
    const way = distanceAndBearingTo(at(2.005, 48.002), zone(corner));
    expect(way.distanceM / geodesicM([2.005, 48.002], [2.005, 48.001])).toBeCloseTo(1, 4);
    expect(way.bearingDeg).toBeCloseTo(180, 0);
  });

  it('leads out of a hole', () => {
    const ring = zone(square(2, 48, 2.01, 48.01), square(2.004, 48.004, 2.006, 48.006));
    const way = distanceAndBearingTo(at(2.0055, 48.005), ring);
    expect(way.distanceM / geodesicM([2.0055, 48.005], [2.006, 48.005])).toBeCloseTo(1, 4);
    expect(way.bearingDeg).toBeCloseTo(90, 0);
  });

  it('is the short one across the antimeridian', () => {
    const way = distanceAndBearingTo(at(179.9, 0), zone(square(-179.9, -1, -179.8, 1)));
    expect(way.distanceM / geodesicM([179.9, 0], [180.1, 0])).toBeCloseTo(1, 4);
    expect(way.bearingDeg).toBeCloseTo(90, 0);
  });

  it.each([50, 99, 101, 500, 5000])('is correct over %i km', (km) => {
    const there: Position = [2 + km / 150, 48 - km / 200];
    expect(distanceToM(at(2, 48), point(...there)) / geodesicM([2, 48], there)).toBeCloseTo(1, 2);
  });
});

describe('a walker in a zone', () => {
  const square300 = zone(square(1.998, 47.998, 2.002, 48.002));

  it('is on site by an exact position, and not by a vague one', () => {
    expect(isHere(distanceFromFix(at(2, 48, 60), square300))).toBe(true);
    expect(isHere(distanceFromFix(at(2, 48, 61), square300))).toBe(false);
    expect(distanceFromFix(at(2, 48, 300), square300)).toEqual({ distanceM: 0, offM: 300 });
  });
});
