import type { Polygon, Position } from '../../../../contracts/geo.ts';
import { findZoneMiddle } from '../../../../contracts/zone-middle.ts';

/** Polygons don't change, and each new list of places has most of those before. */
const known = new WeakMap<Polygon, Position>();

/** The middle of a zone, where its name stands and where the map flies to: inside, and as far from its edges as can be. */
export function zoneMiddle(zone: Polygon): Position {
  const before = known.get(zone);
  if (before !== undefined) return before;
  const { position } = findZoneMiddle(zone.coordinates);
  known.set(zone, position);
  return position;
}

/** Whether the middle of a zone needs no search any more. */
export function isMiddleKnown(zone: Polygon): boolean {
  return known.has(zone);
}

/** Looks for the middles of zones, one a step. */
export function* findMiddles(zones: readonly Polygon[]): Generator<void, void> {
  for (const zone of zones) {
    zoneMiddle(zone);
    yield;
  }
}
