import type { Position } from '../../../contracts/geo.ts';
import { lngNear, wrapLng } from '../../../contracts/rings.ts';
import { greatCircle } from '../../position/coordinates.ts';

/** Where a walker was at a time. */
export interface Fix {
  readonly atMs: number;
  readonly position: Position;
}

/** When a sound was recorded. */
export interface Span {
  readonly startMs: number;
  readonly durationS: number;
}

/** Whoever records stands still at first. Later a long recording may walk on. */
const STANDING_MS = 30_000;
/** Samples of that time, whose median is the place: single wrong fixes of the receiver don't count. */
const SAMPLES = 7;
/** A recording may begin this long before the track, or after it. */
const EDGE_MS = 120_000;
/** Without a fix for this long, and this far, nobody knows where the walker was. */
const [GAP_MAX_MS, GAP_MAX_M] = [300_000, 100];
/** All time zones are within this many hours of each other, for people who travel by day. */
const SHIFT_MAX_H = 14;
const HOUR_MS = 3_600_000;

/** Lists the fixes of a GPX file that have a time, in order. */
export function listFixes(
  lines: readonly { readonly line: readonly Position[]; readonly timesMs: readonly (number | null)[] }[],
): Fix[] {
  const fixes = lines.flatMap(({ line, timesMs }) =>
    line.flatMap((position, index) => {
      const atMs = timesMs[index] ?? null;
      return atMs === null ? [] : [{ atMs, position }];
    }),
  );
  return joinFixes(fixes);
}

/** Returns the fixes of all these lists, in order. */
export function joinFixes(...lists: readonly (readonly Fix[])[]): Fix[] {
  return lists.flat().sort((a, b) => a.atMs - b.atMs);
}

/** Returns where the walk was while a sound was recorded; null if it doesn't tell. */
export function placeOnWalk(fixes: readonly Fix[], { startMs, durationS }: Span): Position | null {
  const stepMs = Math.min(durationS * 1000, STANDING_MS) / (SAMPLES - 1);
  const spots = Array.from({ length: SAMPLES }, (_, index) => positionAt(fixes, startMs + index * stepMs));
  const known = spots.filter((spot) => spot !== null);
  const [first] = known;
  if (first === undefined || known.length <= SAMPLES / 2) return null;
  return [wrapLng(median(known.map(([lng]) => lngNear(lng, first[0])))), median(known.map(([, lat]) => lat))];
}

/** Returns a correction, whole hours from `shiftMs`, that puts more sounds on the walk; null if there is none. */
export function findShift(fixes: readonly Fix[], spans: readonly Span[], shiftMs: number): number | null {
  const countAt = (ms: number): number =>
    spans.filter(({ startMs }) => positionAt(fixes, startMs + ms) !== null).length;
  let best = { ms: shiftMs, count: countAt(shiftMs) };
  // Minutes that the person set stay: only the hours are tried.
  const minutesMs = shiftMs % HOUR_MS;
  // The smallest shift of equal ones.
  for (let hours = 0; hours <= SHIFT_MAX_H; hours += 1) {
    for (const ms of [minutesMs + hours * HOUR_MS, minutesMs - hours * HOUR_MS]) {
      const count = countAt(ms);
      if (count > best.count) best = { ms, count };
    }
  }
  return best.ms === shiftMs ? null : best.ms;
}

function positionAt(fixes: readonly Fix[], atMs: number): Position | null {
  // Binary search for the first fix at that time or later: a day's walk has thousands.
  let [low, high] = [0, fixes.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((fixes[middle]?.atMs ?? Infinity) >= atMs) high = middle;
    else low = middle + 1;
  }
  const [before, after] = [fixes[low - 1], fixes[low]];
  const end = [before, after].find((fix) => fix !== undefined && Math.abs(fix.atMs - atMs) <= EDGE_MS);
  if (before === undefined || after === undefined) return end?.position ?? null;
  const [[fromLng, fromLat], [lng, toLat]] = [before.position, after.position];
  const toLng = lngNear(lng, fromLng);
  const gapMs = after.atMs - before.atMs;
  const gap = greatCircle({ lng: fromLng, lat: fromLat }, { lng: toLng, lat: toLat });
  // The recording of the walk paused here, or another day's walk begins: nobody knows the way between.
  if (gapMs > GAP_MAX_MS && gap.distanceM > GAP_MAX_M) return end?.position ?? null;
  const share = (atMs - before.atMs) / gapMs;
  return [fromLng + share * (toLng - fromLng), fromLat + share * (toLat - fromLat)];
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
