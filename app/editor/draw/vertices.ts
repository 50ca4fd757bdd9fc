import type { Geometry, Position } from '../../../contracts/geo.ts';
import { unwrapRings, wrapLng, wrapRings } from '../../../contracts/rings.ts';
import { roundPosition } from './drawn-geometry.ts';

/** Fewest vertices of a drawn zone; one with fewer is discarded. */
export const DRAWN_ZONE_VERTICES_MIN = 3;

/** One vertex of a shape. */
export interface Vertex {
  /** Draw's path of the vertex, 'ring.index'; empty for a point. */
  readonly path: string;
  readonly position: Position;
}

/**
 * Lists all vertices in order, continuous across the antimeridian, as on the drawing layer. The last position of a ring
 * repeats its first, and is left out.
 */
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
