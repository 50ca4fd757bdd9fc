import type { Geometry } from '../../contracts/geo.ts';
import { WALKING_MIN_MPS } from '../position/compass-service.ts';
import type { LngLat } from '../position/metres.ts';
import { distanceToM, type Way, wayTo } from '../position/way.ts';

/** Stories this near may be reached before a slow connection has loaded them: two minutes' walk. */
const PREFETCH_REACH_M = 150;

/** Position and motion of a walker. */
export interface Heading extends LngLat {
  /** Clockwise from north; null if unknown. */
  readonly headingDeg: number | null;
  readonly speedMps: number | null;
}

/**
 * Returns the places that the walker will most likely reach next, most likely first: the near ones, and during walking
 * rather those ahead than those behind.
 *
 * @param count maximum number of places
 */
export function likelyNext<P extends { readonly feature: Geometry }>(
  candidates: readonly P[],
  walker: Heading,
  count: number,
): P[] {
  return candidates
    .filter(({ feature }) => distanceToM(walker, feature) <= PREFETCH_REACH_M)
    .map((place) => ({ place, effortM: effortM(wayTo(walker, place.feature), walker) }))
    .sort((a, b) => a.effortM - b.effortM)
    .slice(0, count)
    .map(({ place }) => place);
}

/** Returns the distance in metres, doubled for a place at the walker's side, tripled for one behind. */
function effortM({ distanceM, bearingDeg }: Way, { headingDeg, speedMps }: Heading): number {
  if (headingDeg === null || (speedMps ?? 0) < WALKING_MIN_MPS) return distanceM;
  const ahead = Math.cos(((bearingDeg - headingDeg) * Math.PI) / 180);
  return distanceM * (2 - ahead);
}
