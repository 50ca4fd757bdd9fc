import type { Geometry, Position } from '../../../contracts/geo.ts';
import { type LngLat, offsetM } from '../position/metres.ts';

/** Stories this near may be walked to before a slow line has brought them: two minutes' walk. */
const PREFETCH_REACH_M = 150;
/** Slower than this nobody walks anywhere, and a heading is noise. */
const PREFETCH_WALKING_MPS = 0.5;

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
 * @param reachM none is farther away
 */
export function likelyNext<P extends { readonly feature: Geometry }>(
  candidates: readonly P[],
  walker: Heading,
  count: number,
  reachM = PREFETCH_REACH_M,
): P[] {
  return candidates
    .map((place) => ({ place, offset: nearestOffsetM(walker, place.feature) }))
    .filter(({ offset }) => Math.hypot(...offset) <= reachM)
    .map(({ place, offset }) => ({ place, effortM: effortM(offset, walker) }))
    .sort((a, b) => a.effortM - b.effortM)
    .slice(0, count)
    .map(({ place }) => place);
}

/** Metres to the point, or to the nearest of a zone's bounding box; 0 inside it. */
export function distanceToM(walker: LngLat, feature: Geometry): number {
  return Math.hypot(...nearestOffsetM(walker, feature));
}

/** Metres, twice as many for a place at the walker's side, three times for one behind. */
function effortM([eastM, northM]: readonly [number, number], { headingDeg, speedMps }: Heading): number {
  const distanceM = Math.hypot(eastM, northM);
  if (headingDeg === null || (speedMps ?? 0) < PREFETCH_WALKING_MPS || distanceM === 0) return distanceM;
  const heading = (headingDeg * Math.PI) / 180;
  const ahead = (eastM * Math.sin(heading) + northM * Math.cos(heading)) / distanceM;
  return distanceM * (2 - ahead);
}

/** Metres east and north to the point, or to the nearest of a zone's bounding box; none inside it. */
function nearestOffsetM(walker: LngLat, feature: Geometry): readonly [number, number] {
  if (feature.type === 'Point') return offsetTo(walker, feature.coordinates);
  const offsets = (feature.coordinates[0] ?? []).map((position) => offsetTo(walker, position));
  return [nearestOf(offsets.map(([east]) => east)), nearestOf(offsets.map(([, north]) => north))];
}

function nearestOf(values: readonly number[]): number {
  const least = values.reduce((min, value) => Math.min(min, value), Number.POSITIVE_INFINITY);
  const most = values.reduce((max, value) => Math.max(max, value), Number.NEGATIVE_INFINITY);
  return Math.max(least, Math.min(0, most));
}

function offsetTo(walker: LngLat, [lng, lat]: Position): readonly [number, number] {
  return offsetM(walker, { lng, lat });
}
