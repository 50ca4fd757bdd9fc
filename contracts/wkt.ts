import * as z from 'zod/mini';
import { Geometry, type Position } from './geo.ts';
import { POLYGON_POSITIONS_MAX } from './limits.ts';

/** Longest text read: as many positions as a polygon may have, each of two numbers with all the digits of a double. */
const WKT_LENGTH_MAX = POLYGON_POSITIONS_MAX * 50;

const NUMBER = String.raw`[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?`;
const POSITION = new RegExp(String.raw`^(${NUMBER})\s+(${NUMBER})$`);

/** A shape as well-known text (OGC 06-103r4), POINT and POLYGON only, read into GeoJSON. */
export const Wkt = z.pipe(
  z.pipe(z.string().check(z.maxLength(WKT_LENGTH_MAX, { abort: true })), z.transform(parseWkt)),
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
  const trimmed = text.trim();
  const [, kind, inner] = /^(POINT|POLYGON)\s*\(([\s\S]*)\)$/i.exec(trimmed) ?? [];
  if (kind === undefined || inner === undefined) return null;
  if (kind.toUpperCase() === 'POINT') return { type: 'Point', coordinates: parsePosition(inner) };
  return { type: 'Polygon', coordinates: parseRings(inner.trim()) };
}

function parseRings(text: string): unknown {
  if (!text.startsWith('(') || !text.endsWith(')')) return null;
  return text
    .slice(1, -1)
    .split(/\)\s*,\s*\(/)
    .map((ring) => ring.split(',').map(parsePosition));
}

function parsePosition(text: string): number[] | null {
  const [, lng, lat] = POSITION.exec(text.trim()) ?? [];
  return lng === undefined || lat === undefined ? null : [Number(lng), Number(lat)];
}
