import type { Geometry, Polygon, Position } from '../../../contracts/geo.ts';
import { EARTH_RADIUS_M } from '../../position/coordinates.ts';
import { zoneMiddle } from './zone-middle.ts';

const CIRCLE_STEPS = 64;

/** Returns the central position of a place: the point, or the middle of the zone. */
export function middleOf(feature: Geometry): Position {
  return feature.type === 'Point' ? feature.coordinates : zoneMiddle(feature);
}

/** Returns a circle on the ground as a polygon. Centre `[lng, lat]`. */
export function circleAround([lng, lat]: Position, radiusM: number): Polygon {
  const north = ((radiusM / EARTH_RADIUS_M) * 180) / Math.PI;
  const east = north / Math.max(Math.cos((lat * Math.PI) / 180), 1e-6);
  const ring: Position[] = Array.from({ length: CIRCLE_STEPS }, (_, step) => {
    const angle = (step / CIRCLE_STEPS) * 2 * Math.PI;
    return [lng + Math.sin(angle) * east, lat + Math.cos(angle) * north];
  });
  const first = ring[0];
  return { type: 'Polygon', coordinates: [first === undefined ? ring : [...ring, first]] };
}
