import * as z from 'zod/mini';
import type { Geometry, Position } from './geo.ts';
import { POLYGON_POSITIONS_MAX } from './limits.ts';
import { NewGeometry } from './new-geometry.ts';

/** Longest accepted text: the largest polygon, with all digits of a double. */
const WKT_LENGTH_MAX = POLYGON_POSITIONS_MAX * 50;

const EXPECTED = 'Expected well-known text of a shape in two dimensions, POINT (lng lat) or POLYGON ((lng lat, ...))';

/** No two adjacent groups of digits, so that the match takes linear time. */
const NUMBER = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?$/i;

/**
 * Parses well-known text (OGC 06-103r4), POINT and POLYGON in two dimensions only, to GeoJSON, and validates it with
 * {@link NewGeometry}.
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
  NewGeometry,
);

/** Formats a shape as well-known text, `POINT (lng lat)`. */
export function formatWkt(geometry: Geometry): string {
  if (geometry.type === 'Point') return `POINT (${formatPosition(geometry.coordinates)})`;
  return `POLYGON (${geometry.coordinates.map((ring) => `(${ring.map(formatPosition).join(', ')})`).join(', ')})`;
}

function formatPosition([lng, lat]: Position): string {
  return `${lng} ${lat}`;
}

/** Parses to unvalidated GeoJSON; null unless the text is a POINT or a POLYGON. */
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

/** Returns null, which the schema rejects, unless the text is two numbers. */
function parsePosition(text: string): number[] | null {
  const numbers = text.trim().split(/\s+/);
  return numbers.length === 2 && numbers.every((number) => NUMBER.test(number)) ? numbers.map(Number) : null;
}
