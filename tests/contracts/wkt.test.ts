import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Geometry, Position } from '../../contracts/geo.ts';
import { formatWkt, Wkt } from '../../contracts/wkt.ts';

/** All longitudes and latitudes as doubles, including tiny and many-digit ones, without -0, which text loses. */
const degrees = (max: number) =>
  fc.double({ min: -max, max, noNaN: true }).map((value) => (Object.is(value, -0) ? 0 : value));
const position: fc.Arbitrary<Position> = fc.tuple(degrees(180), degrees(90));
/** A hole too small to fill any zone below. */
const HOLE: Position[] = [
  [150.25, -70.125],
  [150.5, -70.125],
  [150.5, -70],
  [150.25, -70.125],
];
/** A zone around a position, each vertex in its own direction, large enough to stand in. */
const ring = fc
  .tuple(fc.tuple(degrees(100), degrees(60)), fc.array(fc.double({ min: 0.1, max: 20, noNaN: true }), { minLength: 3 }))
  .map(([[lng, lat], radii]): Position[] => {
    const open = radii.map((radius, at): Position => {
      const angle = (2 * Math.PI * at) / radii.length;
      return [lng + radius * Math.cos(angle), lat + radius * Math.sin(angle)];
    });
    return [...open, ...open.slice(0, 1)];
  });
const geometry: fc.Arbitrary<Geometry> = fc.oneof(
  position.map((coordinates): Geometry => ({ type: 'Point', coordinates })),
  fc
    .tuple(ring, fc.array(fc.constant(HOLE), { maxLength: 3 }))
    .map(([outer, holes]): Geometry => ({ type: 'Polygon', coordinates: [outer, ...holes] })),
);

test('every shape is parsed back from its text unchanged', () => {
  fc.assert(
    fc.property(geometry, (shape) => {
      expect(Wkt.parse(formatWkt(shape))).toEqual(shape);
    }),
  );
});

test('any other text is rejected or parsed, without an exception', () => {
  const piece = fc.constantFrom('POINT', 'POLYGON', '(', ')', ',', ' ', '\n', '0', '-1.5', '2e1', '.', 'Z', 'EMPTY');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const read = Wkt.safeParse(pieces.join(''));
      if (read.success) expect(Wkt.parse(formatWkt(read.data))).toEqual(read.data);
    }),
    { numRuns: 2000 },
  );
});

describe('a text in another spelling', () => {
  test.each([
    ['POINT(2.35 48.85)', { type: 'Point', coordinates: [2.35, 48.85] }],
    ['  point\t( +2.35\n 48.85e0 ) ', { type: 'Point', coordinates: [2.35, 48.85] }],
    ['POINT (.5 5.)', { type: 'Point', coordinates: [0.5, 5] }],
    [
      'Polygon ( (0 0,4 0 , 4 4,0 0) ,\n( 1 1, 2 1, 2 2, 1 1 ) )',
      {
        type: 'Polygon',
        coordinates: [
          [
            [0, 0],
            [4, 0],
            [4, 4],
            [0, 0],
          ],
          [
            [1, 1],
            [2, 1],
            [2, 2],
            [1, 1],
          ],
        ],
      },
    ],
  ])('%j is parsed', (text, shape) => {
    expect(Wkt.parse(text)).toEqual(shape);
  });
});

describe('anything but a shape in two dimensions is rejected', () => {
  test.each([
    '',
    'POINT',
    'POINT EMPTY',
    'POLYGON EMPTY',
    'POINT Z (2 48 35)',
    'POINTZ(2 48 35)',
    'POINT M (2 48 35)',
    'SRID=4326;POINT (2 48)',
    'LINESTRING (0 0, 1 1)',
    'MULTIPOINT ((0 0))',
    'MULTIPOLYGON (((0 0, 1 0, 1 1, 0 0)))',
    'GEOMETRYCOLLECTION (POINT (0 0))',
    '{"type":"Point","coordinates":[2,48]}',
    'POLYGON (0 0, 1 0, 1 1, 0 0)',
    'POINT (2 48',
  ])('%j, with the reason', (text) => {
    expect(Wkt.safeParse(text).error?.issues).toMatchObject([{ message: expect.stringMatching(/POINT.*POLYGON/) }]);
  });

  test.each([
    'POINT ()',
    'POINT (2)',
    'POINT (2 48 35)',
    'POINT (2, 48)',
    'POINT (2 91)',
    'POINT (181 48)',
    'POINT (NaN 48)',
    'POINT (Infinity 48)',
    'POINT (1e999 48)',
    'POINT (0x10 48)',
    'POINT ((2 48))',
    'POINT (2 48), POINT (3 48)',
    'POLYGON (())',
    'POLYGON ((0 0, 1 0, 1 1))',
    'POLYGON ((0 0, 1 0, 1 1, 0 1))',
    'POLYGON ((0 0, 1 0, 1 1, 0 0) (0 0, 1 0, 1 1, 0 0))',
    'POLYGON ((0 0, 1 0, 1 1, 0 0), )',
    'POLYGON ((0 0, 1 0, , 1 1, 0 0))',
    'POLYGON (((0 0, 1 0, 1 1, 0 0)))',
  ])('%j', (text) => {
    expect(Wkt.safeParse(text).success).toBe(false);
  });

  test.each([undefined, null, 7, {}, ['POINT (2 48)']])('%j, which is not a string', (value) => {
    expect(Wkt.safeParse(value).success).toBe(false);
  });
});

describe('a huge text is rejected in linear time', () => {
  const LENGTH = 490_000;
  test.each<[string, string]>([
    ['endless digits', `POINT (${'1'.repeat(LENGTH)}x 2)`],
    ['endless decimals', `POINT (1.${'1'.repeat(LENGTH)}x 2)`],
    ['spaces', `POINT (${' '.repeat(LENGTH)}`],
    ['spaces between', `POINT (1${' '.repeat(LENGTH)}x`],
    ['spaces after each ring', `POLYGON ((${') '.repeat(LENGTH / 2)}x)`],
    ['opened brackets', `POLYGON ${'('.repeat(LENGTH)}`],
    ['closed brackets', `POLYGON (${')'.repeat(LENGTH)}x`],
    ['empty positions', `POLYGON ((${','.repeat(LENGTH)}))`],
    ['empty rings', `POLYGON ((${'),('.repeat(LENGTH / 3)}))`],
    ['one overlong text', 'x'.repeat(1_000_000)],
  ])('%s', (_, text) => {
    const start = performance.now();
    const read = Wkt.safeParse(text);
    // Quadratic parsing would take minutes; linear parsing takes some milliseconds.
    expect(performance.now() - start).toBeLessThan(10_000);
    expect(read.error?.issues.length).toBeGreaterThan(0);
  });
});
