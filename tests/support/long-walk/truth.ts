import { bbox, booleanPointInPolygon, distance, point, pointToPolygonDistance, polygon } from '@turf/turf';
import type { Geometry, Position } from '../../../contracts/geo.ts';
import { POINT_RADIUS_M } from '../../../contracts/limits.ts';
import { toPosition } from '../walk-simulator/ground.ts';
import { TRACK_STEP_MS, type Track } from '../walk-simulator/track.ts';

/** Who stays at a place for so long hears its story, whatever the noise. */
export const STAY_MS = 30_000;
/** Farther away than that from a place nobody was near it, whatever the noise. */
export const NEVER_NEAR_M = 30;

/** What is truly so of a place on a walk, whatever a phone told. */
export interface Encounter {
  /** The least distance that the walker ever was at, in metres; 0 inside a zone. */
  readonly nearestM: number;
  /** The first time that the walker stayed at it for long enough; null when they never did. */
  readonly stay: { readonly fromMs: number; readonly untilMs: number } | null;
}

/** Steps between two looks, in which a walker moves 1.3 m. */
const LOOK_STEPS = 5;
/** A degree of latitude is more than this. */
const DEGREE_M = 110_000;

/**
 * What a track and the shapes of the places say by themselves, with turf: no code of the app has a part in it. A walker
 * is at a place within 7 m of the point, or of the zone.
 *
 * @param stayMs what counts as staying
 */
export function meetPlaces(track: Track, places: readonly Geometry[], stayMs: number): Encounter[] {
  const looks = track.flatMap((spot, step) =>
    step % LOOK_STEPS === 0 ? [{ atMs: step * TRACK_STEP_MS, position: toPosition(spot) }] : [],
  );
  return places.map((geometry) => {
    const distanceM = measureFrom(geometry);
    let nearestM = Number.POSITIVE_INFINITY;
    let stay: Encounter['stay'] = null;
    let sinceMs: number | null = null;
    for (const { atMs, position } of looks) {
      const awayM = distanceM(position);
      nearestM = Math.min(nearestM, awayM);
      if (awayM > POINT_RADIUS_M) {
        if (stay === null && sinceMs !== null && atMs - sinceMs >= stayMs) stay = { fromMs: sinceMs, untilMs: atMs };
        sinceMs = null;
      } else sinceMs ??= atMs;
    }
    return { nearestM, stay };
  });
}

/** Distances to a place in metres by turf, 0 inside a zone; those beyond 30 m are rough, and never too large. */
export function measureFrom(geometry: Geometry): (position: Position) => number {
  const { type, coordinates } = geometry;
  const shape =
    type === 'Point' ? point([...coordinates]) : polygon(coordinates.map((ring) => ring.map((spot) => [...spot])));
  const [west, south, east, north] = bbox(shape);
  return ([lng, lat]) => {
    const eastDeg = Math.max(west - lng, 0, lng - east) * Math.cos((lat * Math.PI) / 180);
    const roughM = DEGREE_M * Math.hypot(eastDeg, Math.max(south - lat, 0, lat - north));
    if (roughM > NEVER_NEAR_M) return roughM;
    const { geometry: turfShape } = shape;
    if (turfShape.type === 'Point') return distance([lng, lat], turfShape, { units: 'meters' });
    // Much sooner known than how far its border is.
    if (booleanPointInPolygon([lng, lat], turfShape)) return 0;
    return pointToPolygonDistance([lng, lat], turfShape, { units: 'meters' });
  };
}

/**
 * The places that must be heard, in the order they were reached: those stayed at. Where stays overlap in time, as those
 * in overlapping zones do, the order between them is nobody's, and they stand in one group.
 *
 * @returns groups of indices of `encounters`
 */
export function expectedGroups(encounters: readonly Encounter[]): number[][] {
  const stays = encounters
    .flatMap(({ stay }, index) => (stay === null ? [] : [{ index, ...stay }]))
    .sort((a, b) => a.fromMs - b.fromMs);
  const groups: number[][] = [];
  let groupEndsMs = Number.NEGATIVE_INFINITY;
  for (const { index, fromMs, untilMs } of stays) {
    if (fromMs < groupEndsMs) groups.at(-1)?.push(index);
    else groups.push([index]);
    groupEndsMs = Math.max(groupEndsMs, untilMs);
  }
  return groups;
}
