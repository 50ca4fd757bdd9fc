import { expect, test } from 'vitest';
import { type Hit, pickHit } from '../../../app/map/map-taps.ts';
import type { Position } from '../../../contracts/geo.ts';
import { PlaceId } from '../../../contracts/vocabulary.ts';

const centre: Position = [2.345, 48.855];

function zone(id: number, halfSide: number, hole = 0): Hit {
  const ring = (half: number): Position[] => {
    const [lng, lat] = centre;
    return [
      [lng - half, lat - half],
      [lng + half, lat - half],
      [lng + half, lat + half],
      [lng - half, lat + half],
      [lng - half, lat - half],
    ];
  };
  const coordinates = hole > 0 ? [ring(halfSide), ring(hole)] : [ring(halfSide)];
  return { placeId: PlaceId.parse(id), feature: { type: 'Polygon', coordinates } };
}

function point(id: number, east: number, north: number): Hit {
  return {
    placeId: PlaceId.parse(id),
    feature: { type: 'Point', coordinates: [centre[0] + east, centre[1] + north] },
  };
}

test('a point wins over a zone, however small', () => {
  expect(pickHit([zone(1, 0.00001), point(2, 0.0001, 0)], centre)).toBe(2);
});

test('a smaller zone wins over a larger one, whatever the order', () => {
  expect(pickHit([zone(1, 0.002), zone(2, 0.001)], centre)).toBe(2);
  expect(pickHit([zone(2, 0.001), zone(1, 0.002)], centre)).toBe(2);
});

test('a hole makes a zone smaller', () => {
  expect(pickHit([zone(1, 0.001), zone(2, 0.0011, 0.001)], centre)).toBe(2);
});

test('among points the nearest to the tap wins, with longitudes scaled by the latitude', () => {
  expect(pickHit([point(1, 0, 0.00011), point(2, 0.00012, 0)], centre)).toBe(2);
});

test('a tap on nothing hits nothing', () => {
  expect(pickHit([], centre)).toBeNull();
});

test('a zone over the antimeridian is as small as it looks, and a point beyond it as near', () => {
  const moved = ({ placeId, feature }: Hit, toLng: number): Hit => {
    const move = ([lng, lat]: Position): Position => {
      const east = lng - centre[0] + toLng;
      return [east > 180 ? east - 360 : east, lat];
    };
    if (feature.type === 'Point') return { placeId, feature: { ...feature, coordinates: move(feature.coordinates) } };
    return { placeId, feature: { ...feature, coordinates: feature.coordinates.map((ring) => ring.map(move)) } };
  };
  expect(pickHit([moved(zone(1, 0.02), 179), moved(zone(2, 0.01), 180)], [180, centre[1]])).toBe(2);
  expect(pickHit([moved(point(1, -0.002, 0), 180), moved(point(2, 0.001, 0), 180)], [180, centre[1]])).toBe(2);
});
