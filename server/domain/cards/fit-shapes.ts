import type { Geometry, Position } from '../../../contracts/geo.ts';
import { boxAround, boxOfShape, lngNear, unwrapRings } from '../../../contracts/rings.ts';

/** A rectangle of a picture, in pixels. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The shapes of a parcours in a picture's pixels. */
interface FittedShapes {
  /** Positions of points, and centres of zones too small to be seen. */
  readonly dots: readonly Pixel[];
  /** SVG path data of zones, largest first. */
  readonly zones: readonly string[];
  /** The middle of each shape, in their order. */
  readonly middles: readonly Pixel[];
}

/** A position in a picture. */
export type Pixel = readonly [x: number, y: number];

interface Projection {
  readonly middleLng: number;
  /** Expects longitudes on the middle's side of the antimeridian. */
  readonly toPixel: (position: Position) => Pixel;
}

/** The latitude at which Web Mercator ends. */
const LATITUDE_MAX = 85.05;
/** A parcours of one point shows this much around it: about 300 m. As a fraction of the world's width. */
const EXTENT_MIN = 1 / 120_000;
/** Vertices closer than this to the previous one are left out. */
const VERTEX_STEP_PX = 1.5;
/** Only one of the points in a cell of this size is drawn. */
const DOT_CELL_PX = 7;
/** Smaller zones are drawn as dots. */
const ZONE_MIN_PX = 9;

/** Fits shapes into a box, north up, in Web Mercator. Leaves out details of large parcours that would not be seen. */
export function fitShapes(shapes: readonly Geometry[], box: Box): FittedShapes {
  const { middleLng, toPixel } = projectionInto(shapes, box);
  const cells = new Set<string>();
  const dots: Pixel[] = [];
  const middles: Pixel[] = [];
  const zones: { readonly path: string; readonly area: number }[] = [];
  const addDot = (at: Pixel): void => {
    const cell = `${Math.round(at[0] / DOT_CELL_PX)},${Math.round(at[1] / DOT_CELL_PX)}`;
    if (cells.has(cell)) return;
    cells.add(cell);
    dots.push(at);
  };
  for (const shape of shapes) {
    if (shape.type === 'Point') {
      const at = toPixel([lngNear(shape.coordinates[0], middleLng), shape.coordinates[1]]);
      middles.push(at);
      addDot(at);
      continue;
    }
    const [outer = [], ...holes] = ringsNear(shape.coordinates, middleLng).map((ring) => thinned(ring.map(toPixel)));
    const { width, height, middle } = extentOf(outer);
    middles.push(middle);
    if (Math.max(width, height) < ZONE_MIN_PX) addDot(middle);
    else zones.push({ path: [outer, ...holes].map(pathOf).join(''), area: width * height });
  }
  zones.sort((a, b) => b.area - a.area);
  return { dots, zones: zones.map(({ path }) => path), middles };
}

function projectionInto(shapes: readonly Geometry[], box: Box): Projection {
  const [west, south, east, north] = boxAround(shapes.map(boxOfShape).filter((one) => one !== null)) ?? [0, 0, 0, 0];
  const [[left, bottom], [right, top]] = [mercator([west, south]), mercator([east, north])];
  const scale = Math.min(
    box.width / Math.max(right - left, EXTENT_MIN),
    box.height / Math.max(bottom - top, EXTENT_MIN),
  );
  const [middleX, middleY] = [(left + right) / 2, (top + bottom) / 2];
  return {
    middleLng: (west + east) / 2,
    toPixel: (position) => {
      const [x, y] = mercator(position);
      return [
        tenth(box.x + box.width / 2 + (x - middleX) * scale),
        tenth(box.y + box.height / 2 + (y - middleY) * scale),
      ];
    },
  };
}

/** Returns the rings unwrapped, on the side of the antimeridian that is shown. */
function ringsNear(rings: readonly (readonly Position[])[], middleLng: number): Position[][] {
  const whole = unwrapRings(rings);
  const [west = 0, , east = 0] = boxOfShape({ type: 'Polygon', coordinates: whole.slice(0, 1) }) ?? [];
  const turn = lngNear((west + east) / 2, middleLng) - (west + east) / 2;
  return whole.map((ring) => ring.map(([lng, lat]): Position => [lng + turn, lat]));
}

/** Returns x and y as fractions of the world's width, y growing southwards. */
function mercator([lng, lat]: Position): Pixel {
  const sine = Math.sin((Math.max(-LATITUDE_MAX, Math.min(LATITUDE_MAX, lat)) * Math.PI) / 180);
  return [lng / 360 + 0.5, 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)];
}

function thinned(ring: readonly Pixel[]): Pixel[] {
  const left: Pixel[] = [];
  for (const at of ring) {
    const last = left.at(-1);
    if (last === undefined || Math.hypot(at[0] - last[0], at[1] - last[1]) >= VERTEX_STEP_PX) left.push(at);
  }
  return left;
}

function extentOf(ring: readonly Pixel[]): { width: number; height: number; middle: Pixel } {
  let [left, top, right, bottom] = [
    Number.POSITIVE_INFINITY,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ];
  for (const [x, y] of ring) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  return { width: right - left, height: bottom - top, middle: [tenth((left + right) / 2), tenth((top + bottom) / 2)] };
}

function pathOf(ring: readonly Pixel[]): string {
  return `M${ring.map(([x, y]) => `${x} ${y}`).join('L')}Z`;
}

function tenth(value: number): number {
  return Math.round(value * 10) / 10;
}
