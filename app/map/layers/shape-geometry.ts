import type { Geometry, Polygon, Position } from '../../../contracts/geo.ts';
import { unwrapRings } from '../../../contracts/rings.ts';
import { findZoneMiddle } from '../../../contracts/zone-middle.ts';
import { EARTH_RADIUS_M } from '../../position/coordinates.ts';

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

/** Returns the outer ring's area minus the holes', in square degrees scaled by latitude: to compare near zones. */
export function areaDeg2(rings: readonly (readonly Position[])[]): number {
  const [outer = [], ...holes] = unwrapRings(rings);
  return holes.reduce((area, hole) => area - ringAreaDeg2(hole), ringAreaDeg2(outer));
}

function ringAreaDeg2(ring: readonly Position[]): number {
  let doubled = 0;
  for (let i = 1; i < ring.length; i++) {
    const from = ring[i - 1];
    const to = ring[i];
    if (from !== undefined && to !== undefined) doubled += from[0] * to[1] - to[0] * from[1];
  }
  const middleLat = ring[0]?.[1] ?? 0;
  return Math.abs(doubled / 2) * Math.cos((middleLat * Math.PI) / 180);
}

/** Cached, because polygons don't change, and each new list of places has mostly the previous ones. */
const known = new WeakMap<Polygon, Position>();

/** Returns the middle of a zone, for its name and for flights: inside, and as far from its edges as possible. */
export function zoneMiddle(zone: Polygon): Position {
  const before = known.get(zone);
  if (before !== undefined) return before;
  const { position } = findZoneMiddle(zone.coordinates);
  known.set(zone, position);
  return position;
}

/** Whether the middle of a zone is already computed. */
export function isMiddleKnown(zone: Polygon): boolean {
  return known.has(zone);
}

/** Computes the middles of zones, one per step. */
export function* findMiddles(zones: readonly Polygon[]): Generator<void, void> {
  for (const zone of zones) {
    zoneMiddle(zone);
    yield;
  }
}
