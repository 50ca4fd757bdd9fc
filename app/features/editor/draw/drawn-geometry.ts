import { Geometry, Position } from '../../../../contracts/geo.ts';
import { editorStrings } from '../../../words/editor.ts';

/** Limit for moved shapes: the map's projection ends just beyond it. */
const DRAW_LAT_MAX_DEG = 85;
/** Decimals of a drawn position: the seventh is a centimetre. */
const DRAWN_DECIMALS = 7;

/** A feature of the drawing layer, not validated. */
export interface DrawnFeature {
  readonly id?: string | number | undefined;
  readonly geometry: { readonly type: string; readonly coordinates: unknown } | null;
}

/** A drawn shape can't be a place. The message is the specification's. */
export class DrawnGeometryError extends Error {
  override readonly name = 'DrawnGeometryError';
}

/**
 * The features of a GeoJSON FeatureCollection.
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
 * Reads a drawn feature, with longitudes of the world's first copy, rounded to a centimetre.
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

/** The positions of a drawn line; null for other shapes. */
export function readLine({ geometry }: DrawnFeature): Position[] | null {
  if (geometry?.type !== 'LineString') return null;
  const { coordinates } = normalise(geometry);
  if (!Array.isArray(coordinates)) return null;
  return coordinates.flatMap((position) => {
    const read = Position.safeParse(position);
    return read.success ? [read.data] : [];
  });
}

/** The zone that a line would enclose if it was closed; null for too few vertices. */
export function closeLine(line: readonly Position[]): Geometry | null {
  const read = Geometry.safeParse({ type: 'Polygon', coordinates: [[...line, line[0]]] });
  return read.success ? read.data : null;
}

/** Clamps a latitude to what the map can show. */
export function clampLat(lat: number): number {
  return Math.max(-DRAW_LAT_MAX_DEG, Math.min(DRAW_LAT_MAX_DEG, lat));
}

/** Rounds a drawn position as it is stored. */
export function roundPosition([lng, lat]: Position): Position {
  return [roundDegrees(lng), roundDegrees(clampLat(lat))];
}

function roundDegrees(degrees: number): number {
  const factor = 10 ** DRAWN_DECIMALS;
  return Math.round(degrees * factor) / factor;
}

/** Rounds all positions, and moves them back by whole turns: a map panned around the world counts beyond 180 degrees. */
function normalise({
  type,
  coordinates,
}: NonNullable<DrawnFeature['geometry']>): NonNullable<DrawnFeature['geometry']> {
  const first = firstPosition(coordinates);
  const turnsDeg = first === null ? 0 : Math.round(first[0] / 360) * 360;
  const move = (value: unknown): unknown => {
    if (!Array.isArray(value)) return value;
    const [lng, lat] = value;
    if (typeof lng !== 'number' || typeof lat !== 'number') return value.map(move);
    return [roundDegrees(lng - turnsDeg), roundDegrees(lat)];
  };
  return { type, coordinates: move(coordinates) };
}

function firstPosition(value: unknown): readonly [number, number] | null {
  if (!Array.isArray(value)) return null;
  const [lng, lat] = value;
  return typeof lng === 'number' && typeof lat === 'number' ? [lng, lat] : firstPosition(lng);
}
