import type { Geometry } from '../../contracts/geo.ts';
import type { Place } from '../../contracts/place.ts';
import { boundingBoxOfShapes, greatCircle, type LngLat, offsetM } from '../position/coordinates.ts';

/** Ratio of street routes to straight lines, approximately. */
const DETOUR = 1.3;
/** Speed of a person who looks around, in metres per minute: 3 km/h. */
const STROLL_M_PER_MIN = 3000 / 60;
/** A longer way is not a walk. */
const WALK_MAX_M = 30_000;

/** What people want to know about a parcours before they listen to it. */
export interface ParcoursFacts {
  readonly stories: number;
  /** Approximate length of a walk past all stories; null if nobody walks that far, or there is nowhere to go. */
  readonly lengthM: number | null;
  /** Approximate duration of all stories and the way between them, in minutes; null if a story's length is unknown. */
  readonly minutes: number | null;
  readonly way: readonly LngLat[];
}

/**
 * Computes the facts of a parcours with these places, in their order. Length and time are estimates: the way along
 * the numbered places; without them in the list's order, or a shorter one if people have dropped in any order; longer than straight lines, because streets are;
 * at a stroll, with all stories in full. Pure.
 */
export function parcoursFacts(list: readonly Pick<Place, 'feature' | 'media' | 'step'>[]): ParcoursFacts {
  const stories = list.filter(({ media }) => media !== null);
  const steps = list.filter(({ step }) => step !== undefined);
  const way =
    steps.length < 2
      ? shortWay(stories.map(({ feature }) => middleOfPlace(feature)))
      : steps.map(({ feature }) => middleOfPlace(feature));
  const straightM = wayLengthM(way) * DETOUR;
  const lengthM = straightM >= 50 && straightM <= WALK_MAX_M ? straightM : null;
  const seconds = stories.map(({ media }) => media?.data.length ?? Number.NaN);
  const soundMin = seconds.reduce((sum, length) => sum + length, 0) / 60;
  const minutes = stories.length === 0 || Number.isNaN(soundMin) ? null : soundMin + (lengthM ?? 0) / STROLL_M_PER_MIN;
  return {
    stories: stories.length,
    lengthM: lengthM === null ? null : roundLength(lengthM),
    minutes: minutes === null ? null : roundMinutes(minutes),
    way,
  };
}

/** Rounds an estimate to its actual precision. */
function roundLength(lengthM: number): number {
  const step = lengthM < 1000 ? 50 : 100;
  return Math.round(lengthM / step) * step;
}

function roundMinutes(minutes: number): number {
  return minutes < 15 ? Math.max(1, Math.round(minutes)) : Math.round(minutes / 5) * 5;
}

/** With more places than these no way is searched for, or improved, respectively: nobody walks past all of them. */
const FOUND_MAX = 200;
const IMPROVED_MAX = 60;
/** The author's own order may be longer than the found way by this factor. */
const OWN_MAX_SHARE = 1.25;

/** Returns the middle of a place's bounding box. */
function middleOfPlace(feature: Geometry): LngLat {
  if (feature.type === 'Point') return { lng: feature.coordinates[0], lat: feature.coordinates[1] };
  const [southWest, northEast] = boundingBoxOfShapes([feature]) ?? [
    [0, 0],
    [0, 0],
  ];
  return { lng: (southWest[0] + northEast[0]) / 2, lat: (southWest[1] + northEast[1]) / 2 };
}

/** Returns the length of the way past these positions, in metres, in straight lines. */
export function wayLengthM(way: readonly LngLat[]): number {
  return way.reduce((lengthM, to, index) => {
    const from = way[index - 1];
    return from === undefined ? 0 : lengthM + greatCircle(from, to).distanceM;
  }, 0);
}

/**
 * Returns a short way past all positions: their own order if it is hardly longer, because authors list places in
 * walking order; otherwise always the nearest next, without crossings. Pure.
 */
export function shortWay(positions: readonly LngLat[]): readonly LngLat[] {
  const [first] = positions;
  if (first === undefined || positions.length > FOUND_MAX) return positions;
  // In the plane, which is much faster and exact enough for walking distances.
  const own = positions.map((position) => ({ position, metres: offsetM(first, position) }));
  const found = uncross(goNearest(own));
  const isOwnShort = lengthOf(own) <= lengthOf(found) * OWN_MAX_SHARE;
  return (isOwnShort ? own : found).map(({ position }) => position);
}

interface Stop {
  readonly position: LngLat;
  /** Metres east and north of the first one. */
  readonly metres: readonly [number, number];
}

function distanceM({ metres: from }: Stop, { metres: to }: Stop): number {
  return Math.hypot(to[0] - from[0], to[1] - from[1]);
}

function lengthOf(way: readonly Stop[]): number {
  let lengthM = 0;
  let from: Stop | undefined;
  for (const to of way) {
    if (from !== undefined) lengthM += distanceM(from, to);
    from = to;
  }
  return lengthM;
}

function goNearest(stops: readonly Stop[]): Stop[] {
  const left = [...stops];
  const way: Stop[] = [];
  for (let next = left.shift(); next !== undefined; ) {
    way.push(next);
    const from = next;
    let nearest = 0;
    let nearestM = Number.POSITIVE_INFINITY;
    for (const [index, to] of left.entries()) {
      const toM = distanceM(from, to);
      if (toM < nearestM) [nearest, nearestM] = [index, toM];
    }
    [next] = left.splice(nearest, 1);
  }
  return way;
}

/** Reverses parts of the way while that makes it shorter (2-opt). */
function uncross(way: Stop[]): Stop[] {
  if (way.length > IMPROVED_MAX) return way;
  let best = way;
  let bestM = lengthOf(best);
  for (let isBetter = true; isBetter; ) {
    isBetter = false;
    for (let start = 0; start < best.length - 1; start++) {
      for (let end = start + 2; end <= best.length; end++) {
        const turned = [...best.slice(0, start), ...best.slice(start, end).reverse(), ...best.slice(end)];
        const turnedM = lengthOf(turned);
        // Rounding must not reverse the same part back and forth forever.
        if (turnedM < bestM - 0.01) {
          [best, bestM] = [turned, turnedM];
          isBetter = true;
        }
      }
    }
  }
  return best;
}
