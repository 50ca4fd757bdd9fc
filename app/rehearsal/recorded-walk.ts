import type { Position } from '../../contracts/geo.ts';
import { moveBy, offsetM } from '../position/metres.ts';
import { readTimes } from './recorded-times.ts';
import { smoothTrack } from './smooth-track.ts';
import type { Spot } from './street.ts';

/** A recorded walk without the receiver's noise. */
export interface RecordedWalk {
  readonly line: readonly Position[];
  /** When the walker was at each position, in seconds from the first; never decreasing. */
  readonly timesS: readonly number[];
}

/** More positions are thinned evenly: a day's walk then still has one each 9 s. */
const POINTS_MAX = 10_000;
/** Faster than any bicycle. */
const SPIKE_MPS = 15;

/**
 * Reconstructs the walk of a recorded track: its pace and pauses from its times, its path without noise. Yields
 * meanwhile.
 *
 * @param timesMs when each position was recorded, null if unknown
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
  const isKept = (index: number): boolean => index % stride === 0 || index === line.length - 1;
  const keptSpots = line.filter((_, index) => isKept(index)).map(([lng, lat]) => offsetM(origin, { lng, lat }));
  const keptTimesMs = timesMs.filter((_, index) => isKept(index));
  const spots = cutSpikes(keptSpots, keptTimesMs);
  const timesS = readTimes(spots, keptTimesMs);
  if (timesS === null) return null;
  const smoothed = (yield* smoothTrack(spots, timesS)).map((spot): Position => {
    const { lng, lat } = moveBy(origin, spot);
    return [lng, lat];
  });
  return { line: smoothed, timesS };
}

/** Moves a single position that nobody could reach and leave in time half-way between its neighbours. */
function cutSpikes(spots: readonly Spot[], timesMs: readonly (number | null)[]): Spot[] {
  const isTooFar = (from: number, to: number): boolean => {
    const [fromMs, toMs, start, end] = [timesMs[from], timesMs[to], spots[from], spots[to]];
    if (fromMs == null || toMs == null || start === undefined || end === undefined) return false;
    return Math.hypot(end[0] - start[0], end[1] - start[1]) > (SPIKE_MPS * Math.abs(toMs - fromMs)) / 1000;
  };
  return spots.map((spot, index) => {
    const [before, after] = [spots[index - 1], spots[index + 1]];
    if (before === undefined || after === undefined) return spot;
    const isSpike = isTooFar(index - 1, index) && isTooFar(index, index + 1) && !isTooFar(index - 1, index + 1);
    return isSpike ? [(before[0] + after[0]) / 2, (before[1] + after[1]) / 2] : spot;
  });
}
