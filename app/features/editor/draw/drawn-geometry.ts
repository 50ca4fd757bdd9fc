import { Geometry, type Position } from '../../../../contracts/geo.ts';
import { editorStrings } from '../../../words/editor.ts';

/** Shapes are moved no further north or south: the map's projection ends just beyond it. */
const DRAW_LAT_MAX_DEG = 85;
/** Decimals of a drawn position: the seventh is a centimetre. */
const DRAWN_DECIMALS = 7;

/** A feature as the drawing layer tells it. */
export interface DrawnFeature {
  readonly id?: string | number | undefined;
  readonly geometry: { readonly type: string; readonly coordinates: unknown } | null;
}

/** What was drawn can be no place. The message is the specification's, with what was got. */
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
 * The shape of a drawn feature, on the world's own copy of the map and to the centimetre.
 *
 * @throws {DrawnGeometryError} 'Invalid geometry: null'; 'Invalid geometry type: ...' for what is neither POINT nor
 * POLYGON; 'Invalid geometry: ...' for one of these that is broken.
 */
export function readDrawn({ geometry }: DrawnFeature): Geometry {
  const words = editorStrings;
  if (geometry === null) throw new DrawnGeometryError(words.invalidNull);
  if (geometry.type !== 'Point' && geometry.type !== 'Polygon') {
    throw new DrawnGeometryError(words.invalidType(geometry.type));
  }
  const read = Geometry.safeParse(tidy(geometry));
  if (read.success) return read.data;
  throw new DrawnGeometryError(words.invalidShape(read.error.issues[0]?.message ?? ''));
}

/** The zone inside a line that is closed; null where it has too few vertices for one. */
export function closeLine({ geometry }: DrawnFeature): Geometry | null {
  if (geometry?.type !== 'LineString' || !Array.isArray(geometry.coordinates)) return null;
  const coordinates: readonly unknown[] = geometry.coordinates;
  const read = Geometry.safeParse(tidy({ type: 'Polygon', coordinates: [[...coordinates, coordinates[0]]] }));
  return read.success ? read.data : null;
}

/** Latitude within what the map can show. */
export function clampLat(lat: number): number {
  return Math.max(-DRAW_LAT_MAX_DEG, Math.min(DRAW_LAT_MAX_DEG, lat));
}

/** A drawn position as it is stored. */
export function roundPosition([lng, lat]: Position): Position {
  return [roundDegrees(lng), roundDegrees(clampLat(lat))];
}

function roundDegrees(degrees: number): number {
  const factor = 10 ** DRAWN_DECIMALS;
  return Math.round(degrees * factor) / factor;
}

/** A map that was turned around the world counts on beyond 180 degrees. */
function tidy({ type, coordinates }: { readonly type: string; readonly coordinates: unknown }): unknown {
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
