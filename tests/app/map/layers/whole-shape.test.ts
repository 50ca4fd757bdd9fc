import { booleanPointInPolygon } from '@turf/turf';
import { expect, test } from 'vitest';
import { wholeShape } from '../../../../app/map/layers/whole-shape.ts';
import { createPlainGeometryCore } from '../../../../audio-wasm/reference/geometry.ts';
import { packShapes } from '../../../../audio-wasm/shapes.ts';
import type { Polygon, Position } from '../../../../contracts/geo.ts';
import { seeded } from '../../../support/geometry/odd-shapes.ts';

const zone = (...rings: Position[][]): Polygon => ({
  type: 'Polygon',
  coordinates: rings.map((open) => [...open, ...open.slice(0, 1)]),
});

test('a plain zone and a point are drawn as they are', () => {
  const square = zone([
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
  ]);
  expect(wholeShape(square)).toEqual(square);
  expect(wholeShape(square)).toBe(wholeShape(square));
  expect(wholeShape({ type: 'Point', coordinates: [2, 48] })).toEqual({ type: 'Point', coordinates: [2, 48] });
});

test('a zone over the antimeridian is drawn in one piece, and one around a pole up to it', () => {
  const lngsOf = (shape: Polygon) => (wholeShape(shape).coordinates as Position[][])[0]?.map(([lng]) => lng) ?? [];
  const across = lngsOf(
    zone([
      [179, -17],
      [-179, -17],
      [-179, -16],
      [179, -16],
    ]),
  );
  expect([Math.min(...across), Math.max(...across)]).toEqual([179, 181]);
  const cap = lngsOf(zone([-135, -45, 45, 135].map((lng): Position => [lng, 80])));
  expect(Math.max(...cap) - Math.min(...cap)).toBe(360);
});

test('a bow tie is drawn as its two triangles', () => {
  const whole = wholeShape(
    zone([
      [0, 0],
      [2, 2],
      [2, 0],
      [0, 2],
    ]),
  );
  expect(whole.type).toBe('MultiPolygon');
  expect(whole.coordinates).toHaveLength(2);
});

test('the drawn part of a self-intersecting outline is the part that counts as inside', () => {
  const random = seeded(11);
  const core = createPlainGeometryCore();
  let crossing = 0;
  for (let round = 0; round < 60; round++) {
    const shape = zone(Array.from({ length: 4 + (round % 6) }, (): Position => [random() * 0.01, random() * 0.01]));
    const whole = wholeShape(shape);
    if (whole.type === 'Point') continue;
    if (whole.type === 'MultiPolygon') crossing += 1;
    core.setShapes(packShapes([shape]));
    for (let at = 0; at < 40; at++) {
      const position: Position = [random() * 0.01, random() * 0.01];
      core.setOrigin(position);
      expect(booleanPointInPolygon(position, whole)).toBe(core.distanceM(0) === 0);
    }
  }
  expect(crossing).toBeGreaterThan(20);
});
