import type { GeometryCore } from '../kernels.ts';
import { createShapeStore } from '../shape-store.ts';
import { type LocalScale, RECORD_HEAD_WORDS, scaleAt } from '../shapes.ts';

/**
 * A position closer to an edge than this (a micrometre, squared) is on it: doubles represent degrees to a few
 * nanometres, so a position on the border is seldom exact.
 */
const BORDER_M2 = 1e-12;

interface Origin extends LocalScale {
  readonly lng: number;
  readonly lat: number;
}

/**
 * The geometry kernel in plain TypeScript: the reference for the WASM kernel, bit for bit, and the fallback without WASM.
 * Both do the same operations in the same order; all trigonometry is in `scaleAt`.
 *
 * Degrees are converted to metres with the scale at the middle latitude (Gauss' mid-latitude rule), from the origin's scale
 * and its slope. The error grows with the cube of the distance and is far below 1 cm at 1 km. With a single scale, as in
 * cheap-ruler, it would grow with the square: 15 cm at 1 km and 45 degrees north.
 */
export function createPlainGeometryCore(): GeometryCore {
  let records = new Float64Array();
  const store = createShapeStore((words) => {
    if (words > records.length) {
      const larger = new Float64Array(words);
      larger.set(records);
      records = larger;
    }
    return records;
  });
  let origin: Origin = { lng: 0, lat: 0, ...scaleAt(0) };
  return {
    setShapes: store.set,
    addShapes: store.add,
    retainShapes: store.retain,
    setOrigin([lng, lat]) {
      origin = { lng, lat, ...scaleAt(lat) };
    },
    distanceM: (index) => distanceM(origin, readShape(records, store.startOf(index))),
    areaDegrees2: (index) => areaDegrees2(readShape(records, store.startOf(index))),
  };
}

interface Shape {
  readonly middleLng: number;
  /** Number of positions up to each ring's end; empty for a point. */
  readonly ringEnds: Float64Array;
  /** Longitude and latitude of a position. */
  readonly lng: (index: number) => number;
  readonly lat: (index: number) => number;
}

function readShape(records: Float64Array, start: number): Shape {
  const head = start + RECORD_HEAD_WORDS;
  const first = head + (records[start] ?? 0);
  return {
    middleLng: records[start + 1] ?? Number.NaN,
    ringEnds: records.subarray(head, first),
    lng: (index) => records[first + 2 * index] ?? Number.NaN,
    lat: (index) => records[first + 2 * index + 1] ?? Number.NaN,
  };
}

function distanceM(origin: Origin, { middleLng, ringEnds, lng, lat }: Shape): number {
  const turn = turnToward(middleLng - origin.lng);
  const x = (index: number): number => lng(index) - origin.lng + turn;
  const y = (index: number): number => lat(index) - origin.lat;
  if (ringEnds.length === 0) return Math.sqrt(squareM2(origin, x(0), y(0)));

  let nearestM2 = Number.POSITIVE_INFINITY;
  let isInHole = false;
  let start = 0;
  for (const end of ringEnds) {
    let inside = false;
    for (let index = start + 1; index < end; index++) {
      const ax = x(index - 1);
      const ay = y(index - 1);
      const bx = x(index);
      const by = y(index);
      nearestM2 = Math.min(nearestM2, edgeM2(origin, ax, ay, bx, by));
      // Even-odd rule for each ring, with a ray to the east.
      if (ay > 0 !== by > 0 && ax * by - bx * ay > 0 === by > ay) inside = !inside;
    }
    if (start === 0) {
      // On or outside the outer ring, which is the first, holes change nothing.
      if (nearestM2 <= BORDER_M2) return 0;
      if (!inside) return Math.sqrt(nearestM2);
      // Inside a hole, the shortest way to the polygon is to the hole's own edge.
      nearestM2 = Number.POSITIVE_INFINITY;
    } else if (inside) {
      isInHole = true;
    }
    start = end;
  }
  return !isInHole || nearestM2 <= BORDER_M2 ? 0 : Math.sqrt(nearestM2);
}

function areaDegrees2({ ringEnds, lng, lat }: Shape): number {
  let area = 0;
  let start = 0;
  ringEnds.forEach((end, ring) => {
    // Gauss' formula, relative to the ring's first position to lose no digits.
    let twice = 0;
    for (let index = start + 1; index < end; index++) {
      const ax = lng(index - 1) - lng(start);
      const ay = lat(index - 1) - lat(start);
      const bx = lng(index) - lng(start);
      const by = lat(index) - lat(start);
      twice += ax * by - bx * ay;
    }
    const one = Math.abs(twice) * 0.5;
    area += ring === 0 ? one : -one;
    start = end;
  });
  return Math.max(area, 0);
}

/** The offset that moves longitudes to the origin's side of the antimeridian, from the origin to the shape's middle. */
function turnToward(lngDelta: number): number {
  if (lngDelta > 180) return -360;
  if (lngDelta < -180) return 360;
  return 0;
}

/** Squared distance in metres to the position x degrees east and y degrees north of the origin. */
function squareM2(scale: LocalScale, x: number, y: number): number {
  const middle = y * 0.5;
  const east = x * (scale.lngM + scale.lngSlopeM * middle);
  const north = y * (scale.latM + scale.latSlopeM * middle);
  return east * east + north * north;
}

/**
 * Squared distance in metres to the nearest position of an edge. The foot point is found with the origin's scale, which
 * keeps the edge straight; a small error along the edge affects its distance only in the second order.
 */
function edgeM2(scale: LocalScale, ax: number, ay: number, bx: number, by: number): number {
  const dx = bx - ax;
  const dy = by - ay;
  const eastM = dx * scale.lngM;
  const northM = dy * scale.latM;
  const lengthM2 = eastM * eastM + northM * northM;
  let t = 0;
  if (lengthM2 > 0) {
    t = -(ax * scale.lngM * eastM + ay * scale.latM * northM) / lengthM2;
    t = Math.min(Math.max(t, 0), 1);
  }
  return squareM2(scale, ax + t * dx, ay + t * dy);
}
