import { describe, expect, it } from 'vitest';
import {
  clampLat,
  closeLine,
  type DrawnFeature,
  DrawnGeometryError,
  insertAfter,
  listVertices,
  moveVertex,
  readCollection,
  readDrawn,
  readLine,
  removeVertex,
  roundPosition,
  stepVertex,
} from '../../../../app/editor/draw/drawn-geometry.ts';
import { wordsForEditorFault } from '../../../../app/editor/editor-fault-words.ts';
import { editorStrings } from '../../../../app/editor/editor-words.ts';
import { boundingBoxOfShapes } from '../../../../app/position/coordinates.ts';
import type { Geometry, Position } from '../../../../contracts/geo.ts';
import { formatWkt } from '../../../../contracts/wkt.ts';

const feature = (type: string, coordinates: unknown) => ({ id: 'a', geometry: { type, coordinates } });
const RING: [number, number][] = [
  [2.1, 48.1],
  [2.2, 48.1],
  [2.2, 48.2],
  [2.1, 48.1],
];

/** Why `readDrawn` rejects a feature: the code, and its words. */
function refusal(drawn: DrawnFeature) {
  try {
    readDrawn(drawn);
  } catch (error) {
    const said = wordsForEditorFault({ why: 'not-drawn', cause: error, isLine: false });
    return [error instanceof DrawnGeometryError && error.fault, said];
  }
  throw new Error('It was not rejected');
}

describe('a drawn geometry', () => {
  it('as a point or a zone becomes well-known text', () => {
    expect(formatWkt(readDrawn(feature('Point', [2.1, 48.1])))).toBe('POINT (2.1 48.1)');
    expect(formatWkt(readDrawn(feature('Polygon', [RING])))).toBe('POLYGON ((2.1 48.1, 2.2 48.1, 2.2 48.2, 2.1 48.1))');
  });

  it('is written to the centimetre', () => {
    expect(readDrawn(feature('Point', [2.123456789, 48.987654321]))).toEqual({
      type: 'Point',
      coordinates: [2.1234568, 48.9876543],
    });
  });

  it('on a map turned around the world is stored where it was meant', () => {
    const turned = RING.map(([lng = 0, lat]) => [lng + 720, lat]);
    expect(formatWkt(readDrawn(feature('Polygon', [turned])))).toBe(
      'POLYGON ((2.1 48.1, 2.2 48.1, 2.2 48.2, 2.1 48.1))',
    );
  });

  it.each([
    ['from the west', [179, 181, 181, 179]],
    ['from the east', [-179, -181, -181, -179]],
    ['on a map moved between two clicks', [179, -179, 181, 179]],
  ])('across the 180th meridian, %s, stays in one piece', (_from, lngs) => {
    const ring = [...lngs, lngs[0] ?? 0].map((lng, at) => [lng, at === 1 || at === 2 ? 11 : 10]);
    const drawn = readDrawn(feature('Polygon', [ring]));
    expect((drawn.coordinates as [number, number][][])[0]?.every(([lng]) => Math.abs(lng) === 179)).toBe(true);
    expect(
      boundingBoxOfShapes([drawn])
        ?.map(([lng]) => Math.abs(lng))
        .sort(),
    ).toEqual([179, 181]);
  });

  it.each([
    ['as a box of the whole width', [-180, 180, 180, -180, -180], [80, 80, 85, 85, 80]],
    ['up to it, as world maps are cut', [-180, 0, 180, 180, -180, -180], [80, 80, 80, 90, 90, 80]],
    ['on a map moved around the world', [0, 70, 140, -150, -80, 0], [80, 80, 80, 80, 80, 80]],
  ])('around a pole, %s, surrounds it', (_how, lngs, lats) => {
    const ring = lngs.map((lng, at) => [lng, lats[at]]);
    const [[west, south] = [0, 0], [east] = [0]] = boundingBoxOfShapes([readDrawn(feature('Polygon', [ring]))]) ?? [];
    expect([east - west, south]).toEqual([360, 80]);
  });

  it('wider than half the earth is not taken for its complement', () => {
    const ring = [-120, 130, 130, -120, -120].map((lng, at) => [lng, at === 1 || at === 2 ? 11 : 10]);
    expect(boundingBoxOfShapes([readDrawn(feature('Polygon', [ring]))])).toEqual([
      [-120, 10],
      [130, 11],
    ]);
  });

  it('without a geometry is rejected', () => {
    expect(refusal({ geometry: null })).toEqual([{ why: 'no-geometry' }, 'Invalid geometry: null']);
  });

  it.each(['LineString', 'MultiPolygon', 'GeometryCollection'])('as a %s is rejected', (type) => {
    const refused = refusal(feature(type, [[2, 48]]));
    expect(refused).toEqual([{ why: 'wrong-type', type }, `Invalid geometry type: ${type}`]);
  });

  it('with too few positions or numbers is rejected', () => {
    const refused = [{ why: 'invalid' }, editorStrings.invalidShape];
    expect(refusal(feature('Polygon', [RING.slice(0, 3)]))).toEqual(refused);
    expect(refusal(feature('Point', [2.1]))).toEqual(refused);
  });
});

describe('a collection', () => {
  it('gives its features', () => {
    expect(readCollection({ type: 'FeatureCollection', features: [feature('Point', [2, 48])] })).toHaveLength(1);
  });

  it.each([null, undefined, {}, { type: 'Feature' }, { type: 'FeatureCollection', features: {} }])(
    'of the wrong form is rejected: %o',
    (value) => {
      expect(() => readCollection(value)).toThrow('Invalid FeatureCollection');
    },
  );
});

describe('a line', () => {
  it('of three vertices can be closed to a zone', () => {
    expect(closeLine(RING.slice(0, 3))).toEqual({ type: 'Polygon', coordinates: [RING] });
  });

  it('gives its positions, and other values give none', () => {
    const line = feature('LineString', [
      [362.1, 48.1],
      [362.3, 48.3],
    ]);
    expect(readLine(line)).toEqual([
      [2.1, 48.1],
      [2.3, 48.3],
    ]);
    expect(readLine(feature('Point', [2, 48]))).toBeNull();
    expect(readLine({ geometry: null })).toBeNull();
  });

  it('across the 180th meridian keeps all of its vertices, and can be closed', () => {
    const line = readLine(
      feature('LineString', [
        [179, 10],
        [181, 10],
        [180.5, 11],
      ]),
    );
    expect(line).toEqual([
      [179, 10],
      [-179, 10],
      [-179.5, 11],
    ]);
    expect(boundingBoxOfShapes([closeLine(line ?? []) ?? { type: 'Point', coordinates: [0, 0] }])?.[1]).toEqual([
      181, 11,
    ]);
  });

  it('of two vertices cannot be closed, and neither can anything else', () => {
    expect(closeLine(RING.slice(0, 2))).toBeNull();
    expect(closeLine([])).toBeNull();
  });
});

it('moved positions stay within 85 degrees of the equator', () => {
  expect([clampLat(89), clampLat(-90), clampLat(48.8)]).toEqual([85, -85, 48.8]);
  expect(roundPosition([2.00000004, 86])).toEqual([2, 85]);
});

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
