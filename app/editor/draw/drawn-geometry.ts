import { Geometry, Position } from '../../../contracts/geo.ts';
import { unwrapRings, wrapLng, wrapRings } from '../../../contracts/rings.ts';

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

/** Why a drawn shape can't be a place. */
export type DrawnFault =
  | { readonly why: 'no-geometry' }
  | { readonly why: 'wrong-type'; readonly type: string }
  | { readonly why: 'invalid' };

/** A drawn shape can't be a place, for the reason `fault`. */
export class DrawnGeometryError extends Error {
  override readonly name = 'DrawnGeometryError';
  readonly fault: DrawnFault;

  constructor(fault: DrawnFault) {
    super(fault.why);
    this.fault = fault;
  }
}

/** Returns the features of a GeoJSON FeatureCollection. @throws {Error} 'Invalid FeatureCollection' */
export function readCollection(collection: unknown): readonly DrawnFeature[] {
  const { type, features } = (collection ?? {}) as { readonly type?: unknown; readonly features?: unknown };
  if (type !== 'FeatureCollection' || !Array.isArray(features)) {
    throw new Error('Invalid FeatureCollection');
  }
  return features;
}

/** Reads a drawn feature, with longitudes from -180 to 180, rounded to a centimetre. @throws {DrawnGeometryError} */
export function readDrawn({ geometry }: DrawnFeature): Geometry {
  if (geometry === null) throw new DrawnGeometryError({ why: 'no-geometry' });
  if (geometry.type !== 'Point' && geometry.type !== 'Polygon') {
    throw new DrawnGeometryError({ why: 'wrong-type', type: geometry.type });
  }
  const read = Geometry.safeParse(normalise(geometry));
  if (read.success) return read.data;
  throw new DrawnGeometryError({ why: 'invalid' });
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
function normalise({ type, coordinates }: NonNullable<DrawnFeature['geometry']>): DrawnFeature['geometry'] & {} {
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

/** Fewest vertices of a drawn zone; one with fewer is discarded. */
export const DRAWN_ZONE_VERTICES_MIN = 3;

/** One vertex of a shape. */
interface Vertex {
  /** Draw's path of the vertex, 'ring.index'; empty for a point. */
  readonly path: string;
  readonly position: Position;
}

/** Lists all vertices in order, each once, continuous across the antimeridian, as on the drawing layer. */
export function listVertices(geometry: Geometry): Vertex[] {
  if (geometry.type === 'Point') return [{ path: '', position: geometry.coordinates }];
  return unwrapRings(geometry.coordinates).flatMap((ring, at) =>
    ring.slice(0, -1).map((position, index) => ({ path: `${at}.${index}`, position })),
  );
}

/** Returns the index of the vertex `by` steps further, wrapping around. */
export function stepVertex(index: number, by: number, count: number): number {
  return count === 0 ? 0 : (((index + by) % count) + count) % count;
}

/** Returns a copy with one vertex moved. */
export function moveVertex(geometry: Geometry, path: string, to: Position): Geometry {
  const position = roundPosition(to);
  if (geometry.type === 'Point') return { type: 'Point', coordinates: [wrapLng(position[0]), position[1]] };
  return changeRing(geometry, path, (open, index) => open.with(index, position));
}

/** Returns a copy with a new vertex half-way between this one and the next. */
export function insertAfter(geometry: Geometry, path: string): Geometry {
  if (geometry.type === 'Point') return geometry;
  return changeRing(geometry, path, (open, index) => {
    const from = open[index];
    const to = open[stepVertex(index, 1, open.length)];
    if (from === undefined || to === undefined) return open;
    return open.toSpliced(index + 1, 0, roundPosition([(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]));
  });
}

/** Returns a copy without this vertex; null if its ring would have too few. */
export function removeVertex(geometry: Geometry, path: string): Geometry | null {
  if (geometry.type === 'Point') return null;
  const [ringAt] = parsePath(path);
  const count = (geometry.coordinates[ringAt]?.length ?? 0) - 1;
  if (count <= DRAWN_ZONE_VERTICES_MIN) return null;
  return changeRing(geometry, path, (open, index) => open.toSpliced(index, 1));
}

function changeRing(
  { coordinates }: Extract<Geometry, { type: 'Polygon' }>,
  path: string,
  change: (open: Position[], index: number) => Position[],
): Geometry {
  const [ringAt, index] = parsePath(path);
  const rings = unwrapRings(coordinates).map((ring, at) => {
    if (at !== ringAt || index >= ring.length - 1) return ring;
    const open = change(ring.slice(0, -1), index);
    const [first] = open;
    return first === undefined ? ring : [...open, first];
  });
  return { type: 'Polygon', coordinates: wrapRings(rings) };
}

function parsePath(path: string): readonly [ring: number, index: number] {
  const [ring = 0, index = 0] = path.split('.').map(Number);
  return [ring, index];
}
