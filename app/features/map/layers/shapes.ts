import type { Geometry, Polygon, Position } from '../../../../contracts/geo.ts';
import { boxOf } from '../../../state/position/box.ts';
import { EARTH_RADIUS_M } from '../../../state/position/metres.ts';

const CIRCLE_STEPS = 64;

/** Centre of a place: the point, or the middle of the zone's bounding box. */
export function middleOf(feature: Geometry): Position {
  if (feature.type === 'Point') return feature.coordinates;
  const box = boxOf(feature.coordinates[0] ?? []);
  if (box === null) throw new RangeError('Expected a zone with positions, got an empty ring');
  const [[west, south], [east, north]] = box;
  return [(west + east) / 2, (south + north) / 2];
}

/** A circle on the ground as a polygon. Centre `[lng, lat]`. */
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

/** Bounding box of all shapes, `[[west, south], [east, north]]`; null without shapes. */
export function boundsOf(features: readonly Geometry[]): readonly [Position, Position] | null {
  const positions = features.flatMap((feature) =>
    feature.type === 'Point' ? [feature.coordinates] : (feature.coordinates[0] ?? []),
  );
  return boxOf(positions);
}
