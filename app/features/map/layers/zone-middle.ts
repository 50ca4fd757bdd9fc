import type { Polygon, Position } from '../../../../contracts/geo.ts';
import { boxOf } from '../../../state/position/box.ts';

/** Points this near to the best one, as a part of the zone's smaller side, are as good: nobody sees the difference. */
const PRECISION_PART = 0.05;

/** So many splits find the middle of any zone; rounding must not make the search endless. */
const SPLITS_MAX = 2000;

type Point = readonly [x: number, y: number];

/** A square in which the middle is looked for. */
interface Cell {
  readonly centre: Point;
  readonly half: number;
  /** From the centre to the nearest edge of the zone; negative outside. */
  readonly distance: number;
  /** More than that no point of the cell can have. */
  readonly best: number;
}

/** Polygons don't change, and each new list of places has most of those before. */
const known = new WeakMap<Polygon, Position>();

/**
 * The middle of a zone, where its name stands: inside, and as far from its edges as can be. Its centroid where no point is
 * clearly farther. Cells are split in four, the most promising first (the pole of inaccessibility, as in Mapbox' polylabel).
 */
export function zoneMiddle(zone: Polygon): Position {
  const before = known.get(zone);
  if (before !== undefined) return before;
  const middle = findMiddle(zone);
  known.set(zone, middle);
  return middle;
}

function findMiddle({ coordinates }: Polygon): Position {
  const box = boxOf(coordinates[0] ?? []);
  if (box === null) throw new RangeError('Expected a zone with positions, got an empty ring');
  const [[west, south], [east, north]] = box;
  const shrink = Math.max(Math.cos(((south + north) * Math.PI) / 360), 1e-6);
  const rings = coordinates.map((ring) => ring.map(([lng, lat]): Point => [(lng - west) * shrink, lat - south]));
  const [width, height] = [(east - west) * shrink, north - south];
  const precision = Math.min(width, height) * PRECISION_PART;
  const [x, y] = precision > 0 ? searchMiddle(rings, width, height, precision) : [width / 2, height / 2];
  return [west + x / shrink, south + y];
}

function searchMiddle(rings: readonly (readonly Point[])[], width: number, height: number, precision: number): Point {
  const makeCell = (centre: Point, half: number): Cell => {
    const distance = distanceInside(rings, centre);
    return { centre, half, distance, best: distance + half * Math.SQRT2 };
  };
  const size = Math.min(width, height);
  const cells: Cell[] = [];
  for (let x = size / 2; x < width + size / 2; x += size) {
    for (let y = size / 2; y < height + size / 2; y += size) cells.push(makeCell([x, y], size / 2));
  }
  let found = makeCell(centroid(rings[0] ?? []), 0);
  for (let splits = 0; splits < SPLITS_MAX; splits++) {
    const cell = takeBest(cells);
    if (cell === null || cell.best - found.distance <= precision) return found.centre;
    if (cell.distance > found.distance + precision) found = cell;
    const half = cell.half / 2;
    for (const [right, up] of [
      [-half, -half],
      [half, -half],
      [-half, half],
      [half, half],
    ] as const) {
      cells.push(makeCell([cell.centre[0] + right, cell.centre[1] + up], half));
    }
  }
  return found.centre;
}

/** Takes the cell out of the list that may hold the farthest point. */
function takeBest(cells: Cell[]): Cell | null {
  let at = 0;
  for (const [index, cell] of cells.entries()) if (cell.best > (cells[at]?.best ?? 0)) at = index;
  return cells.splice(at, 1)[0] ?? null;
}

/** From a point to the nearest edge; negative outside the outer ring and in holes. */
function distanceInside(rings: readonly (readonly Point[])[], [x, y]: Point): number {
  let isInside = false;
  let nearest = Number.POSITIVE_INFINITY;
  for (const ring of rings) {
    let from = ring.at(-1) ?? [0, 0];
    for (const to of ring) {
      const crosses = from[1] > y !== to[1] > y;
      if (crosses && x < ((to[0] - from[0]) * (y - from[1])) / (to[1] - from[1]) + from[0]) isInside = !isInside;
      nearest = Math.min(nearest, squareToEdge(x, y, from, to));
      from = to;
    }
  }
  return isInside ? Math.sqrt(nearest) : -Math.sqrt(nearest);
}

/** The square of the distance from `[x, y]` to an edge. A zone's middle takes thousands of them. */
function squareToEdge(x: number, y: number, [fromX, fromY]: Point, [toX, toY]: Point): number {
  const [dx, dy] = [toX - fromX, toY - fromY];
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - fromX) * dx + (y - fromY) * dy) / length));
  const [right, up] = [x - fromX - along * dx, y - fromY - along * dy];
  return right * right + up * up;
}

function centroid(ring: readonly Point[]): Point {
  let [area, x, y] = [0, 0, 0];
  for (let at = 1; at < ring.length; at++) {
    const [from, to] = [ring[at - 1], ring[at]];
    if (from === undefined || to === undefined) continue;
    const cross = from[0] * to[1] - to[0] * from[1];
    area += 3 * cross;
    x += (from[0] + to[0]) * cross;
    y += (from[1] + to[1]) * cross;
  }
  return area === 0 ? (ring[0] ?? [0, 0]) : [x / area, y / area];
}
