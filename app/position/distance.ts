import type { Geometry, Position } from '../../contracts/geo.ts';
import { shapeDistanceM } from '../../workers/client/shape-distance.ts';
import { greatCircle, type LngLat, moveBy, offsetM } from './coordinates.ts';
import { type GateFix, WALKING } from './fix-gate.ts';

/** Beyond this distance the earth is too round for the kernel, which is made for walking distances. */
const ROUND_M = 100_000;

/** The straight way to a shape. */
export interface DistanceAndBearing {
  readonly distanceM: number;
  /** Clockwise from north; 0 if the distance is 0. */
  readonly bearingDeg: number;
}

/** How far away a shape is, and how exactly that is known. */
export interface DistanceFromFix {
  readonly distanceM: number;
  /** The accuracy of a position that is too vague for a distance; 0 if the distance is reliable. */
  readonly offM: number;
}

/** Whether a position is too vague to say how near something is: the same limit above which no story starts. */
export function isVague({ accuracyM }: Pick<GateFix, 'accuracyM'>): boolean {
  return !(accuracyM <= WALKING.accuracyMaxM);
}

/**
 * Returns the one distance that is shown and used for decisions: metres to the point, or to the border of a zone and of
 * its holes; 0 inside the zone. Equals the nearest worker's, bit for bit, up to 100 km; along a great circle beyond.
 */
export function distanceToM(from: LngLat, feature: Geometry): number {
  const distanceM = shapeDistanceM([from.lng, from.lat], feature);
  return distanceM < ROUND_M ? distanceM : greatCircle(from, nearestSpot(from, feature)).distanceM;
}

/** Returns the way of {@link distanceToM}, with its direction. */
export function distanceAndBearingTo(from: LngLat, feature: Geometry): DistanceAndBearing {
  const distanceM = distanceToM(from, feature);
  return { distanceM, bearingDeg: distanceM === 0 ? 0 : greatCircle(from, nearestSpot(from, feature)).bearingDeg };
}

/** Returns how far away a shape is from a position that may be vague. */
export function distanceFromFix(fix: Pick<GateFix, 'lng' | 'lat' | 'accuracyM'>, feature: Geometry): DistanceFromFix {
  return { distanceM: distanceToM(fix, feature), offM: isVague(fix) ? fix.accuracyM : 0 };
}

/** Whether the walker is at the place: its distance is 0, and the position is exact enough. */
export function isHere({ distanceM, offM }: DistanceFromFix): boolean {
  return distanceM === 0 && offM === 0;
}

/** Returns the position of a point, or the nearest one on the border of a zone and of its holes. */
function nearestSpot(from: LngLat, feature: Geometry): LngLat {
  if (feature.type === 'Point') return toLngLat(feature.coordinates);
  let nearest: readonly [number, number] = [0, 0];
  let nearestM = Number.POSITIVE_INFINITY;
  for (const ring of feature.coordinates) {
    let before: readonly [number, number] | null = null;
    for (const corner of ring) {
      const to = offsetM(from, toLngLat(corner));
      const spot = footOn(before ?? to, to);
      const spotM = Math.hypot(...spot);
      if (spotM < nearestM) [nearest, nearestM] = [spot, spotM];
      before = to;
    }
  }
  return moveBy(from, nearest);
}

function footOn([ax, ay]: readonly [number, number], [bx, by]: readonly [number, number]): readonly [number, number] {
  const [dx, dy] = [bx - ax, by - ay];
  const length2 = dx * dx + dy * dy;
  const part = length2 === 0 ? 0 : Math.min(1, Math.max(0, -(ax * dx + ay * dy) / length2));
  return [ax + part * dx, ay + part * dy];
}

function toLngLat([lng, lat]: Position): LngLat {
  return { lng, lat };
}
