import * as z from 'zod/mini';
import { Geometry, type Position } from './geo.ts';
import { POLYGON_POSITIONS_MAX } from './limits.ts';

/** Longest text read: as many positions as a polygon may have, each of two numbers with all the digits of a double. */
const WKT_LENGTH_MAX = POLYGON_POSITIONS_MAX * 50;

const EXPECTED = 'Expected well-known text of a shape in two dimensions, POINT (lng lat) or POLYGON ((lng lat, ...))';

/** Two runs of digits never meet without something between them, so that no text takes more than linear time. */
const NUMBER = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?$/i;

/**
 * A shape as well-known text (OGC 06-103r4), POINT and POLYGON in two dimensions only, read into GeoJSON. What the
 * schema of shapes refuses (an open ring, a latitude of 91) is refused here as well.
 */
export const Wkt = z.pipe(
  z.pipe(
    z.string().check(z.maxLength(WKT_LENGTH_MAX, { abort: true })),
    z.transform((text, context) => {
      const shape = parseWkt(text);
      if (shape !== null) return shape;
      context.issues.push({ code: 'custom', message: EXPECTED, input: text });
      return z.NEVER;
    }),
  ),
  Geometry,
);

/** Writes a shape as well-known text, `POINT (lng lat)`. */
export function printWkt(geometry: Geometry): string {
  if (geometry.type === 'Point') return `POINT (${printPosition(geometry.coordinates)})`;
  return `POLYGON (${geometry.coordinates.map((ring) => `(${ring.map(printPosition).join(', ')})`).join(', ')})`;
}

function printPosition([lng, lat]: Position): string {
  return `${lng} ${lat}`;
}

/** GeoJSON that the schema of shapes then judges; null for a text that is no POINT and no POLYGON. */
function parseWkt(text: string): unknown {
  const [, kind, inner] = /^(POINT|POLYGON)\s*\((.*)\)$/is.exec(text.trim()) ?? [];
  if (kind === undefined || inner === undefined) return null;
  if (kind.toUpperCase() === 'POINT') return { type: 'Point', coordinates: parsePosition(inner) };
  const rings = inner.trim();
  if (!rings.startsWith('(') || !rings.endsWith(')')) return null;
  return {
    type: 'Polygon',
    coordinates: rings
      .slice(1, -1)
      .split(/\)\s*,\s*\(/)
      .map(parseRing),
  };
}

function parseRing(text: string): unknown[] {
  return text.split(',').map(parsePosition);
}

/** Null, which no schema takes for a position, where the text is no two numbers. */
function parsePosition(text: string): number[] | null {
  const numbers = text.trim().split(/\s+/);
  return numbers.length === 2 && numbers.every((number) => NUMBER.test(number)) ? numbers.map(Number) : null;
}
