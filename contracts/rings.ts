/** Reads rings of positions whose longitudes jump: across the antimeridian and around a pole. Pure, without zod. */

type LngLat = readonly [lng: number, lat: number];
type Ring = readonly LngLat[];

/** West, south, east and north in degrees; east is above 180 for a box across the antimeridian. */
export type LngLatBox = readonly [west: number, south: number, east: number, north: number];

/** A place's shape, in GeoJSON's terms. */
type Shape =
  | { readonly type: 'Point'; readonly coordinates: LngLat }
  | { readonly type: 'Polygon'; readonly coordinates: readonly Ring[] };

/** Returns the same longitude from -180 to 180. */
export function wrapLng(lng: number): number {
  return Math.abs(lng) <= 180 ? lng : lng - 360 * Math.round(lng / 360);
}

/** Returns the longitude, shifted by full turns until it is within 180 degrees of `middle`. */
export function lngNear(lng: number, middle: number): number {
  return Math.abs(lng - middle) <= 180 ? lng : lng - 360 * Math.round((lng - middle) / 360);
}

/**
 * Makes the rings of a polygon continuous: an edge longer than 180 degrees is taken to cross the antimeridian, and the
 * positions after it continue beyond ±180. A ring that goes around a pole is closed along it. Holes are placed on the
 * outer ring's side; where that goes around the earth, the part of a hole beyond one end is repeated at the other.
 * Returns the same rings if nothing jumps.
 */
export function unwrapRings<Rings extends readonly Ring[]>(rings: Rings): Rings | [number, number][][] {
  if (!rings.some(jumps)) return rings;
  const [first = [], ...others] = rings;
  const outer = unwrapRing(first);
  const [west, , east] = boxOfRing(outer);
  const middle = (west + east) / 2;
  const holes = others.flatMap((ring) => {
    const hole = unwrapRing(ring, middle);
    if (east - west < 360) return [hole];
    const [from, , to] = boxOfRing(hole);
    if (from < west) return [hole, turned(hole, 360)];
    return to > east ? [hole, turned(hole, -360)] : [hole];
  });
  return [outer, ...holes];
}

/** Makes a line continuous: each position follows the previous one the short way, so longitudes may pass ±180. */
export function unwrapLine(line: Ring): [number, number][] {
  return unwind(line, () => false);
}

/**
 * Returns rings in their stored form, with longitudes from -180 to 180 and no edge so long that it would be read the
 * other way around. For rings that don't jump but may lie beyond ±180, such as a map that was panned around the world
 * gives.
 */
export function wrapRings(rings: readonly Ring[]): [number, number][][] {
  return rings.map((ring) =>
    ring.flatMap((to, index): [number, number][] => {
      const from = ring[index - 1] ?? to;
      const parts = Math.floor(Math.abs(to[0] - from[0]) / 180) + 1;
      return Array.from({ length: parts }, (_, part) => {
        const share = (part + 1) / parts;
        if (share === 1) return [roundLng(wrapLng(to[0]), to[0]), to[1]];
        const lng = from[0] + share * (to[0] - from[0]);
        return [roundLng(wrapLng(lng), lng), from[1] + share * (to[1] - from[1])];
      });
    }),
  );
}

/** Removes the digits that shifting a longitude adds: a tenth of a millimetre remains. */
function roundLng(turnedLng: number, lng: number): number {
  return turnedLng === lng ? lng : Math.round(turnedLng * 1e9) / 1e9;
}

/** Returns the bounding box of one shape; null without positions. */
export function boxOfShape({ type, coordinates }: Shape): LngLatBox | null {
  if (type === 'Point') return [coordinates[0], coordinates[1], coordinates[0], coordinates[1]];
  const [outer = []] = unwrapRings(coordinates.slice(0, 1));
  return outer.length === 0 ? null : boxOfRing(outer);
}

/** Returns the smallest box around boxes, across the antimeridian if that is shorter; west is from -180 to 180. */
export function boxAround(boxes: readonly LngLatBox[]): LngLatBox | null {
  let [west, south, east, north] = NOWHERE;
  for (const box of boxes) {
    west = Math.min(west, box[0]);
    south = Math.min(south, box[1]);
    east = Math.max(east, box[2]);
    north = Math.max(north, box[3]);
  }
  if (boxes.length === 0) return null;
  const isPlain = west >= -180 && east <= 180;
  if (isPlain && east - west <= 180) return [west, south, east, north];
  const [from, to] = shortestArc(boxes);
  // Only if it is narrower: a map of the whole world is shown as usual.
  return isPlain && to - from >= east - west ? [west, south, east, north] : [from, south, to, north];
}

/** An empty box, which grows with each position. */
const NOWHERE: LngLatBox = [
  Number.POSITIVE_INFINITY,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
];

/** Returns the longitudes that contain all boxes: the circle without its widest gap. */
function shortestArc(boxes: readonly LngLatBox[]): readonly [west: number, east: number] {
  const arcs = boxes.flatMap(([west, , east]): LngLat[] => {
    const from = wrapLng(west);
    const to = from + east - west;
    return to > 180
      ? [
          [from, to],
          [from - 360, to - 360],
        ]
      : [[from, to]];
  });
  arcs.sort((a, b) => a[0] - b[0]);
  const start = arcs[0]?.[0] ?? 0;
  let [widest, from, reached] = [0, start, Number.NEGATIVE_INFINITY];
  for (const [west, east] of arcs) {
    if (reached > Number.NEGATIVE_INFINITY && west - reached > widest) [widest, from] = [west - reached, west];
    reached = Math.max(reached, east);
  }
  // The gap from the last arc around to the first.
  if (start + 360 - reached > widest) return [start, reached];
  return widest > 0 ? [from, from + 360 - widest] : [-180, 180];
}

function jumps(ring: Ring): boolean {
  for (let index = 1; index < ring.length; index++) {
    if (Math.abs((ring[index]?.[0] ?? 0) - (ring[index - 1]?.[0] ?? 0)) > 180) return true;
  }
  return false;
}

/** @param near a longitude within 180 degrees of the ring's start */
function unwrapRing(ring: Ring, near?: number): [number, number][] {
  const isFull = (from: LngLat, to: LngLat): boolean => Math.abs(to[0] - from[0]) === 360;
  const shortWay = unwind(ring, () => false);
  const meridian = shortWay[0]?.[0];
  // In a box around the whole earth the long edges are intended: the short way would leave nothing of it.
  const isBand = shortWay.every(([lng]) => lng === meridian);
  const unwound = unwind(ring, (from, to) => isFull(from, to) && (isBand || Math.abs(to[1]) === 90));
  const [start, end] = [unwound[0], unwound.at(-1)];
  if (start === undefined || end === undefined) return unwound;
  if (end[0] !== start[0] && jumps(ring)) {
    const pole = unwound.reduce((sum, [, lat]) => sum + lat, 0) < 0 ? -90 : 90;
    unwound.push([end[0], pole], [start[0], pole], [start[0], start[1]]);
  }
  return near === undefined ? unwound : turned(unwound, 360 * Math.round((near - start[0]) / 360));
}

/** Makes a ring continuous: each position follows the previous one the short way, except on edges that `isMeant`. */
function unwind(ring: Ring, isMeant: (from: LngLat, to: LngLat) => boolean): [number, number][] {
  let turn = 0;
  return ring.map((to, index) => {
    const from = ring[index - 1] ?? to;
    if (!isMeant(from, to)) {
      if (to[0] - from[0] > 180) turn -= 360;
      else if (to[0] - from[0] < -180) turn += 360;
    }
    return [to[0] + turn, to[1]];
  });
}

function turned(ring: Ring, byDeg: number): [number, number][] {
  return ring.map(([lng, lat]) => [lng + byDeg, lat]);
}

function boxOfRing(ring: Ring): LngLatBox {
  let [west, south, east, north] = NOWHERE;
  for (const position of ring) {
    const lng = position[0];
    const lat = position[1];
    if (lng < west) west = lng;
    if (lat < south) south = lat;
    if (lng > east) east = lng;
    if (lat > north) north = lat;
  }
  return [west, south, east, north];
}
