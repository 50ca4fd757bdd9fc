import type { Geometry, Position } from '../../../contracts/geo.ts';

/** Metres of a degree where it is shortest: of latitude at the equator. A margin made of it is never too narrow. */
const DEGREE_M = 110_574;
/** Where Web Mercator, which tiles are cut in, ends. */
const LATITUDE_MAX = 85.0511;

/** A rectangle of tiles of one zoom. `right` and `bottom` belong to it; y grows southwards. */
export interface TileBox {
  readonly zoom: number;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/**
 * The smallest box of tiles that holds these shapes and `marginM` metres around them. A box across the 180th meridian goes
 * around the world the long way.
 *
 * @param shapes at least one
 */
export function boxAround(shapes: readonly Geometry[], marginM: number, zoom: number): TileBox {
  const positions = shapes.flatMap(positionsOf);
  const lngs = positions.map(([lng]) => lng);
  const lats = positions.map(([, lat]) => lat);
  const [west, east] = [least(lngs), -least(lngs.map((lng) => -lng))];
  const [south, north] = [least(lats), -least(lats.map((lat) => -lat))];
  const marginLat = marginM / DEGREE_M;
  // Where a degree of longitude is shortest.
  const poleward = Math.min(Math.max(Math.abs(south), Math.abs(north)) + marginLat, LATITUDE_MAX);
  const marginLng = marginLat / Math.cos((poleward * Math.PI) / 180);
  return {
    zoom,
    left: columnOf(west - marginLng, zoom),
    right: columnOf(east + marginLng, zoom),
    top: rowOf(north + marginLat, zoom),
    bottom: rowOf(south - marginLat, zoom),
  };
}

/** The tiles of a zoom at or above the box's own that cover it. */
export function boxAtZoom({ zoom, left, top, right, bottom }: TileBox, above: number): TileBox {
  const up = (index: number): number => Math.floor(index / 2 ** (zoom - above));
  return { zoom: above, left: up(left), top: up(top), right: up(right), bottom: up(bottom) };
}

/** How many tiles a box has. */
export function countTiles({ left, top, right, bottom }: TileBox): number {
  return (right - left + 1) * (bottom - top + 1);
}

/** West, south, east and north of a box, in degrees. */
export function boundsOf({ zoom, left, top, right, bottom }: TileBox): [number, number, number, number] {
  return [lngOf(left, zoom), latOf(bottom + 1, zoom), lngOf(right + 1, zoom), latOf(top, zoom)];
}

function positionsOf(shape: Geometry): readonly Position[] {
  return shape.type === 'Point' ? [shape.coordinates] : shape.coordinates.flat();
}

/** `Math.min` of an array, which may be longer than a call's arguments may be. */
function least(values: readonly number[]): number {
  return values.reduce((lowest, value) => Math.min(lowest, value), Number.POSITIVE_INFINITY);
}

function columnOf(lng: number, zoom: number): number {
  return within(((lng + 180) / 360) * 2 ** zoom, zoom);
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
