import type { Polygon, Position } from '../../../contracts/geo.ts';
import { findZoneMiddle } from '../../../contracts/zone-middle.ts';

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
