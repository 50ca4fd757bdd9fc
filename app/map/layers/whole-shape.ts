import type { MultiPolygon, Point, Polygon } from 'geojson';
import type { Geometry } from '../../../contracts/geo.ts';
import { unwrapRings } from '../../../contracts/rings.ts';

type LngLat = readonly [lng: number, lat: number];

/** A ring with more self-crossings is drawn undivided: nobody could follow its outline. */
const CROSSINGS_MAX = 200;
/** Most pairs of overlapping edges that are examined; a ring with more is drawn undivided, too. */
const PAIRS_MAX = 100_000;

/** Cached, because shapes don't change, and each new list of places has mostly the previous ones. */
const known = new WeakMap<Geometry, Point | Polygon | MultiPolygon>();

/**
 * Returns a shape for MapLibre: continuous across the antimeridian, with longitudes beyond ±180. A zone whose outline
 * crosses itself is split into the parts that are inside by the even-odd rule, because MapLibre fills only those of one
 * direction.
 */
export function wholeShape(shape: Geometry): Point | Polygon | MultiPolygon {
  if (shape.type === 'Point') return shape;
  const before = known.get(shape);
  if (before !== undefined) return before;
  const [outer = [], ...holes] = unwrapRings(shape.coordinates);
  const loops = simpleLoops(outer);
  const whole: Polygon | MultiPolygon =
    loops === null
      ? { type: 'Polygon', coordinates: [outer, ...holes] }
      : { type: 'MultiPolygon', coordinates: partsOf(loops, holes) };
  known.set(shape, whole);
  return whole;
}

/** Splits a ring at its self-crossings, where the two ways swap, into loops that don't cross; null without any. */
function simpleLoops(ring: readonly LngLat[]): [number, number][][] | null {
  const crossings = findCrossings(ring);
  if (crossings.length === 0) return null;
  const way = withCrossings(ring, crossings);
  const next = way.map((_, index) => (index + 1) % way.length);
  const first = new Map<Crossing, number>();
  for (const [index, { crossing }] of way.entries()) {
    if (crossing === null) continue;
    const before = first.get(crossing);
    if (before === undefined) first.set(crossing, index);
    else [next[before], next[index]] = [next[index] ?? 0, next[before] ?? 0];
  }
  const loops: [number, number][][] = [];
  const isDone = way.map(() => false);
  for (const start of way.keys()) {
    const loop: [number, number][] = [];
    for (let at = start; isDone[at] === false; at = next[at] ?? 0) {
      isDone[at] = true;
      const [lng, lat] = way[at]?.at ?? [0, 0];
      loop.push([lng, lat]);
    }
    const [beginning] = loop;
    if (beginning !== undefined && loop.length > 2) loops.push([...loop, beginning]);
  }
  return loops;
}

interface Crossing {
  readonly edges: readonly [number, number];
  readonly at: LngLat;
}

/** Finds crossings by a sweep from west to east: an edge is compared only with those that start before it ends. */
function findCrossings(ring: readonly LngLat[]): Crossing[] {
  const edges = ring.slice(1).map((to, edge) => {
    const from = ring[edge] ?? to;
    return { edge, west: Math.min(from[0], to[0]), east: Math.max(from[0], to[0]) };
  });
  edges.sort((one, other) => one.west - other.west);
  const found: Crossing[] = [];
  let pairs = 0;
  for (const [rank, one] of edges.entries()) {
    for (let next = rank + 1; next < edges.length; next++) {
      const other = edges[next];
      if (other === undefined || other.west > one.east) break;
      pairs += 1;
      const at = crossingOf(ring, one.edge, other.edge);
      if (at !== null) found.push({ edges: [one.edge, other.edge], at });
      if (found.length > CROSSINGS_MAX || pairs > PAIRS_MAX) return [];
    }
  }
  return found;
}

/** Returns where two edges cross; null if they don't, touch, or overlap. */
function crossingOf(ring: readonly LngLat[], i: number, j: number): LngLat | null {
  const [a, b, c, d] = [ring[i], ring[i + 1], ring[j], ring[j + 1]];
  if (a === undefined || b === undefined || c === undefined || d === undefined) return null;
  const cross = (b[0] - a[0]) * (d[1] - c[1]) - (b[1] - a[1]) * (d[0] - c[0]);
  if (cross === 0) return null;
  const t = ((c[0] - a[0]) * (d[1] - c[1]) - (c[1] - a[1]) * (d[0] - c[0])) / cross;
  const u = ((c[0] - a[0]) * (b[1] - a[1]) - (c[1] - a[1]) * (b[0] - a[0])) / cross;
  if (t <= 0 || t >= 1 || u <= 0 || u >= 1) return null;
  return [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])];
}

/** Returns the ring with its self-crossings as positions, each occurring twice; without its end, which is its start. */
function withCrossings(
  ring: readonly LngLat[],
  crossings: readonly Crossing[],
): { readonly at: LngLat; readonly crossing: Crossing | null }[] {
  return ring.slice(0, -1).flatMap((position, edge) => {
    const away = ({ at }: Crossing): number => (at[0] - position[0]) ** 2 + (at[1] - position[1]) ** 2;
    const own = crossings.filter(({ edges }) => edges.includes(edge)).sort((one, other) => away(one) - away(other));
    return [{ at: position, crossing: null }, ...own.map((crossing) => ({ at: crossing.at, crossing }))];
  });
}

/** Returns the loops as polygons: a loop within an odd number of others is a hole of the smallest of those. */
function partsOf(loops: [number, number][][], holes: [number, number][][]): [number, number][][][] {
  const nested = loops.map((loop) => {
    const inside = insideOf(loop);
    return { loop, area: areaOf(loop), around: loops.filter((other) => other !== loop && contains(other, inside)) };
  });
  const areas = new Map(nested.map(({ loop, area }) => [loop, area]));
  const parts = new Map<[number, number][], [number, number][][]>();
  for (const { loop, around } of nested) if (around.length % 2 === 0) parts.set(loop, [loop]);
  const smallest = (around: [number, number][][]) =>
    around.toSorted((one, other) => (areas.get(one) ?? 0) - (areas.get(other) ?? 0))[0];
  for (const { loop, around } of nested) {
    const outer = around.length % 2 === 0 ? undefined : smallest(around);
    if (outer !== undefined) parts.get(outer)?.push(loop);
  }
  for (const hole of holes) {
    const outer = smallest(loops.filter((loop) => hole[0] !== undefined && contains(loop, hole[0])));
    if (outer !== undefined) parts.get(outer)?.push(hole);
  }
  return [...parts.values()];
}

/** Returns a position within a simple loop: the middle of the first stretch of a line across it. */
function insideOf(loop: readonly LngLat[]): LngLat {
  const lats = [...new Set(loop.map(([, lat]) => lat))].sort((a, b) => a - b);
  const level = ((lats[0] ?? 0) + (lats[1] ?? 0)) / 2;
  const lngs: number[] = [];
  for (let index = 1; index < loop.length; index++) {
    const [from, to] = [loop[index - 1], loop[index]];
    if (from === undefined || to === undefined || from[1] > level === to[1] > level) continue;
    lngs.push(from[0] + ((level - from[1]) / (to[1] - from[1])) * (to[0] - from[0]));
  }
  lngs.sort((a, b) => a - b);
  return [((lngs[0] ?? 0) + (lngs[1] ?? 0)) / 2, level];
}

function contains(loop: readonly LngLat[], [lng, lat]: LngLat): boolean {
  let isInside = false;
  for (let index = 1; index < loop.length; index++) {
    const [from, to] = [loop[index - 1], loop[index]];
    if (from === undefined || to === undefined || from[1] > lat === to[1] > lat) continue;
    if (from[0] + ((lat - from[1]) / (to[1] - from[1])) * (to[0] - from[0]) > lng) isInside = !isInside;
  }
  return isInside;
}

function areaOf(loop: readonly LngLat[]): number {
  let twice = 0;
  for (let index = 1; index < loop.length; index++) {
    const [from, to] = [loop[index - 1], loop[index]];
    if (from !== undefined && to !== undefined) twice += from[0] * to[1] - to[0] * from[1];
  }
  return Math.abs(twice / 2);
}
