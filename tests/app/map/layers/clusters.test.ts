import { expect, test } from 'vitest';
import { type Clustering, clusterPlaces, nearestCluster } from '../../../../app/map/layers/clusters.ts';
import { findSharedPoints } from '../../../../app/map/layers/drawn-places.ts';
import type { Geometry, Position } from '../../../../contracts/geo.ts';
import { PlaceId } from '../../../../contracts/vocabulary.ts';
import { makePlaces } from '../../../bench/quarter.ts';

const CENTRE: Position = [2.347, 48.855];
/** Degrees per pixel at zoom 16, where the world is 512 * 2 ** 16 pixels wide. */
const PX = 360 / (512 * 2 ** 16);

interface Located {
  readonly id: PlaceId;
  readonly feature: Geometry;
}

/** A point that lies `eastPx` pixels east of the centre at zoom 16. */
function point(id: number, eastPx: number): Located {
  return { id: PlaceId.parse(id), feature: { type: 'Point', coordinates: [CENTRE[0] + eastPx * PX, CENTRE[1]] } };
}

/** A zone this many pixels wide at zoom 16, and a fifth as high. */
function zone(id: number, eastPx: number, widthPx: number): Located {
  const [lng, lat] = [CENTRE[0] + eastPx * PX, CENTRE[1]];
  const [half, up] = [(widthPx * PX) / 2, (widthPx * PX) / 15];
  const ring: Position[] = [
    [lng - half, lat - up],
    [lng + half, lat - up],
    [lng + half, lat + up],
    [lng - half, lat + up],
    [lng - half, lat - up],
  ];
  return { id: PlaceId.parse(id), feature: { type: 'Polygon', coordinates: [ring] } };
}

const group = (places: readonly Located[]): Clustering => clusterPlaces(places, findSharedPoints(places));
const aloneFrom = ({ drawnZooms }: Clustering, id: number): number | undefined =>
  drawnZooms.get(PlaceId.parse(id))?.aloneFrom;

test('places too close for a finger form a group with its count, until they are apart', () => {
  const clustering = group([point(1, 0), point(2, 40), point(3, 200)]);
  // 40 pixels at zoom 16 are 80 at 17. The third is 180 from the middle of the first two: 45 at 14.
  expect([1, 2, 3].map((id) => aloneFrom(clustering, id))).toEqual([17, 17, 14]);
  expect(clustering.clusters).toMatchObject([
    { count: 2, fromZoom: 14, endZoom: 17 },
    { count: 3, fromZoom: 0, endZoom: 14 },
  ]);
  expect(clustering.clusters[0]?.position[0]).toBeCloseTo(CENTRE[0] + 20 * PX, 9);
  expect(clustering.clusters[0]?.position[1]).toBeCloseTo(CENTRE[1], 9);
});

test('from the zoom of a single place on, nothing is grouped, however near', () => {
  expect(aloneFrom(group([point(1, 0), point(2, 15)]), 1)).toBe(17);
});

test('a shared point counts as one: alone it is in no group, and its places share its position', () => {
  const alone = group([point(1, 0), point(2, 0), point(3, 0)]);
  expect(alone.clusters).toEqual([]);
  expect([1, 2, 3].map((id) => aloneFrom(alone, id))).toEqual([0, 0, 0]);
  const beside = group([point(1, 0), point(2, 0), point(3, 40)]);
  expect(beside.clusters).toMatchObject([{ count: 3, endZoom: 17 }]);
  expect(aloneFrom(beside, 2)).toBe(17);
});

test('a zone large enough to tap is in no group, and its points are grouped without it', () => {
  const clustering = group([zone(1, 0, 180), point(2, 0), point(3, 40)]);
  // 180 pixels at zoom 16 are 45 at 14.
  expect(aloneFrom(clustering, 1)).toBe(14);
  expect(clustering.clusters[0]).toMatchObject({ count: 2, endZoom: 17 });
  expect(clustering.drawnZooms.get(PlaceId.parse(1))?.shapeFrom).toBe(13);
});

test('a single zone is a dot if its shape would be smaller than that', () => {
  const clustering = group([zone(1, 0, 30)]);
  expect(clustering.clusters).toEqual([]);
  expect(clustering.drawnZooms.get(PlaceId.parse(1))).toMatchObject({ aloneFrom: 0, shapeFrom: 15 });
});

test('a zone over the antimeridian is as small as it looks, and is placed within ±180', () => {
  const { id, feature } = zone(1, 0, 30);
  if (feature.type === 'Point') throw new Error('Got no zone');
  // Its middle is slightly to the east of the antimeridian.
  const ring = (feature.coordinates[0] ?? []).map(([lng, lat]): Position => {
    const east = lng - CENTRE[0] + 180 + 5 * PX;
    return [east > 180 ? east - 360 : east, lat];
  });
  const zooms = group([{ id, feature: { type: 'Polygon', coordinates: [ring] } }]).drawnZooms.get(id);
  expect(zooms).toMatchObject({ aloneFrom: 0, shapeFrom: 15 });
  expect(zooms?.middle[0]).toBeCloseTo(-180 + 5 * PX, 9);
  expect(zooms?.middle[1]).toBeCloseTo(CENTRE[1], 9);
});

test('each of 1,000 places is visible once per zoom, and no points are closer than a finger', () => {
  const places = makePlaces(7, 1000).map(({ id, geometry }): Located => ({ id, feature: geometry }));
  const inSharedPoint = new Set(findSharedPoints(places).flatMap(({ placeIds }) => placeIds));
  const { clusters, drawnZooms } = group(places);
  for (let zoom = 0; zoom <= 18; zoom++) {
    const seen = clusters.filter(({ fromZoom, endZoom }) => fromZoom <= zoom && zoom < endZoom);
    const alone = places.filter(({ id }) => (drawnZooms.get(id)?.aloneFrom ?? 0) <= zoom);
    expect(seen.reduce((sum, { count }) => sum + count, alone.length)).toBe(places.length);
    const reach = (44 / (512 * 2 ** zoom)) * 360;
    const shrink = Math.cos((CENTRE[1] * Math.PI) / 180);
    const points = alone.flatMap(({ id, feature: { type, coordinates } }) =>
      type === 'Point' && !inSharedPoint.has(id) ? [[coordinates[0], coordinates[1] / shrink] as const] : [],
    );
    const isNear = ([x, y]: readonly [number, number], at: number): boolean =>
      points.slice(0, at).some(([otherX, otherY]) => Math.hypot(x - otherX, y - otherY) < 0.99 * reach);
    expect(zoom < 17 && points.some(isNear), `at ${zoom}`).toBe(false);
    if (zoom >= 17) expect(seen).toEqual([]);
    // A square of 16 fingers.
    if (zoom === 14) expect(seen.length + alone.length).toBeLessThan(200);
  }
});

test('the nearest group of a zoom is the one that Enter opens', () => {
  const places = [point(1, 0), point(2, 40), point(3, 1000), point(4, 1040)];
  const { clusters } = group(places);
  expect(nearestCluster(clusters, 16.4, [CENTRE[0] + 900 * PX, CENTRE[1]])?.position[0]).toBeCloseTo(
    CENTRE[0] + 1020 * PX,
    9,
  );
  expect(nearestCluster(clusters, 17, CENTRE)).toBeNull();
  const [beyond, before] = [-179.999, 179.98].map((lng) => ({
    ...{ position: [lng, 0] as Position, count: 2 },
    fromZoom: 0,
    endZoom: 9,
  }));
  if (beyond === undefined || before === undefined) throw new Error('Got no groups');
  // The map may be on either side of the antimeridian, or wrapped beyond it.
  for (const lng of [179.999, 180.001, -180.001]) expect(nearestCluster([before, beyond], 5, [lng, 0])).toBe(beyond);
});
