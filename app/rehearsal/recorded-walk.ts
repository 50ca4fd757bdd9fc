import type { Position } from '../../contracts/geo.ts';
import { moveBy, offsetM } from '../position/coordinates.ts';
import { smoothTrack } from './smooth-track.ts';
import type { PlanePoint } from './walked-route.ts';

/** A recorded walk without the receiver's noise. */
interface RecordedWalk {
  readonly line: readonly Position[];
  /** When the walker was at each position, in seconds from the first; never decreasing. */
  readonly timesS: readonly number[];
}

/** More positions are thinned evenly: a day's walk then still has one each 9 s. */
const POINTS_MAX = 10_000;
/** Faster than any bicycle. */
const SPIKE_MPS = 15;

/**
 * Reconstructs the walk of a recorded track: its pace and pauses from its times, its path without noise. Yields.
 *
 * @returns null for a line without times, for example a planned route
 */
export function* readRecordedWalk(
  line: readonly Position[],
  timesMs: readonly (number | null)[],
): Generator<void, RecordedWalk | null> {
  const [first] = line;
  if (first === undefined) return null;
  const origin = { lng: first[0], lat: first[1] };
  const stride = Math.ceil(line.length / POINTS_MAX);
  const isSampled = (index: number): boolean => index % stride === 0 || index === line.length - 1;
  const spots = line.filter((_, index) => isSampled(index)).map(([lng, lat]) => offsetM(origin, { lng, lat }));
  const sampledMs = timesMs.filter((_, index) => isSampled(index));
  const points = cutSpikes(spots, sampledMs);
  const timesS = readTimes(points, sampledMs);
  if (timesS === null) return null;
  const smoothed = (yield* smoothTrack(points, timesS)).map((point): Position => {
    const { lng, lat } = moveBy(origin, point);
    return [lng, lat];
  });
  return { line: smoothed, timesS };
}

/** Moves a single position that nobody could reach and leave in time half-way between its neighbours. */
function cutSpikes(points: readonly PlanePoint[], timesMs: readonly (number | null)[]): PlanePoint[] {
  const isTooFar = (from: number, to: number): boolean => {
    const [fromMs, toMs, start, end] = [timesMs[from], timesMs[to], points[from], points[to]];
    if (fromMs == null || toMs == null || start === undefined || end === undefined) return false;
    return Math.hypot(end[0] - start[0], end[1] - start[1]) > (SPIKE_MPS * Math.abs(toMs - fromMs)) / 1000;
  };
  return points.map((point, index) => {
    const [before, after] = [points[index - 1], points[index + 1]];
    if (before === undefined || after === undefined) return point;
    const isSpike = isTooFar(index - 1, index) && isTooFar(index, index + 1) && !isTooFar(index - 1, index + 1);
    return isSpike ? [(before[0] + after[0]) / 2, (before[1] + after[1]) / 2] : point;
  });
}

/** Assumed walking speed on a stretch without times: that of most walkers. */
const WALKED_MPS = 1.3;
/** A longer time without a position is no pause of the walk: the recording was switched off meanwhile. */
const PAUSE_MAX_S = 3600;
/** A longer recording is no walk: somebody forgot it, or its clock was wrong. */
const RECORDING_MAX_S = 24 * 3600;

/**
 * Returns when a recorded walker was at each point, in seconds from the first; never decreasing. Uses the longest
 * increasing sequence of times, and distances between them. A gap of an hour is crossed at a walker's speed.
 *
 * @param timesMs as in the file: some missing, repeated, or going back
 * @returns null if they are useless: fewer than two that differ, or more than a day
 */
export function readTimes(points: readonly PlanePoint[], timesMs: readonly (number | null)[]): number[] | null {
  const believed = longestIncrease(timesMs);
  if (believed.length < 2) return null;
  const alongsM = alongs(points);
  const timesS: number[] = [];
  let atS = 0;
  let last: { readonly index: number; readonly timeMs: number } | null = null;
  for (const { index, timeMs } of believed) {
    const [fromIndex, fromS] = [last?.index ?? 0, atS];
    const distanceM = (alongsM[index] ?? 0) - (alongsM[fromIndex] ?? 0);
    const gapS = last === null ? Infinity : (timeMs - last.timeMs) / 1000;
    const walkedS = distanceM / WALKED_MPS;
    atS += gapS > PAUSE_MAX_S ? walkedS : gapS;
    for (let between = timesS.length; between <= index; between += 1) {
      const share = distanceM === 0 ? 1 : ((alongsM[between] ?? 0) - (alongsM[fromIndex] ?? 0)) / distanceM;
      timesS.push(fromS + share * (atS - fromS));
    }
    last = { index, timeMs };
  }
  const endM = alongsM[timesS.length - 1] ?? 0;
  for (let after = timesS.length; after < points.length; after += 1) {
    timesS.push(atS + ((alongsM[after] ?? 0) - endM) / WALKED_MPS);
  }
  return (timesS.at(-1) ?? 0) > RECORDING_MAX_S ? null : timesS;
}

interface Timed {
  readonly index: number;
  readonly timeMs: number;
}

/**
 * Returns the longest strictly increasing subsequence, by patience sorting: C. Schensted, 'Longest increasing and
 * decreasing subsequences', Canadian Journal of Mathematics 13, 1961.
 */
function longestIncrease(timesMs: readonly (number | null)[]): Timed[] {
  interface Link extends Timed {
    readonly before: Link | null;
  }
  /** For each length, the chain that ends with the earliest time. */
  const ends: Link[] = [];
  for (const [index, timeMs] of timesMs.entries()) {
    if (timeMs === null) continue;
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if ((ends[middle]?.timeMs ?? Infinity) < timeMs) low = middle + 1;
      else high = middle;
    }
    // Of equal times the first counts.
    if (ends[low]?.timeMs !== timeMs) ends[low] = { index, timeMs, before: ends[low - 1] ?? null };
  }
  const chain: Timed[] = [];
  for (let link = ends.at(-1) ?? null; link !== null; link = link.before) chain.push(link);
  return chain.reverse();
}

function alongs(points: readonly PlanePoint[]): number[] {
  let alongM = 0;
  return points.map(([eastM, northM], index) => {
    const [lastEastM, lastNorthM] = points[index - 1] ?? [eastM, northM];
    alongM += Math.hypot(eastM - lastEastM, northM - lastNorthM);
    return alongM;
  });
}
