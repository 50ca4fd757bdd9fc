import type { Geometry } from '../../../contracts/geo.ts';
import { WALKING_MIN_MPS } from '../position/compass-service.ts';
import type { LngLat } from '../position/metres.ts';
import { distanceToM, type Way, wayTo } from '../position/way.ts';

/** Stories this near may be walked to before a slow line has brought them: two minutes' walk. */
const PREFETCH_REACH_M = 150;

/** Where somebody is and goes. */
export interface Heading extends LngLat {
  /** Clockwise from north; null while it is not known. */
  readonly headingDeg: number | null;
  readonly speedMps: number | null;
}

/**
 * The places that the walker is likeliest to reach next, likeliest first: the near ones, and while they walk rather those
 * ahead than those behind.
 *
 * @param count the most that are returned
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

/** Metres, twice as many for a place at the walker's side, three times for one behind. */
function effortM({ distanceM, bearingDeg }: Way, { headingDeg, speedMps }: Heading): number {
  if (headingDeg === null || (speedMps ?? 0) < WALKING_MIN_MPS) return distanceM;
  const ahead = Math.cos(((bearingDeg - headingDeg) * Math.PI) / 180);
  return distanceM * (2 - ahead);
}
