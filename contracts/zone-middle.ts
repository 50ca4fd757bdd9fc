import type { Geometry, Position } from './geo.ts';
import { unwrapRings, wrapLng } from './rings.ts';

type LngLat = readonly [lng: number, lat: number];

/** The middle of a zone. */
interface ZoneMiddle {
  /** Inside the zone; on its border if that encloses nothing. From -180 to 180. */
  readonly position: [lng: number, lat: number];
  /** Metres from there to the border, within a few per cent: half of the free width around it. */
  readonly clearanceM: number;
}

/** Metres per degree of latitude, in the middle of its range. */
const DEGREE_M = 111_133;
/** Points within this fraction of the best clearance are equally good: nobody sees the difference. */
const PRECISION_PART = 0.1;
/** Lines across the zone in each direction along which its width is measured. */
const LINES_MAX = 24;
/** The number of widest stretches on these lines that are examined. */
const STRETCHES_MAX = 8;
/** Squares along the longer side at the beginning. */
const SQUARES_MAX = 8;
/** Limits of the search for any shape: the number of squares, and of edges examined for all of them. */
const CELLS_MAX = 160;
const CELL_EDGES_MAX = 100_000;

/** A square that may contain the middle. */
interface Cell {
  readonly x: number;
  readonly y: number;
  readonly half: number;
  /** An upper bound of the clearance of its points. */
  readonly best: number;
}

/** Returns where a place is: a point itself, a zone by a position inside it. */
export function positionOf(geometry: Geometry): Position {
  return geometry.type === 'Point' ? geometry.coordinates : findZoneMiddle(geometry.coordinates).position;
}

/**
 * Finds the middle of a zone: the point farthest from its edges, and of several such points the nearest to its
 * centroid. A point is inside if the outer ring encloses it by the even-odd rule and no hole does.
 *
 * The work is bounded for any shape. The search examines first the widest stretches on lines across the zone, then
 * squares, the most promising first (the pole of inaccessibility, as in Mapbox' polylabel, where the number of squares
 * grows with the ratio of length to width).
 * @param enoughM a sufficient clearance: the search ends at any point that has it
 */
export function findZoneMiddle(
  coordinates: readonly (readonly LngLat[])[],
  enoughM = Number.POSITIVE_INFINITY,
): ZoneMiddle {
  const rings = unwrapRings(coordinates);
  const plane = flatten(rings);
  const { west, south, shrink, width, height, edges } = plane;
  const toPosition = (x: number, y: number): [number, number] => [
    wrapLng(west + x / (DEGREE_M * shrink)),
    south + y / DEGREE_M,
  ];
  const found: { readonly x: number; readonly y: number; readonly clearance: number }[] = [];
  let clearest = 0;
  const look = (x: number, y: number): number => {
    const clearance = clearanceAt(plane, x, y);
    if (clearance > 0) found.push({ x, y, clearance });
    clearest = Math.max(clearest, clearance);
    return clearance;
  };

  const [middleX, middleY] = centroidOf(plane);
  const clearanceM = look(middleX, middleY);
  if (clearanceM >= enoughM) return { position: toPosition(middleX, middleY), clearanceM };
  for (const [x, y] of [...widestStretches(plane, 0), ...widestStretches(plane, 1)]) look(x, y);

  const cells: Cell[] = [];
  const addCell = (x: number, y: number, half: number): void => {
    const best = look(x, y) + half * Math.SQRT2;
    if (best > clearest * (1 + PRECISION_PART)) cells.push({ x, y, half, best });
  };
  const size = Math.max(Math.min(width, height), Math.max(width, height) / SQUARES_MAX);
  for (let x = size / 2; x < width + size / 2; x += size) {
    for (let y = size / 2; y < height + size / 2; y += size) addCell(x, y, size / 2);
  }
  const cellsMax = Math.min(CELLS_MAX, CELL_EDGES_MAX / Math.max(1, edges.length / 4));
  for (let looked = cells.length; looked < cellsMax && clearest < enoughM; looked += 4) {
    const cell = takeBest(cells);
    if (cell === null || cell.best <= clearest * (1 + PRECISION_PART)) break;
    const half = cell.half / 2;
    addCell(cell.x - half, cell.y - half, half);
    addCell(cell.x + half, cell.y - half, half);
    addCell(cell.x - half, cell.y + half, half);
    addCell(cell.x + half, cell.y + half, half);
  }

  let chosen: (typeof found)[number] | null = null;
  let nearest = Number.POSITIVE_INFINITY;
  for (const candidate of found) {
    if (candidate.clearance < clearest * (1 - PRECISION_PART)) continue;
    const away = (candidate.x - middleX) ** 2 + (candidate.y - middleY) ** 2;
    if (away < nearest) [chosen, nearest] = [candidate, away];
  }
  if (chosen === null) return { position: toPosition(...onBorder(plane)), clearanceM: 0 };
  return { position: toPosition(chosen.x, chosen.y), clearanceM: chosen.clearance };
}

/** A zone in metres east and north of the south-west corner of its box. */
interface Plane {
  readonly west: number;
  readonly south: number;
  /** Ratio of a degree of longitude to one of latitude. */
  readonly shrink: number;
  readonly width: number;
  readonly height: number;
  /** Four numbers for each edge: x and y of its start, x and y of its end. */
  readonly edges: Float64Array;
  /** The number of these numbers up to each ring's end. */
  readonly ringEnds: readonly number[];
}

function flatten(rings: readonly (readonly LngLat[])[]): Plane {
  const outer = rings[0] ?? [];
  if (outer.length === 0) throw new RangeError('Expected a zone with positions, got an empty ring');
  let [west, south, east, north] = [Number.POSITIVE_INFINITY, 90, Number.NEGATIVE_INFINITY, -90];
  for (const [lng, lat] of outer) {
    west = Math.min(west, lng);
    east = Math.max(east, lng);
    south = Math.min(south, lat);
    north = Math.max(north, lat);
  }
  const shrink = Math.max(Math.cos(((south + north) * Math.PI) / 360), 1e-6);
  const [lngM, latM] = [DEGREE_M * shrink, DEGREE_M];
  const edges = new Float64Array(4 * rings.reduce((sum, ring) => sum + ring.length, 0));
  const ringEnds: number[] = [];
  let at = 0;
  for (const ring of rings) {
    let from = ring.at(-1);
    for (const to of ring) {
      if (from !== undefined && (from[0] !== to[0] || from[1] !== to[1])) {
        edges[at++] = (from[0] - west) * lngM;
        edges[at++] = (from[1] - south) * latM;
        edges[at++] = (to[0] - west) * lngM;
        edges[at++] = (to[1] - south) * latM;
      }
      from = to;
    }
    ringEnds.push(at);
  }
  const size = { width: (east - west) * lngM, height: (north - south) * latM };
  return { west, south, shrink, ...size, edges: edges.subarray(0, at), ringEnds };
}

/** Returns the distance from a point to the nearest edge; negative outside the outer ring and in holes. */
function clearanceAt({ edges, ringEnds }: Plane, x: number, y: number): number {
  let isInside = true;
  let nearest = Number.POSITIVE_INFINITY;
  let at = 0;
  for (let ring = 0; ring < ringEnds.length; ring++) {
    const end = ringEnds[ring] ?? 0;
    let isWithin = false;
    for (; at < end; at += 4) {
      const fromX = (edges[at] ?? 0) - x;
      const fromY = (edges[at + 1] ?? 0) - y;
      const toX = (edges[at + 2] ?? 0) - x;
      const toY = (edges[at + 3] ?? 0) - y;
      const dx = toX - fromX;
      const dy = toY - fromY;
      if (fromY > 0 !== toY > 0 && fromX * toY - toX * fromY > 0 === dy > 0) isWithin = !isWithin;
      const length = dx * dx + dy * dy;
      // The square of less than 1e-162 m is 0.
      const along = length === 0 ? 0 : Math.min(1, Math.max(0, -(fromX * dx + fromY * dy) / length));
      const right = fromX + along * dx;
      const up = fromY + along * dy;
      const square = right * right + up * up;
      if (square < nearest) nearest = square;
    }
    if (isWithin !== (ring === 0)) isInside = false;
  }
  return isInside ? Math.sqrt(nearest) : -Math.sqrt(nearest);
}

/** Returns the middles of the widest stretches in the zone on lines along an axis: 0 west to east, 1 south to north. */
function widestStretches({ edges }: Plane, axis: 0 | 1): [x: number, y: number][] {
  const across = 1 - axis;
  const widest: { readonly middle: number; readonly level: number; readonly length: number }[] = [];
  const crossings = new Float64Array(edges.length / 4);
  for (const level of levelsOf(edges, across)) {
    let count = 0;
    for (let at = 0; at < edges.length; at += 4) {
      const from = edges[at + across] ?? 0;
      const to = edges[at + 2 + across] ?? 0;
      if (from > level === to > level) continue;
      const start = edges[at + axis] ?? 0;
      crossings[count++] = start + ((level - from) / (to - from)) * ((edges[at + 2 + axis] ?? 0) - start);
    }
    const sorted = crossings.subarray(0, count).sort();
    for (let index = 1; index < count; index += 2) {
      const start = sorted[index - 1] ?? 0;
      const end = sorted[index] ?? 0;
      if (widest.length === STRETCHES_MAX && end - start <= (widest.at(-1)?.length ?? 0)) continue;
      widest.push({ middle: (start + end) / 2, level, length: end - start });
      widest.sort((a, b) => b.length - a.length);
      widest.length = Math.min(widest.length, STRETCHES_MAX);
    }
  }
  return widest.map(({ middle, level }) => (axis === 0 ? [middle, level] : [level, middle]));
}

/** Returns where lines cross a zone: between its vertices; if those are many, where most vertices are, and evenly. */
function levelsOf(edges: Float64Array, across: number): number[] {
  const heights = new Float64Array(edges.length / 4);
  for (let at = 0; at < heights.length; at++) heights[at] = edges[4 * at + across] ?? 0;
  heights.sort();
  const gaps: number[] = [];
  for (let at = 1; at < heights.length; at++) {
    const [low = 0, high = 0] = [heights[at - 1], heights[at]];
    if (high > low) gaps.push((low + high) / 2);
  }
  if (gaps.length <= LINES_MAX) return gaps;
  const [low = 0, high = 0] = [heights[0], heights.at(-1)];
  return Array.from({ length: LINES_MAX }, (_, line) => {
    const share = (line + 0.5) / LINES_MAX;
    return line % 2 === 0 ? (gaps[Math.floor(share * gaps.length)] ?? low) : low + share * (high - low);
  });
}

/** Removes and returns the cell that may contain the point with the largest clearance. */
function takeBest(cells: Cell[]): Cell | null {
  let chosen = 0;
  for (let at = 1; at < cells.length; at++) {
    if ((cells[at]?.best ?? 0) > (cells[chosen]?.best ?? 0)) chosen = at;
  }
  const taken = cells[chosen];
  const last = cells.pop();
  if (last !== undefined && chosen < cells.length) cells[chosen] = last;
  return taken ?? null;
}

/** Returns the outer ring's centroid; its box's middle if the ring encloses nothing or the centroid is outside. */
function centroidOf({ edges, ringEnds, width, height }: Plane): readonly [x: number, y: number] {
  let [area, x, y] = [0, 0, 0];
  for (let at = 0; at < (ringEnds[0] ?? 0); at += 4) {
    const [fromX = 0, fromY = 0, toX = 0, toY = 0] = edges.subarray(at, at + 4);
    const cross = fromX * toY - toX * fromY;
    area += 3 * cross;
    x += (fromX + toX) * cross;
    y += (fromY + toY) * cross;
  }
  const [centreX, centreY] = [x / area, y / area];
  const isWithin = centreX >= 0 && centreX <= width && centreY >= 0 && centreY <= height;
  return isWithin ? [centreX, centreY] : [width / 2, height / 2];
}

/** Returns the point of the outer ring that is nearest to the middle of its box. */
function onBorder({ edges, ringEnds, width, height }: Plane): readonly [x: number, y: number] {
  let point: readonly [number, number] = [width / 2, height / 2];
  let nearest = Number.POSITIVE_INFINITY;
  for (let at = 0; at < (ringEnds[0] ?? 0); at += 4) {
    const [fromX = 0, fromY = 0, toX = 0, toY = 0] = edges.subarray(at, at + 4);
    const [dx, dy] = [toX - fromX, toY - fromY];
    const along = ((width / 2 - fromX) * dx + (height / 2 - fromY) * dy) / (dx * dx + dy * dy);
    const share = Math.min(1, Math.max(0, along));
    const [x, y] = [fromX + share * dx, fromY + share * dy];
    const away = Math.hypot(x - width / 2, y - height / 2);
    if (away < nearest) [point, nearest] = [[x, y], away];
  }
  return point;
}
