import { expect, test } from 'vitest';
import { packShapes, type ShapeSource } from '../../audio-wasm/shapes.ts';

const ZONE: ShapeSource = {
  type: 'Polygon',
  coordinates: [
    [
      [179.999, 0],
      [-179.999, 0],
      [-179.999, 0.001],
      [179.999, 0],
    ],
    [
      [-179.9995, 0.0002],
      [-179.9995, 0.0008],
      [-179.9999, 0.0008],
      [-179.9995, 0.0002],
    ],
  ],
};

test('no shapes make an empty pack', () => {
  const { records, starts, boxes } = packShapes([]);
  expect([records.length, [...starts], boxes.length]).toEqual([0, [0], 0]);
});

test('records are consecutive: rings, middle, ring ends, positions', () => {
  const { records, starts } = packShapes([{ type: 'Point', coordinates: [2, 48] }, ZONE]);
  expect([...starts]).toEqual([0, 4, 24]);
  expect([...records.subarray(0, 4)]).toEqual([0, 2, 2, 48]);
  expect([...records.subarray(4, 8)]).toEqual([2, expect.closeTo(180, 9), 4, 8]);
});

test('a zone across the antimeridian stays in one piece with its holes', () => {
  const { records, boxes } = packShapes([ZONE]);
  expect([...boxes]).toEqual([179.999, 0, expect.closeTo(180.001, 9), 0.001]);
  const lngs = [...records.subarray(4)].filter((_, index) => index % 2 === 0);
  expect(Math.min(...lngs)).toBe(179.999);
  expect(Math.max(...lngs)).toBeCloseTo(180.001, 9);
});

test("a point's box is the point", () => {
  expect([...packShapes([{ type: 'Point', coordinates: [-3, -48] }]).boxes]).toEqual([-3, -48, -3, -48]);
});
