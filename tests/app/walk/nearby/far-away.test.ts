import { describe, expect, it } from 'vitest';
import { COME_M, farAway } from '../../../../app/walk/nearby/far-away.ts';
import type { Geometry } from '../../../../contracts/geo.ts';
import { geodesicM } from '../../../support/geometry/geodesic.ts';

const LYON = { lng: 4.8357, lat: 45.764, accuracyM: 10 };
const PARIS: Geometry = { type: 'Point', coordinates: [2.347, 48.855] };

/** A square zone with sides of this length. */
function zone(west: number, south: number, east: number, north: number): Geometry {
  const ring: [number, number][] = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return { type: 'Polygon', coordinates: [ring] };
}

const at = (lng: number, lat: number, accuracyM = 10) => ({ lng, lat, accuracyM });
const isFar = (feature: Geometry, fix: ReturnType<typeof at>) => farAway([{ feature }], fix) !== null;

describe('a person far away', () => {
  it('gets the way to the nearest place, and its direction', () => {
    const marseille: Geometry = { type: 'Point', coordinates: [5.37, 43.296] };
    const way = farAway([{ feature: PARIS }, { feature: marseille }], LYON);
    expect((way?.distanceM ?? 0) / geodesicM([4.8357, 45.764], [5.37, 43.296])).toBeCloseTo(1, 2);
    expect(way?.bearingDeg).toBeCloseTo(171, 0);
  });

  it('is more than 2 km from every place, whatever the error of the position', () => {
    // 0.01° of latitude are 1112 m.
    expect(isFar(PARIS, at(2.347, 48.855 + 0.0178))).toBe(false);
    expect(isFar(PARIS, at(2.347, 48.855 + 0.0182))).toBe(true);
    expect(isFar(PARIS, at(2.347, 48.855 + 0.0182, 300))).toBe(false);
    expect(isFar(zone(2, 48, 3, 49), at(2.5, 48.5))).toBe(false);
  });

  it('is out of sight from 1 km on', () => {
    const at1400 = at(2.347, 48.855 + 0.0126);
    expect(farAway([{ feature: PARIS }], at1400)).toBeNull();
    expect(farAway([{ feature: PARIS }], at1400, COME_M)).toMatchObject({ bearingDeg: 180, offM: 0 });
    expect(farAway([{ feature: PARIS }], at(2.347, 48.855 + 0.0126, 500), COME_M)).toBeNull();
  });

  it('does not exist without places', () => {
    expect(farAway([], LYON)).toBeNull();
  });
});
