import type { Geometry } from '../../../../contracts/geo.ts';
import { boxOf } from '../../position/box.ts';
import type { GateFix } from '../../position/fix-gate.ts';
import { farWay, type LngLat } from '../../position/metres.ts';

/** Farther from every place nobody listens to one by walking on: half an hour on foot. */
const FAR_AWAY_M = 2000;
/** Nearer than this to a place, somebody has come to the parcours. Less, so that they aren't far away again at once. */
const COME_M = 1000;

/** The straight way to a place. */
export interface Way {
  readonly distanceM: number;
  /** Clockwise from north. */
  readonly bearingDeg: number;
}

/** The way to a place, however far: to the point, or to the nearest position of a zone's bounding box. */
export function wayTo(from: LngLat, feature: Geometry): Way {
  return farWay(from, nearestPosition(from, feature));
}

/**
 * The way to the nearest place, where that is farther than 2 km for certain; null otherwise, and without places. Pure.
 */
export function farAway(
  list: readonly { readonly feature: Geometry }[],
  fix: Pick<GateFix, 'lng' | 'lat' | 'accuracyM'>,
): Way | null {
  const nearest = nearestWay(list, fix);
  return nearest === null || nearest.distanceM - fix.accuracyM <= FAR_AWAY_M ? null : nearest;
}

/** True where the nearest place is within 1 km for certain. Pure. */
export function hasCome(
  list: readonly { readonly feature: Geometry }[],
  fix: Pick<GateFix, 'lng' | 'lat' | 'accuracyM'>,
): boolean {
  const nearest = nearestWay(list, fix);
  return nearest !== null && nearest.distanceM + fix.accuracyM <= COME_M;
}

function nearestWay(list: readonly { readonly feature: Geometry }[], from: LngLat): Way | null {
  let nearest: Way | null = null;
  for (const { feature } of list) {
    const way = wayTo(from, feature);
    if (nearest === null || way.distanceM < nearest.distanceM) nearest = way;
  }
  return nearest;
}

function nearestPosition({ lng, lat }: LngLat, feature: Geometry): LngLat {
  const box = boxOf(feature.type === 'Point' ? [feature.coordinates] : (feature.coordinates[0] ?? []));
  if (box === null) return { lng, lat };
  const [[west, south], [east, north]] = box;
  // Seen from the other side of the antimeridian.
  const turns = 360 * Math.round(((west + east) / 2 - lng) / 360);
  return { lng: clamp(lng + turns, west, east), lat: clamp(lat, south, north) };
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
