import type { Position } from '../../contracts/geo.ts';
import type { GpxLine } from '../../contracts/imported-file.ts';
import { lngNear } from '../../contracts/rings.ts';

/** A point of a GPX file, as written there. */
export interface GpxPoint {
  /** Null if the file gives no position on earth. */
  readonly position: Position | null;
  /** When it was recorded, in ms since 1970; null if the file has no readable time. */
  timeMs: number | null;
  /** Number of its segment. */
  readonly segment: number;
}

/** Degrees as a number, with a sign, or with the side of the equator or of Greenwich. */
const DEGREES = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)°?([NSEW])?$/i;

/** Longest number: the time that the pattern takes grows with the square of its length. */
const NUMBER_LENGTH_MAX = 100;

type PlacedPoint = GpxPoint & { readonly position: Position };

/** Points farther apart than this, in degrees of latitude (50 km), are not two steps of one walk. */
const LEAP_DEG = 0.45;
/** Points that are scattered over more regions than this are not a walk with a few wrong points. */
const GROUPS_MAX = 16;

/** A track without its wrong points. */
export interface Way {
  readonly points: readonly PlacedPoint[];
  readonly leftOut: GpxLine['leftOut'];
}

/**
 * Removes the points at which nobody can have been: receivers without a fix write such points, alone or in a row. These
 * are points without a position, and those a leap away from most others; if no region has most of them, all stay.
 * The longitudes don't jump at the antimeridian: they continue beyond ±180.
 */
export function findWay(points: readonly GpxPoint[]): Way {
  const placed = points.filter((point): point is PlacedPoint => point.position !== null);
  const groups = groupByLeaps(placed).sort((one, other) => countSpots(other) - countSpots(one));
  const [most = placed, ...others] = groups;
  const isMost = countSpots(most) > others.reduce((sum, group) => sum + countSpots(group), 0);
  const retained = isMost ? most : placed;
  const count = points.length - retained.length;
  const known = new Set<GpxPoint>(count === 0 ? [] : retained);
  const first = points.findIndex((point) => !known.has(point)) + 1;
  return { points: unwrap(retained), leftOut: count === 0 ? null : { count, first } };
}

/** Makes a line of points, without their wrong ones. It may have fewer than two positions. @param name as written in the file */
export function toLine(name: string, points: readonly GpxPoint[]): GpxLine {
  const { points: way, leftOut } = findWay(points);
  const title = name.replace(/\s+/g, ' ').trim();
  return {
    name: title === '' ? null : title,
    line: way.map(({ position }) => position),
    timesMs: way.map(({ timeMs }) => timeMs),
    segments: new Set(way.map(({ segment }) => segment)).size,
    leftOut,
  };
}

/** Groups points by region, in their order; returns an empty list if there are too many regions. */
function groupByLeaps(points: readonly PlacedPoint[]): PlacedPoint[][] {
  const groups: PlacedPoint[][] = [];
  let current: PlacedPoint[] = [];
  for (const point of points) {
    if (!isStep(current.at(-1), point)) {
      const known = groups.find((group) => isStep(group.at(-1), point));
      current = known ?? [];
      if (known === undefined && groups.push(current) > GROUPS_MAX) return [];
    }
    current.push(point);
  }
  return groups;
}

function isStep(from: PlacedPoint | undefined, to: PlacedPoint): boolean {
  if (from === undefined) return false;
  const [[fromLng, fromLat], [toLng, toLat]] = [from.position, to.position];
  const eastDeg = (lngNear(toLng, fromLng) - fromLng) * Math.cos((fromLat * Math.PI) / 180);
  return Math.hypot(eastDeg, toLat - fromLat) < LEAP_DEG;
}

/** Counts distinct positions, because a stuck receiver writes the same one many times. */
function countSpots(points: readonly PlacedPoint[]): number {
  return new Set(points.map(({ position }) => position.join())).size;
}

function unwrap(points: readonly PlacedPoint[]): PlacedPoint[] {
  let last: number | null = null;
  return points.map((point) => {
    const [lng, lat] = point.position;
    last = last === null ? lng : lngNear(lng, last);
    return last === lng ? point : { ...point, position: [last, lat] };
  });
}

/** Converts digits, signs and marks of other languages to plain ones. */
function plainNumber(text: string): string {
  return text
    .replace(/[\s\u061c\u200e\u200f]/g, '')
    .replace(/[\u2212\u2013\ufe63\uff0d]/g, '-')
    .replace(/[,\u066b]/g, '.')
    .replace(/\p{Nd}/gu, (digit) => String(digitOf(digit.codePointAt(0) ?? 0)));
}

/** Returns a digit's value: the digits of a script follow one another, and no other digit precedes its zero. */
function digitOf(code: number): number {
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
  return value;
}

/**
 * Reads the position from a point's attributes, in whatever language its decimals are written, with longitudes up to
 * 360. Null for a position that is not on earth, and for `0, 0`, which means that there was no fix.
 */
export function readPosition(lonText: string, latText: string): Position | null {
  const [lng, lat] = [readDegrees(lonText), readDegrees(latText)];
  if (lng === null || lat === null || Math.abs(lng) > 360 || Math.abs(lat) > 90 || (lng === 0 && lat === 0))
    return null;
  return [Math.abs(lng) > 180 ? lngNear(lng, 0) : lng, lat];
}

/** Reads degrees in whatever language they are written, also with the side of the equator or of Greenwich; null if unreadable. */
export function readDegrees(text: string): number | null {
  if (text.length > NUMBER_LENGTH_MAX) return null;
  const [, number, side] = DEGREES.exec(plainNumber(text)) ?? [];
  if (number === undefined) return null;
  return /[SW]/i.test(side ?? '') ? -Number(number) : Number(number);
}

/** Reads when a point was recorded, in ms since 1970; null if unreadable. */
export function readTime(text: string): number | null {
  const timeMs = Date.parse(text.trim());
  if (Number.isFinite(timeMs)) return timeMs;
  const plainMs = Date.parse(plainNumber(text));
  return Number.isFinite(plainMs) ? plainMs : null;
}
