import type { Position } from '../../contracts/geo.ts';
import { moveBy, offsetM } from '../position/metres.ts';
import { createStreet, type Spot } from './street.ts';

/** A route over the ground. */
export interface Trail {
  readonly lengthM: number;
  /** How far along the route each position of its line is; never decreases. */
  readonly alongsM: readonly number[];
  /** Returns the `[lng, lat]` at a distance along the route, moved by `error` metres east and north. */
  at(alongM: number, error?: Spot): Position;
}

/** Corners closer than this are one: a phone that lies still records hundreds. */
const SAME_M = 0.5;

/** Makes a trail from a line. @returns null for a line without length: fewer than two different corners */
export function createTrail(line: readonly Position[]): Trail | null {
  const [first] = line;
  if (first === undefined) return null;
  const origin = { lng: first[0], lat: first[1] };
  const corners: Spot[] = [];
  const alongsM: number[] = [];
  for (const [lng, lat] of line) {
    const spot = offsetM(origin, { lng, lat });
    const last = corners.at(-1);
    const legM = last === undefined ? Infinity : Math.hypot(spot[0] - last[0], spot[1] - last[1]);
    if (legM >= SAME_M) corners.push(spot);
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
