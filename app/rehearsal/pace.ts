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

/**
 * Returns the pace of a recording, with its pauses.
 *
 * @param timesS when the walker was at each position, in seconds from the start
 * @param alongsM how far along the route each is, in the same order; neither ever decreases
 */
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
