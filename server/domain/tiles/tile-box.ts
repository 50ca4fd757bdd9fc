import type { LngLatBox } from '../../../contracts/rings.ts';

/** Metres of a degree where it is shortest (latitude at the equator), so that a margin is never too narrow. */
const DEGREE_M = 110_574;
/** The latitude at which Web Mercator, the projection of the tiles, ends. */
const LATITUDE_MAX = 85.0511;

/**
 * A rectangle of tiles of one zoom. `right` and `bottom` belong to it; y grows southwards. Across the antimeridian
 * `right` continues beyond the last column of the world: see {@link columnsOf}.
 */
export interface TileBox {
  readonly zoom: number;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Returns the smallest box of tiles that contains this box and `marginM` metres around it. */
export function boxAround([west, south, east, north]: LngLatBox, marginM: number, zoom: number): TileBox {
  const marginLat = marginM / DEGREE_M;
  // The latitude at which a degree of longitude is shortest.
  const poleward = Math.min(Math.max(Math.abs(south), Math.abs(north)) + marginLat, LATITUDE_MAX);
  const marginLng = marginLat / Math.cos((poleward * Math.PI) / 180);
  const rows = { top: rowOf(north + marginLat, zoom), bottom: rowOf(south - marginLat, zoom) };
  const [from, to] = [columnOf(west - marginLng, zoom), columnOf(east + marginLng, zoom)];
  const count = 2 ** zoom;
  if (to - from + 1 >= count) return { zoom, left: 0, right: count - 1, ...rows };
  const left = ((from % count) + count) % count;
  return { zoom, left, right: left + to - from, ...rows };
}

/** Returns the tiles that cover the box at a zoom at or above its own. */
export function boxAtZoom({ zoom, left, top, right, bottom }: TileBox, above: number): TileBox {
  const up = (index: number): number => Math.floor(index / 2 ** (zoom - above));
  const box = { zoom: above, left: up(left), top: up(top), right: up(right), bottom: up(bottom) };
  const count = 2 ** above;
  return box.right - box.left + 1 >= count ? { ...box, left: 0, right: count - 1 } : box;
}

/** Returns the columns of a box, from west to east. */
export function columnsOf({ zoom, left, right }: TileBox): number[] {
  return Array.from({ length: right - left + 1 }, (_, column) => (left + column) % 2 ** zoom);
}

/** Returns the number of tiles in a box. */
export function countTiles({ left, top, right, bottom }: TileBox): number {
  return (right - left + 1) * (bottom - top + 1);
}

/** Returns west, south, east and north of a box, in degrees; the east of a box across the antimeridian is above 180. */
export function boundsOf({ zoom, left, top, right, bottom }: TileBox): [number, number, number, number] {
  return [lngOf(left, zoom), latOf(bottom + 1, zoom), lngOf(right + 1, zoom), latOf(top, zoom)];
}

/** Returns a column that may lie beyond the world's own columns. */
function columnOf(lng: number, zoom: number): number {
  return Math.floor(((lng + 180) / 360) * 2 ** zoom);
}

function rowOf(lat: number, zoom: number): number {
  const limited = (Math.min(Math.max(lat, -LATITUDE_MAX), LATITUDE_MAX) * Math.PI) / 180;
  return within(((1 - Math.asinh(Math.tan(limited)) / Math.PI) / 2) * 2 ** zoom, zoom);
}

function within(index: number, zoom: number): number {
  return Math.min(Math.max(Math.floor(index), 0), 2 ** zoom - 1);
}

function lngOf(column: number, zoom: number): number {
  return (column / 2 ** zoom) * 360 - 180;
}

function latOf(row: number, zoom: number): number {
  return (Math.atan(Math.sinh(Math.PI * (1 - (2 * row) / 2 ** zoom))) * 180) / Math.PI;
}
