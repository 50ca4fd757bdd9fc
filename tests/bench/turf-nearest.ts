import { area, bbox, distance, point, pointToPolygonDistance, polygon } from '@turf/turf';
import { POINT_RADIUS_M } from '../../contracts/limits.ts';
import type { NearestPlace, SeedPlace } from '../../workers/nearest/nearest.api.ts';
import type { Fix } from '../support/geometry/locator.ts';

/** A degree of latitude in metres, a little short, so that a box widened with it is never too small. */
const DEGREE_M = 110_000;

/** How far a fix reaches, in metres: 7, or half the accuracy where that is more. */
export function reachM({ accuracyM }: Fix): number {
  return Math.max(POINT_RADIUS_M, accuracyM / 2);
}

/**
 * The rule of the nearest place as a page would do it with turf: a loop over all places, every distance taken, the
 * nearest first, of equally near ones the smaller, then the one with the lower id. Features, areas and boxes are made
 * beforehand.
 *
 * @param boxesFirst true: a place whose bounding box is out of reach is passed over
 */
export function createTurfNearest(places: readonly SeedPlace[], boxesFirst: boolean): (fix: Fix) => NearestPlace[] {
  const features = places.map(({ id, geometry }) => {
    const feature = geometry.type === 'Point' ? point(geometry.coordinates) : polygon(geometry.coordinates);
    return { id, geometry: feature.geometry, areaM2: area(feature), box: bbox(feature) };
  });
  return (fix) => {
    const [lng, lat] = fix.position;
    const position = [lng, lat];
    const radiusM = reachM(fix);
    const high = radiusM / DEGREE_M;
    const wide = high / Math.cos((lat * Math.PI) / 180);
    const found = [];
    for (const { id, geometry, areaM2, box } of features) {
      const [west, south, east, north] = box;
      if (boxesFirst && (lng < west - wide || lng > east + wide || lat < south - high || lat > north + high)) continue;
      const distanceM =
        geometry.type === 'Point'
          ? distance(position, geometry, { units: 'meters' })
          : // Less than 0 inside.
            Math.max(0, pointToPolygonDistance(position, geometry, { units: 'meters' }));
      if (distanceM <= radiusM) found.push({ id, distanceM, areaM2 });
    }
    return found
      .sort((a, b) => a.distanceM - b.distanceM || a.areaM2 - b.areaM2 || a.id - b.id)
      .map(({ id, distanceM }) => ({ id, distanceM }));
  };
}
