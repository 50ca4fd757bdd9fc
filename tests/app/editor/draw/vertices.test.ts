import { describe, expect, it } from 'vitest';
import {
  insertAfter,
  listVertices,
  moveVertex,
  removeVertex,
  stepVertex,
} from '../../../../app/editor/draw/vertices.ts';
import type { Geometry, Position } from '../../../../contracts/geo.ts';

const ring: Position[] = [
  [0, 0],
  [4, 0],
  [4, 4],
  [0, 4],
  [0, 0],
];
const hole: Position[] = [
  [1, 1],
  [2, 1],
  [2, 2],
  [1, 1],
];
const zone: Geometry = { type: 'Polygon', coordinates: [ring, hole] };
const point: Geometry = { type: 'Point', coordinates: [2, 48] };
const ringOf = (geometry: Geometry | null, at: number) =>
  geometry?.type === 'Polygon' ? geometry.coordinates[at] : undefined;

describe('the vertices of a shape', () => {
  it('are visited ring by ring, each once, and cyclically', () => {
    expect(listVertices(zone).map(({ path }) => path)).toEqual(['0.0', '0.1', '0.2', '0.3', '1.0', '1.1', '1.2']);
    expect(listVertices(point)).toEqual([{ path: '', position: [2, 48] }]);
    expect([stepVertex(6, 1, 7), stepVertex(0, -1, 7), stepVertex(0, 1, 0)]).toEqual([0, 6, 0]);
  });

  it('are moved, and the ring stays closed where its first one is', () => {
    expect(ringOf(moveVertex(zone, '0.0', [-1, -1]), 0)).toEqual([
      [-1, -1],
      [4, 0],
      [4, 4],
      [0, 4],
      [-1, -1],
    ]);
    expect(ringOf(moveVertex(zone, '1.2', [3, 3]), 1)).toEqual([
      [1, 1],
      [2, 1],
      [3, 3],
      [1, 1],
    ]);
    expect(moveVertex(point, '', [3, 88])).toEqual({ type: 'Point', coordinates: [3, 85] });
  });

  it('are added half-way to the next one, also after the last', () => {
    expect(ringOf(insertAfter(zone, '0.0'), 0)?.[1]).toEqual([2, 0]);
    expect(ringOf(insertAfter(zone, '0.3'), 0)).toEqual([
      [0, 0],
      [4, 0],
      [4, 4],
      [0, 4],
      [0, 2],
      [0, 0],
    ]);
  });

  it('are removed until three are left', () => {
    const triangle = removeVertex(zone, '0.0');
    expect(ringOf(triangle, 0)).toEqual([
      [4, 0],
      [4, 4],
      [0, 4],
      [4, 0],
    ]);
    expect(removeVertex(zone, '1.0')).toBeNull();
    expect(removeVertex(point, '')).toBeNull();
  });

  it('that do not exist change nothing', () => {
    expect(moveVertex(zone, '0.9', [9, 9])).toEqual(zone);
  });
});

describe('the vertices of a zone over the antimeridian', () => {
  const across: Geometry = {
    type: 'Polygon',
    coordinates: [
      [
        [179.999, -17],
        [-179.999, -17],
        [-179.999, -16],
        [179.999, -17],
      ],
    ],
  };

  it('are in one piece, like those of the drawing layer', () => {
    expect(listVertices(across).map(({ position: [lng] }) => lng)).toEqual([
      179.999,
      expect.closeTo(180.001, 9),
      expect.closeTo(180.001, 9),
    ]);
  });

  it('are moved across it and inserted on it, and stored within ±180', () => {
    expect(ringOf(moveVertex(across, '0.0', [180.0005, -17]), 0)?.[0]).toEqual([-179.9995, -17]);
    const [lng] = ringOf(insertAfter(across, '0.0'), 0)?.[1] ?? [0];
    expect(Math.abs(lng)).toBe(180);
    expect(ringOf(removeVertex(insertAfter(across, '0.1'), '0.2'), 0)).toEqual(across.coordinates[0]);
    expect(moveVertex(point, '', [181, 48])).toEqual({ type: 'Point', coordinates: [-179, 48] });
  });
});
