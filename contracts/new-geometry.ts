import * as z from 'zod/mini';
import { countPositions, Geometry, type Polygon, type Position } from './geo.ts';
import { POLYGON_POSITIONS_MAX, ZONE_WIDTH_MIN_M } from './limits.ts';
import { boxOfShape, wrapRings } from './rings.ts';
import { findZoneMiddle } from './zone-middle.ts';

/**
 * Why a polygon is no zone: `flat`, because nobody can stand in it; `endless`, because a ring goes around the earth more than
 * once; null where it is one. The server and the drawing both ask this.
 */
export function zoneFault(shape: Geometry): 'flat' | 'endless' | null {
  if (shape.type === 'Point') return null;
  if (isEndless(shape)) return 'endless';
  return widthOf(shape) < ZONE_WIDTH_MIN_M ? 'flat' : null;
}

/** A shape before it is parsed. */
type SentGeometry = z.input<typeof Geometry>;
const Tidied = z.pipe(z.custom<SentGeometry>(), z.transform(tidy));

/**
 * The shape of a place as it is sent: validated as {@link Geometry}, and such that it can be drawn and stood in. The longitudes of
 * zones may be beyond ±180 and are turned back; positions that stand twice in a row are dropped.
 */
export const NewGeometry = z.pipe(Tidied, Geometry).check(({ value, issues }) => {
  // What is no shape has been told already.
  if (issues.length > 0 || value.type === 'Point') return;
  const message = isEndless(value)
    ? 'Expected rings that go around the earth once at most'
    : faultOfWidth(widthOf(value));
  if (message !== null) issues.push({ code: 'custom', message, input: value });
});

function isEndless(shape: Polygon): boolean {
  const box = boxOfShape(shape);
  // Turned longitudes differ by less than this from what was given.
  return box !== null && box[2] - box[0] > 360 + 1e-6;
}

/** Twice the clearance of its middle, in metres; of some point in it where that is enough to stand in. */
function widthOf({ coordinates }: Polygon): number {
  return 2 * findZoneMiddle(coordinates, ZONE_WIDTH_MIN_M / 2).clearanceM;
}

function faultOfWidth(widthM: number): string | null {
  const widest = Number(widthM.toPrecision(2));
  return widthM < ZONE_WIDTH_MIN_M
    ? `Expected a zone to stand in, ${ZONE_WIDTH_MIN_M} m wide, got one that is ${widest} m wide at most`
    : null;
}

/** Believes nothing, and leaves as it is what is no shape: the schema says so then. */
function tidy(shape: SentGeometry): SentGeometry {
  const { type, coordinates } = (shape ?? {}) as { readonly type?: unknown; readonly coordinates?: unknown };
  if (!Array.isArray(coordinates)) return shape;
  if (type !== 'Polygon' || countPositions(coordinates) > POLYGON_POSITIONS_MAX) return shape;
  const rings = coordinates.map((ring: unknown) => (Array.isArray(ring) && ring.every(isPosition) ? ring : null));
  return rings.includes(null) ? shape : { type, coordinates: rings.map((ring) => tidyRing(ring ?? [])) };
}

function isPosition(value: unknown): value is Position {
  return Array.isArray(value) && Number.isFinite(value[0]) && Number.isFinite(value[1]);
}

function tidyRing(ring: readonly Position[]): readonly Position[] {
  const wrapped = wrapRing(ring);
  const [first, last] = [wrapped[0], wrapped.at(-1)];
  // The same place, as both ±180 may be meant.
  const isClosed = first !== undefined && last !== undefined && first[1] === last[1] && isTurn(first[0] - last[0]);
  const closed = isClosed ? [...wrapped.slice(0, -1), first] : wrapped;
  const once = closed.filter((to, index) => {
    const from = closed[index - 1];
    return from === undefined || from[0] !== to[0] || from[1] !== to[1];
  });
  // What is left of a ring at one point has too little for the schema, which would speak of a number of positions then.
  return once.length < 4 ? closed : once;
}

/** A map that was panned around the world gives rings beyond ±180. One wider than half the earth is a slip, and left to be refused. */
function wrapRing(ring: readonly Position[]): readonly Position[] {
  let [west, east] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const [lng] of ring) [west, east] = [Math.min(west, lng), Math.max(east, lng)];
  if ((west >= -180 && east <= 180) || east - west > 180) return ring;
  return wrapRings([ring])[0] ?? ring;
}

function isTurn(lngDelta: number): boolean {
  return Math.abs(lngDelta) === 360;
}
