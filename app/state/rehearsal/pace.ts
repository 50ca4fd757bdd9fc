/** How a route is walked: where on it somebody is at which moment. */
export interface Pace {
  /** How long the walk takes. */
  readonly walkMs: number;
  /** Metres along the route so long after the beginning; never less than before, and the whole length at the end. */
  alongM(atMs: number): number;
  /** When the walker first is so many metres along. */
  atMs(alongM: number): number;
}

/** A pace without pauses. */
export function steadyPace(lengthM: number, speedMps: number): Pace {
  return {
    walkMs: (1000 * lengthM) / speedMps,
    alongM: (atMs) => Math.min((speedMps * atMs) / 1000, lengthM),
    atMs: (alongM) => (1000 * Math.min(alongM, lengthM)) / speedMps,
  };
}

/**
 * The pace of a recording, with its pauses.
 *
 * @param timesS when the walker was at each position, in seconds from the beginning
 * @param alongsM how far along the route each is, in the same order; neither ever decreases
 */
export function recordedPace(timesS: readonly number[], alongsM: readonly number[]): Pace {
  return {
    walkMs: 1000 * (timesS.at(-1) ?? 0),
    alongM: (atMs) => interpolate(timesS, alongsM, atMs / 1000),
    atMs: (alongM) => 1000 * interpolate(alongsM, timesS, alongM),
  };
}

/** The value at `x` of the line through the points `[xs[i], ys[i]]`; at a jump, the lower one. Clamped to its ends. */
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
