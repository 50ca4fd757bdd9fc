import { distance, point, pointToPolygonDistance, polygon } from '@turf/turf';
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

/** Once in so many steps is looked; a walker goes 1.3 m meanwhile. */
const LOOK_STEPS = 5;
/** A degree of latitude is more than this. */
const DEGREE_M = 110_000;
/** Beyond this a distance need not be known exactly. */
const FAR_M = 60;

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

/** Distances to a place in metres by turf, 0 inside a zone; those beyond 60 m are rough. */
export function measureFrom(geometry: Geometry): (position: Position) => number {
  const [somewhere = [0, 0]] = geometry.type === 'Point' ? [geometry.coordinates] : (geometry.coordinates[0] ?? []);
  const shape =
    geometry.type === 'Point'
      ? point([...geometry.coordinates])
      : polygon(geometry.coordinates.map((ring) => ring.map((position) => [...position])));
  return ([lng, lat]) => {
    const roughM = DEGREE_M * Math.hypot((lng - somewhere[0]) * Math.cos((lat * Math.PI) / 180), lat - somewhere[1]);
    if (roughM > FAR_M) return roughM;
    const { geometry: turfShape } = shape;
    return turfShape.type === 'Point'
      ? distance([lng, lat], turfShape, { units: 'meters' })
      : Math.max(0, pointToPolygonDistance([lng, lat], turfShape, { units: 'meters' }));
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
