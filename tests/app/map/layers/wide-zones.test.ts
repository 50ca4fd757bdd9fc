import { expect, test } from 'vitest';
import { wideFrom } from '../../../../app/map/layers/wide-zones.ts';
import type { Polygon, Position } from '../../../../contracts/geo.ts';

const PHONE_PX2 = 390 * 844;
const LAT = 48.8535;
const METRE = 1 / 111_195;

/** A zone of this size in metres, turned by this many degrees. */
function zone(eastM: number, northM: number, turnedDeg = 0, holeM = 0): Polygon {
  const turn = (turnedDeg * Math.PI) / 180;
  const ring = (right: number, up: number): Position[] =>
    [
      [-1, -1],
      [1, -1],
      [1, 1],
      [-1, 1],
      [-1, -1],
    ].map(([x = 0, y = 0]): Position => {
      const [e, n] = [(x * right) / 2, (y * up) / 2];
      const [east, north] = [e * Math.cos(turn) - n * Math.sin(turn), e * Math.sin(turn) + n * Math.cos(turn)];
      return [2.35 + (east * METRE) / Math.cos((LAT * Math.PI) / 180), LAT + north * METRE];
    });
  return {
    type: 'Polygon',
    coordinates: holeM > 0 ? [ring(eastM, northM), ring(holeM, holeM)] : [ring(eastM, northM)],
  };
}

/** Pixels per metre at a zoom, at this latitude. */
const metrePx = (zoom: number): number => ((512 * 2 ** zoom) / 360) * (METRE / Math.cos((LAT * Math.PI) / 180));

test('a zone of 2 km is light while it is larger than the view, and filled as specified below', () => {
  const from = wideFrom(zone(2000, 2000), PHONE_PX2);
  expect((2000 * metrePx(from)) ** 2 / PHONE_PX2).toBeCloseTo(1, 2);
  expect(from).toBeGreaterThan(13);
  expect(from).toBeLessThan(16);
  expect(wideFrom(zone(2000, 2000), 1440 * 900)).toBeCloseTo(from + Math.log2((1440 * 900) / PHONE_PX2) / 2, 6);
});

test('a zone over the antimeridian is as wide as it looks', () => {
  const there = zone(2000, 2000);
  const ring = (there.coordinates[0] ?? []).map(([lng, lat]): Position => {
    const east = lng - 2.35 + 180;
    return [east > 180 ? east - 360 : east, lat];
  });
  expect(wideFrom({ type: 'Polygon', coordinates: [ring] }, PHONE_PX2)).toBeCloseTo(wideFrom(there, PHONE_PX2), 4);
});

test('the covered area counts, not the box or holes; a zone that covers nothing is never wide', () => {
  const straight = wideFrom(zone(2000, 50), PHONE_PX2);
  expect(wideFrom(zone(2000, 50, 45), PHONE_PX2)).toBeCloseTo(straight, 2);
  expect(wideFrom(zone(2000, 2000, 0, 1900), PHONE_PX2)).toBeGreaterThan(wideFrom(zone(2000, 2000), PHONE_PX2) + 1);
  expect(wideFrom({ type: 'Polygon', coordinates: [] }, PHONE_PX2)).toBe(Number.POSITIVE_INFINITY);
  expect(wideFrom(zone(0, 0), PHONE_PX2)).toBe(Number.POSITIVE_INFINITY);
});
