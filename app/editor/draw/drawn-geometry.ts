import { Geometry, Position } from '../../../contracts/geo.ts';
import { wrapLng, wrapRings } from '../../../contracts/rings.ts';
import { editorStrings } from '../editor-words.ts';

/** Limit for moved shapes: the map's projection ends just beyond it. */
const DRAW_LAT_MAX_DEG = 85;
/** Decimals of a drawn position: the seventh is a centimetre. */
const DRAWN_DECIMALS = 7;
/** Nobody draws a longer edge: between two clicks, the map was panned around the earth. */
const DRAWN_EDGE_MAX_DEG = 270;

/** A feature of the drawing layer, not validated. */
export interface DrawnFeature {
  readonly id?: string | number | undefined;
  readonly geometry: { readonly type: string; readonly coordinates: unknown } | null;
}

/** A drawn shape can't be a place. The message is in the specification's words. */
export class DrawnGeometryError extends Error {
  override readonly name = 'DrawnGeometryError';
}

/**
 * Returns the features of a GeoJSON FeatureCollection.
 *
 * @throws {DrawnGeometryError} 'Invalid FeatureCollection'.
 */
export function readCollection(collection: unknown): readonly DrawnFeature[] {
  const { type, features } = (collection ?? {}) as { readonly type?: unknown; readonly features?: unknown };
  if (type !== 'FeatureCollection' || !Array.isArray(features)) {
    throw new DrawnGeometryError(editorStrings.invalidCollection);
  }
  return features;
}

/**
 * Reads a drawn feature, with longitudes from -180 to 180, rounded to a centimetre.
 *
 * @throws {DrawnGeometryError} 'Invalid geometry: null'; 'Invalid geometry type: ...' for other types than
 * POINT and POLYGON; 'Invalid geometry: ...' for an invalid one.
 */
export function readDrawn({ geometry }: DrawnFeature): Geometry {
  const words = editorStrings;
  if (geometry === null) throw new DrawnGeometryError(words.invalidNull);
  if (geometry.type !== 'Point' && geometry.type !== 'Polygon') {
    throw new DrawnGeometryError(words.invalidType(geometry.type));
  }
  const read = Geometry.safeParse(normalise(geometry));
  if (read.success) return read.data;
  throw new DrawnGeometryError(words.invalidShape(read.error.issues[0]?.message ?? ''));
}

/** Returns the positions of a drawn line; null for other shapes. */
export function readLine({ geometry }: DrawnFeature): Position[] | null {
  if (geometry?.type !== 'LineString') return null;
  const { coordinates } = normalise(geometry);
  if (!Array.isArray(coordinates)) return null;
  return coordinates.flatMap((position) => {
    const read = Position.safeParse(position);
    return read.success ? [read.data] : [];
  });
}

/** Returns the zone that a line would enclose if it were closed; null for too few vertices. */
export function closeLine(line: readonly Position[]): Geometry | null {
  const read = Geometry.safeParse({ type: 'Polygon', coordinates: [[...line, line[0]]] });
  return read.success ? read.data : null;
}

/** Clamps a latitude to the map's range. */
export function clampLat(lat: number): number {
  return Math.max(-DRAW_LAT_MAX_DEG, Math.min(DRAW_LAT_MAX_DEG, lat));
}

/** Rounds a drawn position. Its longitude may be beyond ±180. */
export function roundPosition([lng, lat]: Position): Position {
  return [roundDegrees(lng), roundDegrees(clampLat(lat))];
}

function roundDegrees(degrees: number): number {
  const factor = 10 ** DRAWN_DECIMALS;
  return Math.round(degrees * factor) / factor;
}

/** Rounds all positions and wraps their longitudes, which exceed 180 degrees on a map panned around the world. */
function normalise({
  type,
  coordinates,
}: NonNullable<DrawnFeature['geometry']>): NonNullable<DrawnFeature['geometry']> {
  if (type === 'Polygon' && Array.isArray(coordinates) && coordinates.every(isRing)) {
    return { type, coordinates: coordinates.map(wrapDrawn) };
  }
  const move = (value: unknown): unknown => {
    if (isPosition(value)) return roundTo(wrapLng(value[0]), value[1]);
    return Array.isArray(value) ? value.map(move) : value;
  };
  return { type, coordinates: move(coordinates) };
}

function isRing(value: unknown): value is Position[] {
  return Array.isArray(value) && value.every(isPosition);
}

function isPosition(value: unknown): value is Position {
  return Array.isArray(value) && typeof value[0] === 'number' && typeof value[1] === 'number';
}

/** Wraps a ring that was drawn continuously or around a pole. */
function wrapDrawn(ring: readonly Position[]): Position[] {
  let turn = 0;
  const followed = ring.map(([lng, lat], index): Position => {
    const delta = lng - (ring[index - 1]?.[0] ?? lng);
    // Exactly once around the earth is intended: nobody would click at the same spot again.
    if (Math.abs(delta) > DRAWN_EDGE_MAX_DEG && Math.abs(delta) !== 360) turn -= 360 * Math.round(delta / 360);
    return roundTo(lng + turn, lat);
  });
  if (turn === 0) return wrapRings([followed])[0] ?? [];
  return ring.map(([lng, lat]) => roundTo(wrapLng(lng), lat));
}

function roundTo(lng: number, lat: number): Position {
  return [roundDegrees(lng), roundDegrees(lat)];
}
