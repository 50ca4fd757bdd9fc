import { unwrapRings } from '../contracts/rings.ts';
import type { ShapePack } from './kernels.ts';

const RADIANS_PER_DEGREE = Math.PI / 180;
const EQUATOR_RADIUS_M = 6_378_137;
const FLATTENING = 1 / 298.257223563;
const E2 = FLATTENING * (2 - FLATTENING);

/** Metres per degree at one position on the WGS 84 ellipsoid, and their change northward. */
export interface LocalScale {
  readonly lngM: number;
  readonly latM: number;
  /** Change of `lngM` per degree of latitude. */
  readonly lngSlopeM: number;
  /** Change of `latM` per degree of latitude. */
  readonly latSlopeM: number;
}

/** The scale at a latitude in degrees, from the curvature radii of parallel and meridian and their derivatives. */
export function scaleAt(lat: number): LocalScale {
  const sin = Math.sin(lat * RADIANS_PER_DEGREE);
  const cos = Math.cos(lat * RADIANS_PER_DEGREE);
  const w2 = 1 - E2 * sin * sin;
  const parallelM = (EQUATOR_RADIUS_M / Math.sqrt(w2)) * cos;
  const meridianM = (EQUATOR_RADIUS_M * (1 - E2)) / (w2 * Math.sqrt(w2));
  return {
    lngM: parallelM * RADIANS_PER_DEGREE,
    latM: meridianM * RADIANS_PER_DEGREE,
    lngSlopeM: -meridianM * sin * RADIANS_PER_DEGREE * RADIANS_PER_DEGREE,
    latSlopeM: ((3 * meridianM * E2 * sin * cos) / w2) * RADIANS_PER_DEGREE * RADIANS_PER_DEGREE,
  };
}

/** Words of a record (see `ShapePack`) before its ring ends. */
export const RECORD_HEAD_WORDS = 2;

/** A GeoJSON Point, or a Polygon with closed rings. */
export type ShapeSource =
  | { readonly type: 'Point'; readonly coordinates: readonly [number, number] }
  | { readonly type: 'Polygon'; readonly coordinates: readonly (readonly (readonly [number, number])[])[] };

/** Packs shapes into flat arrays, each unwrapped across the antimeridian: see `unwrapRings`. */
export function packShapes(shapes: readonly ShapeSource[]): ShapePack {
  const pieces = shapes.map(inOnePiece);
  const starts = new Uint32Array(pieces.length + 1);
  let words = 0;
  pieces.forEach((shape, index) => {
    words += wordsOf(shape);
    starts[index + 1] = words;
  });
  const pack = { records: new Float64Array(words), starts, boxes: new Float64Array(4 * pieces.length) };
  pieces.forEach((shape, index) => {
    if (shape.type === 'Point') packPoint(pack, index, shape.coordinates);
    else packPolygon(pack, index, shape.coordinates);
  });
  return pack;
}

function inOnePiece(shape: ShapeSource): ShapeSource {
  if (shape.type === 'Point') return shape;
  const rings = unwrapRings(shape.coordinates);
  return rings === shape.coordinates ? shape : { type: 'Polygon', coordinates: rings };
}

function wordsOf({ type, coordinates }: ShapeSource): number {
  if (type === 'Point') return RECORD_HEAD_WORDS + 2;
  let words = RECORD_HEAD_WORDS + coordinates.length;
  for (const ring of coordinates) words += 2 * ring.length;
  return words;
}

function packPoint({ records, starts, boxes }: ShapePack, index: number, position: readonly [number, number]): void {
  const start = starts[index] ?? 0;
  // Read by index, here and below, because destructuring the pair would cost more than all the rest.
  const lng = position[0];
  const lat = position[1];
  records[start + 1] = lng;
  records[start + 2] = lng;
  records[start + 3] = lat;
  boxes[4 * index] = lng;
  boxes[4 * index + 1] = lat;
  boxes[4 * index + 2] = lng;
  boxes[4 * index + 3] = lat;
}

function packPolygon(
  { records, starts, boxes }: ShapePack,
  index: number,
  rings: readonly (readonly (readonly [number, number])[])[],
): void {
  const start = starts[index] ?? 0;
  const first = start + RECORD_HEAD_WORDS + rings.length;
  let at = first;
  let west = Number.POSITIVE_INFINITY;
  let south = Number.POSITIVE_INFINITY;
  let east = Number.NEGATIVE_INFINITY;
  let north = Number.NEGATIVE_INFINITY;
  let middle = 0;
  for (let ringIndex = 0; ringIndex < rings.length; ringIndex++) {
    const ring = rings[ringIndex] ?? [];
    for (let vertex = 0; vertex < ring.length; vertex++) {
      const position = ring[vertex];
      if (position === undefined) continue;
      const lng = position[0];
      const lat = position[1];
      records[at++] = lng;
      records[at++] = lat;
      if (lng < west) west = lng;
      if (lng > east) east = lng;
      if (lat < south) south = lat;
      if (lat > north) north = lat;
    }
    records[start + RECORD_HEAD_WORDS + ringIndex] = (at - first) / 2;
    if (ringIndex === 0) middle = (west + east) / 2;
  }
  records[start] = rings.length;
  records[start + 1] = middle;
  boxes[4 * index] = west;
  boxes[4 * index + 1] = south;
  boxes[4 * index + 2] = east;
  boxes[4 * index + 3] = north;
}
