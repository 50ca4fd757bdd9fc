/** A point on a plane, in metres east and north of some origin. */
export type Spot = readonly [eastM: number, northM: number];

/** A polyline along which a walker can move. */
export interface Street {
  readonly lengthM: number;
  /** Returns the point at a distance along the street, clamped to its ends. */
  at(alongM: number): Spot;
  /** Returns the walking direction there, as a unit vector. */
  direction(alongM: number): Spot;
}

interface Leg {
  readonly from: Spot;
  readonly toward: Spot;
  readonly startM: number;
  readonly lengthM: number;
}

/**
 * @param corners at least two, no two in a row equal
 * @throws RangeError for fewer than two corners
 */
export function createStreet(corners: readonly Spot[]): Street {
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
