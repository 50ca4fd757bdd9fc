import * as z from 'zod/mini';
import { countPositions, Geometry, type Polygon, type Position } from './geo.ts';
import { POLYGON_POSITIONS_MAX, ZONE_WIDTH_MIN_M } from './limits.ts';
import { boxOfShape, wrapRings } from './rings.ts';
import { findZoneMiddle } from './zone-middle.ts';

/**
 * Returns why a polygon is no valid zone: `flat`, because nobody can stand in it; `endless`, because a ring goes around
 * the earth more than once; null if it is valid. The server and the drawing tool both use this.
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
 * The shape of a place as sent: validated as {@link Geometry}, drawable, and large enough to stand in. Longitudes of
 * zones may be beyond ±180 and are wrapped; consecutive duplicate positions are dropped.
 */
export const NewGeometry = z.pipe(Tidied, Geometry).check(({ value, issues }) => {
  // Invalid shapes already have their issues.
  if (issues.length > 0 || value.type === 'Point') return;
  const message = isEndless(value)
    ? 'Expected rings that go around the earth once at most'
    : faultOfWidth(widthOf(value));
  if (message !== null) issues.push({ code: 'custom', message, input: value });
});

function isEndless(shape: Polygon): boolean {
  const box = boxOfShape(shape);
  // Wrapped longitudes differ by less than this from the given ones.
  return box !== null && box[2] - box[0] > 360 + 1e-6;
}

/** Returns twice the clearance of its middle in metres, or of some point inside if that is enough to stand in. */
function widthOf({ coordinates }: Polygon): number {
  return 2 * findZoneMiddle(coordinates, ZONE_WIDTH_MIN_M / 2).clearanceM;
}

function faultOfWidth(widthM: number): string | null {
  const widest = Number(widthM.toPrecision(2));
  return widthM < ZONE_WIDTH_MIN_M
    ? `Expected a zone to stand in, ${ZONE_WIDTH_MIN_M} m wide, got one that is ${widest} m wide at most`
    : null;
}

/** Cleans up a shape of unknown type, and returns an invalid shape unchanged for the schema to report. */
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
  // Both positions are the same even if one is at 180 and the other at -180.
  const isClosed = first !== undefined && last !== undefined && first[1] === last[1] && isTurn(first[0] - last[0]);
  const closed = isClosed ? [...wrapped.slice(0, -1), first] : wrapped;
  const once = closed.filter((to, index) => {
    const from = closed[index - 1];
    return from === undefined || from[0] !== to[0] || from[1] !== to[1];
  });
  // A ring that shrinks to one point has too few positions for the schema, which would then report their number.
  return once.length < 4 ? closed : once;
}

/**
 * Wraps a ring beyond ±180, from a map panned around the world. One wider than half the earth is a mistake, and stays.
 */
function wrapRing(ring: readonly Position[]): readonly Position[] {
  let [west, east] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const [lng] of ring) [west, east] = [Math.min(west, lng), Math.max(east, lng)];
  if ((west >= -180 && east <= 180) || east - west > 180) return ring;
  return wrapRings([ring])[0] ?? ring;
}

function isTurn(lngDelta: number): boolean {
  return Math.abs(lngDelta) === 360;
}
