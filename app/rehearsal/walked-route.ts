import type { Position } from '../../contracts/geo.ts';
import { moveBy, offsetM } from '../position/coordinates.ts';

/** A route over the ground. */
export interface Route {
  readonly lengthM: number;
  /** How far along the route each position of its line is; never decreases. */
  readonly alongsM: readonly number[];
  /** Returns the `[lng, lat]` at a distance along the route, moved by `error` metres east and north. */
  at(alongM: number, error?: PlanePoint): Position;
}

/** Corners closer than this are one: a phone that lies still records hundreds. */
const SAME_M = 0.5;

/** Makes a route from a line. @returns null for a line without length: fewer than two different corners */
export function createRoute(line: readonly Position[]): Route | null {
  const [first] = line;
  if (first === undefined) return null;
  const origin = { lng: first[0], lat: first[1] };
  const corners: PlanePoint[] = [];
  const alongsM: number[] = [];
  for (const [lng, lat] of line) {
    const point = offsetM(origin, { lng, lat });
    const last = corners.at(-1);
    const legM = last === undefined ? Infinity : Math.hypot(point[0] - last[0], point[1] - last[1]);
    if (legM >= SAME_M) corners.push(point);
    const alongM = alongsM.at(-1) ?? 0;
    alongsM.push(Number.isFinite(legM) && legM >= SAME_M ? alongM + legM : alongM);
  }
  if (corners.length < 2) return null;
  const street = createStreet(corners);
  return {
    lengthM: street.lengthM,
    alongsM,
    at(alongM, [errorEastM, errorNorthM] = [0, 0]) {
      const [eastM, northM] = street.at(alongM);
      const { lng, lat } = moveBy(origin, [eastM + errorEastM, northM + errorNorthM]);
      return [lng, lat];
    },
  };
}

/** A point on a plane, in metres east and north of some origin. */
export type PlanePoint = readonly [eastM: number, northM: number];

/** A polyline along which a walker can move. */
export interface Street {
  readonly lengthM: number;
  /** Returns the point at a distance along the street, clamped to its ends. */
  at(alongM: number): PlanePoint;
  /** Returns the walking direction there, as a unit vector. */
  direction(alongM: number): PlanePoint;
}

interface Leg {
  readonly from: PlanePoint;
  readonly toward: PlanePoint;
  readonly startM: number;
  readonly lengthM: number;
}

/** @throws RangeError for fewer than two corners. @param corners no two in a row equal */
export function createStreet(corners: readonly PlanePoint[]): Street {
  if (corners.length < 2) throw new RangeError(`Expected a street of 2 corners or more, got ${corners.length}`);
  const legs: Leg[] = [];
  let lengthM = 0;
  corners.slice(1).forEach((to, index) => {
    const from = corners[index] ?? to;
    const legM = Math.hypot(to[0] - from[0], to[1] - from[1]);
    legs.push({ from, toward: [(to[0] - from[0]) / legM, (to[1] - from[1]) / legM], startM: lengthM, lengthM: legM });
    lengthM += legM;
  });

  /** Finds the last leg that starts there or before. Binary search, because a recorded track has thousands. */
  function legAt(alongM: number): Leg | undefined {
    let [low, high] = [0, legs.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((legs[middle]?.startM ?? 0) <= alongM) low = middle;
      else high = middle - 1;
    }
    return legs[low];
  }

  return {
    lengthM,
    at(alongM) {
      const leg = legAt(alongM);
      if (leg === undefined) return [0, 0];
      const inLegM = Math.min(Math.max(0, alongM - leg.startM), leg.lengthM);
      return [leg.from[0] + inLegM * leg.toward[0], leg.from[1] + inLegM * leg.toward[1]];
    },
    direction: (alongM) => legAt(alongM)?.toward ?? [1, 0],
  };
}

/** Pace on a route: the walker's position on it over time. */
export interface Pace {
  /** Duration of the walk. */
  readonly walkMs: number;
  /** Metres along the route at a time after the start; never decreases, and reaches the whole length at the end. */
  alongM(atMs: number): number;
  /** When the walker is first this far along the route. */
  atMs(alongM: number): number;
}

/** Returns a pace without pauses. */
export function steadyPace(lengthM: number, speedMps: number): Pace {
  return {
    walkMs: (1000 * lengthM) / speedMps,
    alongM: (atMs) => Math.min((speedMps * atMs) / 1000, lengthM),
    atMs: (alongM) => (1000 * Math.min(alongM, lengthM)) / speedMps,
  };
}

/** Returns the pace of a recording, with its pauses, by when (`timesS`) and how far (`alongsM`) each position was. */
export function recordedPace(timesS: readonly number[], alongsM: readonly number[]): Pace {
  return {
    walkMs: 1000 * (timesS.at(-1) ?? 0),
    alongM: (atMs) => interpolate(timesS, alongsM, atMs / 1000),
    atMs: (alongM) => 1000 * interpolate(alongsM, timesS, alongM),
  };
}

/** Interpolates the line through `[xs[i], ys[i]]` at `x`; gives the lower value at a jump. Clamped to its ends. */
function interpolate(xs: readonly number[], ys: readonly number[], x: number): number {
  // Binary search for the first point at or beyond `x`: a recording has thousands.
  let [low, high] = [0, xs.length - 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((xs[middle] ?? 0) >= x) high = middle;
    else low = middle + 1;
  }
  const [toX = 0, toY = 0] = [xs[low], ys[low]];
  const [fromX, fromY] = [xs[low - 1], ys[low - 1]];
  if (fromX === undefined || fromY === undefined || x >= toX) return toY;
  return fromY + ((x - fromX) / (toX - fromX)) * (toY - fromY);
}
