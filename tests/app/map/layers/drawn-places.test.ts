import { expect, test } from 'vitest';
import { findSharedPoints } from '../../../../app/map/layers/drawn-places.ts';
import { moveBy } from '../../../../app/position/coordinates.ts';
import type { Geometry, Position } from '../../../../contracts/geo.ts';
import { PlaceId } from '../../../../contracts/vocabulary.ts';

const START = { lng: 2.347, lat: 48.855 };
const at = (eastM: number, northM = 0, start = START): Position => {
  const { lng, lat } = moveBy(start, [eastM, northM]);
  return [lng, lat];
};
const point = (id: number, coordinates: Position) => ({
  id: PlaceId.parse(id),
  feature: { type: 'Point', coordinates } as Geometry,
});

test('seventeen drops at one coordinate are one shared point, in their order', () => {
  const places = Array.from({ length: 17 }, (_, index) => point(index + 1, at(0)));
  expect(findSharedPoints(places)).toEqual([{ position: at(0), placeIds: places.map(({ id }) => id) }]);
});

test('exactly the points within two metres of the first share its shared point, across grid cells', () => {
  for (let shiftM = 0; shiftM < 6; shiftM += 0.7) {
    const start = { lng: 2.347, lat: 48.855 + shiftM / 111_133 };
    const places = [
      point(1, at(0, 0, start)),
      point(2, at(1.9, 0, start)),
      point(3, at(0, -1.9, start)),
      point(4, at(2.2, 0, start)),
      point(5, at(0, 2.2, start)),
    ];
    expect(findSharedPoints(places).map(({ placeIds }) => placeIds)).toEqual([[1, 2, 3]]);
  }
});

test('a row of points is not one shared point: each is at most two metres from its shown position', () => {
  const places = Array.from({ length: 30 }, (_, index) => point(index + 1, at(1.5 * index)));
  const sizes = findSharedPoints(places).map(({ placeIds }) => placeIds.length);
  expect(Math.max(...sizes)).toBe(2);
});

test('a zone does not share a shared point with the point in its middle', () => {
  const ring = [at(-1, -1), at(1, -1), at(1, 1), at(-1, -1)];
  const zone = { id: PlaceId.parse(2), feature: { type: 'Polygon', coordinates: [ring] } as Geometry };
  expect(findSharedPoints([point(1, at(0)), zone])).toEqual([]);
});

test('far in the north two places at one coordinate form a shared point, and distant ones do not', () => {
  const north = { lng: 18.95, lat: 69.65 };
  expect(findSharedPoints([point(1, at(0, 0, north)), point(2, at(0, 1, north))])).toHaveLength(1);
  const many = Array.from({ length: 1000 }, (_, index) => point(index + 1, at(10 * index)));
  expect(findSharedPoints(many)).toEqual([]);
});

test('two places at one shared point across the antimeridian are found', () => {
  const places = [point(1, [179.999995, -16.8]), point(2, [-179.999995, -16.8])];
  expect(findSharedPoints(places).map(({ placeIds }) => placeIds)).toEqual([[1, 2]]);
});
