import type { Position } from '../../../contracts/geo.ts';

/** A position of the simulated town, in metres east and north of its middle. */
export type Spot = readonly [eastM: number, northM: number];

const CENTRE: Position = [2.347, 48.8555];
/** Degrees that a metre is at CENTRE. */
const EAST = 1 / 73_360;
const NORTH = 1 / 111_200;

/** Where a spot lies on earth: the simulated town stands around the Ile de la Cite. */
export function toPosition([eastM, northM]: Spot): Position {
  return [CENTRE[0] + eastM * EAST, CENTRE[1] + northM * NORTH];
}

/** A polyline that can be walked along. */
export interface Street {
  readonly lengthM: number;
  /** The spot so many metres along the street, from its start; its ends hold what lies beyond them. */
  at(alongM: number): Spot;
  /** The direction of walking there, as a unit vector. */
  direction(alongM: number): Spot;
}

/**
 * @param corners two or more, no two in a row the same
 * @throws RangeError for fewer than two corners
 */
export function createStreet(corners: readonly Spot[]): Street {
  if (corners.length < 2) throw new RangeError(`Expected a street of 2 corners or more, got ${corners.length}`);
  const legs: { readonly from: Spot; readonly toward: Spot; readonly startM: number; readonly lengthM: number }[] = [];
  let lengthM = 0;
  corners.slice(1).forEach((to, index) => {
    const from = corners[index] ?? to;
    const legM = Math.hypot(to[0] - from[0], to[1] - from[1]);
    legs.push({ from, toward: [(to[0] - from[0]) / legM, (to[1] - from[1]) / legM], startM: lengthM, lengthM: legM });
    lengthM += legM;
  });
  const legAt = (alongM: number) => legs.findLast(({ startM }) => startM <= Math.max(0, alongM)) ?? legs[0];
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
