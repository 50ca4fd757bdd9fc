import type { Geometry, Polygon, Position } from '../../../contracts/geo.ts';
import { boxOf } from '../../state/position/box.ts';

const EARTH_RADIUS_M = 6_371_008.8;
const CIRCLE_STEPS = 64;

/** The position that a view of a place is centred on: the point itself, or the middle of the zone's bounding box. */
export function middleOf(feature: Geometry): Position {
  if (feature.type === 'Point') return feature.coordinates;
  const outer = feature.coordinates[0] ?? [];
  const lngs = outer.map(([lng]) => lng);
  const lats = outer.map(([, lat]) => lat);
  return [(Math.min(...lngs) + Math.max(...lngs)) / 2, (Math.min(...lats) + Math.max(...lats)) / 2];
}

/** A circle on the ground as a polygon, for the accuracy around the walker. Radius in metres, centre `[lng, lat]`. */
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

/** The box around all shapes, `[[west, south], [east, north]]`, or null when there is none. */
export function boundsOf(features: readonly Geometry[]): readonly [Position, Position] | null {
  const positions = features.flatMap((feature) =>
    feature.type === 'Point' ? [feature.coordinates] : (feature.coordinates[0] ?? []),
  );
  return boxOf(positions);
}
