import type { Geometry, Position } from '../../contracts/geo.ts';
import { zoneFault } from '../../contracts/new-geometry.ts';
import { unwrapRings } from '../../contracts/rings.ts';

/** Why a shape can't be a place: the server's reason, or that its outline crosses itself. */
export type ShapeFault = NonNullable<ReturnType<typeof zoneFault>> | 'crossing';

/** Returns why a shape can't be a place; null if it can. */
export function shapeFault(geometry: Geometry): ShapeFault | null {
  return zoneFault(geometry) ?? (crossesItself(geometry) ? 'crossing' : null);
}

/** Whether a ring crosses or touches itself, which makes its inside ambiguous. Rings are not compared. */
export function crossesItself(geometry: Geometry): boolean {
  return geometry.type === 'Polygon' && unwrapRings(geometry.coordinates).some(ringCrosses);
}

function ringCrosses(closed: readonly Position[]): boolean {
  // A double tap makes an edge of zero length, which crosses nothing.
  const ring = closed.filter(([lng, lat], at) => lng !== closed[at - 1]?.[0] || lat !== closed[at - 1]?.[1]);
  const count = ring.length - 1;
  const edges = Array.from({ length: count }, (_, at) => {
    const [from, to] = [ring[at]?.[0] ?? 0, ring[at + 1]?.[0] ?? 0];
    return { at, west: Math.min(from, to), east: Math.max(from, to) };
  });
  // Sweeps from west to east, so that an edge is compared only with those that start before it ends.
  edges.sort((a, b) => a.west - b.west);
  for (const [rank, one] of edges.entries()) {
    for (let next = rank + 1; next < count; next++) {
      const other = edges[next];
      if (other === undefined || other.west > one.east) break;
      const [i, j] = one.at < other.at ? [one.at, other.at] : [other.at, one.at];
      // The last edge ends where the first begins.
      const areNeighbours = j === i + 1 || (i === 0 && j === count - 1);
      if (areNeighbours ? foldsBack(ring, i, j, count) : edgesMeet(ring, i, j)) return true;
    }
  }
  return false;
}

/** Whether two edges without a shared vertex have a common point. */
function edgesMeet(ring: readonly Position[], i: number, j: number): boolean {
  const [a, b, c, d] = [ring[i], ring[i + 1], ring[j], ring[j + 1]];
  if (a === undefined || b === undefined || c === undefined || d === undefined) return false;
  const [abc, abd, cda, cdb] = [turn(a, b, c), turn(a, b, d), turn(c, d, a), turn(c, d, b)];
  if (abc * abd < 0 && cda * cdb < 0) return true;
  return (
    (abc === 0 && isWithin(a, b, c)) ||
    (abd === 0 && isWithin(a, b, d)) ||
    (cda === 0 && isWithin(c, d, a)) ||
    (cdb === 0 && isWithin(c, d, b))
  );
}

/** Whether the second of two neighbouring edges lies on the first: the outline goes straight back. */
function foldsBack(ring: readonly Position[], i: number, j: number, edges: number): boolean {
  const [from, shared, to] = j === i + 1 ? [ring[i], ring[j], ring[j + 1]] : [ring[edges - 1], ring[0], ring[1]];
  if (from === undefined || shared === undefined || to === undefined || turn(from, shared, to) !== 0) return false;
  const along = (shared[0] - from[0]) * (to[0] - shared[0]) + (shared[1] - from[1]) * (to[1] - shared[1]);
  return along < 0;
}

/** Returns twice the signed area of the triangle: its sign is the direction of the turn at `b`; 0 is straight. */
function turn(a: Position, b: Position, c: Position): number {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

function isWithin(a: Position, b: Position, [lng, lat]: Position): boolean {
  const [west, east] = [Math.min(a[0], b[0]), Math.max(a[0], b[0])];
  return west <= lng && lng <= east && Math.min(a[1], b[1]) <= lat && lat <= Math.max(a[1], b[1]);
}
