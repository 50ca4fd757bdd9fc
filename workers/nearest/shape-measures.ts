import type { FlatShape } from '../../audio-wasm/kernels.ts';
import { scaleAt } from '../../audio-wasm/shapes.ts';

/** The bounds of a shape in degrees; longitudes may pass ±180, as the shape's own do. */
export interface ShapeBox {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** The smallest box that holds a shape. */
export function shapeBox({ coords }: FlatShape): ShapeBox {
  let west = Number.POSITIVE_INFINITY;
  let south = Number.POSITIVE_INFINITY;
  let east = Number.NEGATIVE_INFINITY;
  let north = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < coords.length; at += 2) {
    const lng = coords[at] ?? 0;
    const lat = coords[at + 1] ?? 0;
    west = Math.min(west, lng);
    south = Math.min(south, lat);
    east = Math.max(east, lng);
    north = Math.max(north, lat);
  }
  return { west, south, east, north };
}

/**
 * Square metres of a shape without its holes; 0 for a point. With the scale of its first position for all of it: good
 * for putting zones in order, not for a land register.
 */
export function shapeAreaM2({ coords, ringEnds }: FlatShape): number {
  const { lngM, latM } = scaleAt(coords[1] ?? 0);
  let areaM2 = 0;
  let start = 0;
  ringEnds.forEach((end, ring) => {
    const ringM2 = ringAreaDegrees2(coords, start, end) * lngM * latM;
    areaM2 += ring === 0 ? ringM2 : -ringM2;
    start = end;
  });
  return Math.max(0, areaM2);
}

/** Gauss' area formula, around the ring's first position so that no digits are lost. */
function ringAreaDegrees2(coords: Float64Array, start: number, end: number): number {
  const lng = (index: number): number => (coords[2 * index] ?? 0) - (coords[2 * start] ?? 0);
  const lat = (index: number): number => (coords[2 * index + 1] ?? 0) - (coords[2 * start + 1] ?? 0);
  let twice = 0;
  for (let index = start + 1; index < end; index++) {
    twice += lng(index - 1) * lat(index) - lng(index) * lat(index - 1);
  }
  return Math.abs(twice) / 2;
}
