import { expect, test } from 'vitest';
import { flattenPoint, flattenPolygon } from '../../../audio-wasm/shapes.ts';
import { shapeAreaM2, shapeBox } from '../../../workers/nearest/shape-measures.ts';

const OUTER: [number, number][] = [
  [179.999, 0],
  [-179.999, 0],
  [-179.999, 0.001],
  [179.999, 0.001],
  [179.999, 0],
];
const HOLE: [number, number][] = [
  [-179.9995, 0.0002],
  [-179.9995, 0.0008],
  [-179.9999, 0.0008],
  [-179.9995, 0.0002],
];

test('a box over the antimeridian stays in one piece, holes included', () => {
  const { west, south, east, north } = shapeBox(flattenPolygon([OUTER, HOLE]));
  expect([west, south, north]).toEqual([179.999, 0, 0.001]);
  expect(east).toBeCloseTo(180.001, 9);
});

test('an area is in square metres, without its holes, whichever way the rings turn', () => {
  const square = 222.639 * 110.574;
  const hole = (44.528 * 66.344) / 2;
  expect(shapeAreaM2(flattenPolygon([OUTER]))).toBeCloseTo(square, -1);
  expect(shapeAreaM2(flattenPolygon([OUTER.toReversed(), HOLE]))).toBeCloseTo(square - hole, -1);
  expect(shapeAreaM2(flattenPoint([2, 48]))).toBe(0);
});
