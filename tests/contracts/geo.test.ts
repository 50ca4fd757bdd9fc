import { describe, expect, test } from 'vitest';
import { Geometry, Polygon, Position } from '../../contracts/geo.ts';
import { POLYGON_POSITIONS_MAX, POSITION_NUMBERS_MAX } from '../../contracts/limits.ts';

const SQUARE = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
  [0, 0],
];

describe('a position', () => {
  test('loses its altitude and all numbers after it', () => {
    expect(Position.parse([2.35, 48.85, 35, 1])).toEqual([2.35, 48.85]);
  });

  test.each([[[180, 90]], [[-180, -90]], [[0, 0]]])('%j is accepted', (position) => {
    expect(Position.safeParse(position).success).toBe(true);
  });

  test.each([
    ['one number', [2]],
    ['nothing', []],
    ['a longitude over 180', [180.01, 0]],
    ['a latitude under -90', [0, -90.01]],
    ['NaN', [Number.NaN, 0]],
    ['infinity', [0, Number.POSITIVE_INFINITY]],
    ['text', ['2.35', '48.85']],
    ['null', [null, 0]],
    ['an object', { lng: 2, lat: 48 }],
    ['more numbers than any format has', [2.35, 48.85, 35, 1, 1]],
  ])('%s is rejected', (_, position) => {
    expect(Position.safeParse(position).success).toBe(false);
  });
});

describe('a polygon', () => {
  test('may have holes', () => {
    const coordinates = [SQUARE, SQUARE.map(([lng = 0, lat = 0]) => [lng / 2, lat / 2])];
    expect(Polygon.parse({ type: 'Polygon', coordinates }).coordinates).toEqual(coordinates);
  });

  test('is closed if its end positions are equal, whatever their altitudes', () => {
    const ring = [[0, 0, 5], ...SQUARE.slice(1, -1), [0, 0, 9]];
    expect(Polygon.parse({ type: 'Polygon', coordinates: [ring] }).coordinates[0]).toEqual(SQUARE);
  });

  test.each([
    ['no ring', [], 'at least one ring'],
    ['an empty ring', [[]], 'at least 4 positions'],
    ['a ring of three positions', [[...SQUARE.slice(0, 2), [0, 0]]], 'at least 4 positions'],
    ['an open ring', [SQUARE.slice(0, -1)], 'closed ring'],
    ['an open hole', [SQUARE, SQUARE.slice(0, -1)], 'closed ring'],
    ['a ring with a hole in its numbers', [[[0, 0], [1], [1, 1], [0, 0]]], ''],
  ])('with %s is rejected with a message that says what was expected', (_, coordinates, message) => {
    const result = Polygon.safeParse({ type: 'Polygon', coordinates });
    expect(result.error?.message).toContain(message);
  });

  test('has a limit on its total number of positions', () => {
    const ringOf = (length: number) => Array.from({ length }, (_, i) => (i === length - 1 ? [0, 0] : [i / length, 0]));
    const half = POLYGON_POSITIONS_MAX / 2;
    expect(Polygon.safeParse({ type: 'Polygon', coordinates: [ringOf(half), ringOf(half)] }).success).toBe(true);
    expect(Polygon.safeParse({ type: 'Polygon', coordinates: [ringOf(half), ringOf(half + 1)] }).success).toBe(false);
  });

  test.each([
    [
      'a text among numbers',
      [
        [0, 0],
        [1, 'x'],
        [1, 1],
        [0, 0],
      ],
      '0.1.1',
      '',
    ],
    [
      'a position off the earth',
      [
        [0, 0],
        [200, 0],
        [1, 1],
        [0, 0],
      ],
      '0.1',
      'longitude',
    ],
    ['a position of one number', [[0, 0], [1], [1, 1], [0, 0]], '0.1', ''],
    [
      'an infinite number',
      [
        [0, 0],
        [1, 0, Number.POSITIVE_INFINITY],
        [1, 1],
        [0, 0],
      ],
      '0.1.2',
      '',
    ],
    ['too many numbers', [[0, 0], Array(POSITION_NUMBERS_MAX + 1).fill(1), [1, 1], [0, 0]], '0.1', ''],
    ['a word instead of a ring', 'ring', '0', ''],
  ])('reports the path of %s and nothing else', (_, ring, path, words) => {
    const { error } = Polygon.shape.coordinates.safeParse([ring]);
    expect(error?.issues.map((issue) => issue.path.join('.'))).toEqual([path]);
    expect(error?.issues[0]?.message).toContain(words);
  });

  test('is rejected for its size before its faults are collected', () => {
    const many = <Item>(item: Item) => Array.from({ length: 300_000 }, () => item);
    for (const coordinates of [many([]), [many([])], [[many('')]], many(1), many(many(1))]) {
      expect(Polygon.safeParse({ type: 'Polygon', coordinates }).error?.issues).toHaveLength(1);
    }
  });
});

describe('a geometry', () => {
  test('is a point or a polygon without other fields', () => {
    const point = { type: 'Point', coordinates: [2, 48], crs: 'x' };
    expect(Geometry.parse(point)).toEqual({ type: 'Point', coordinates: [2, 48] });
    expect(Geometry.safeParse({ type: 'Polygon', coordinates: [SQUARE] }).success).toBe(true);
  });

  test.each(['LineString', 'MultiPolygon', 'GeometryCollection', 'point', undefined])('is not a %s', (type) => {
    expect(Geometry.safeParse({ type, coordinates: [SQUARE] }).success).toBe(false);
  });
});
