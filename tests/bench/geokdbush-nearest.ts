import { around, distance } from 'geokdbush';
import KDBush from 'kdbush';
import type { NearestPlace, SeedPlace } from '../../workers/nearest/nearest.api.ts';
import type { Fix } from '../support/geometry/locator.ts';
import { reachM } from './turf-nearest.ts';

/**
 * The rule of the nearest place for points alone, as a page would do it with kdbush and geokdbush: a tree of the
 * points, searched around the fix on a sphere, the distances taken of what was found. What is entered and left it does
 * not tell.
 *
 * @throws TypeError for a place that is no point
 */
export function createGeokdbushNearest(places: readonly SeedPlace[]): (fix: Fix) => NearestPlace[] {
  const points = places.map(({ id, geometry }) => {
    if (geometry.type !== 'Point') throw new TypeError(`Expected points, got a ${geometry.type}`);
    return { id, lng: geometry.coordinates[0], lat: geometry.coordinates[1] };
  });
  const tree = new KDBush(points.length);
  for (const { lng, lat } of points) tree.add(lng, lat);
  tree.finish();
  return (fix) => {
    const [lng, lat] = fix.position;
    return around(tree, lng, lat, Number.POSITIVE_INFINITY, reachM(fix) / 1000).flatMap((index) => {
      const point = points[index];
      return point === undefined ? [] : [{ id: point.id, distanceM: 1000 * distance(lng, lat, point.lng, point.lat) }];
    });
  };
}
