import { describe, expect, it } from 'vitest';
import {
  clampLat,
  closeLine,
  readCollection,
  readDrawn,
  readLine,
  roundPosition,
} from '../../../../../app/features/editor/draw/drawn-geometry.ts';
import { printWkt } from '../../../../../contracts/wkt.ts';

const feature = (type: string, coordinates: unknown) => ({ id: 'a', geometry: { type, coordinates } });
const RING: [number, number][] = [
  [2.1, 48.1],
  [2.2, 48.1],
  [2.2, 48.2],
  [2.1, 48.1],
];

describe('what was drawn', () => {
  it('as a point or a zone becomes well-known text', () => {
    expect(printWkt(readDrawn(feature('Point', [2.1, 48.1])))).toBe('POINT (2.1 48.1)');
    expect(printWkt(readDrawn(feature('Polygon', [RING])))).toBe('POLYGON ((2.1 48.1, 2.2 48.1, 2.2 48.2, 2.1 48.1))');
  });

  it('is told to the centimetre', () => {
    expect(readDrawn(feature('Point', [2.123456789, 48.987654321]))).toEqual({
      type: 'Point',
      coordinates: [2.1234568, 48.9876543],
    });
  });

  it('on a map that was turned around the world is where it was meant', () => {
    const turned = RING.map(([lng = 0, lat]) => [lng + 720, lat]);
    expect(printWkt(readDrawn(feature('Polygon', [turned])))).toBe(
      'POLYGON ((2.1 48.1, 2.2 48.1, 2.2 48.2, 2.1 48.1))',
    );
  });

  it('across the 180th meridian, which a place can not be, is refused rather than bent around the world', () => {
    const across = [179, 181, 181, 179].map((lng, at) => [lng, at < 2 ? 10 : 11]);
    const ring = [...across, across[0]];
    expect(() => readDrawn(feature('Polygon', [ring]))).toThrow(/^Invalid geometry: Expected \[longitude, latitude\]/);
  });

  it('without a geometry is refused', () => {
    expect(() => readDrawn({ geometry: null })).toThrow('Invalid geometry: null');
  });

  it.each(['LineString', 'MultiPolygon', 'GeometryCollection'])('as a %s is refused', (type) => {
    expect(() => readDrawn(feature(type, [[2, 48]]))).toThrow(`Invalid geometry type: ${type}`);
  });

  it('with too few positions, or too few numbers, is refused with the reason', () => {
    expect(() => readDrawn(feature('Polygon', [RING.slice(0, 3)]))).toThrow('at least 4 positions');
    expect(() => readDrawn(feature('Point', [2.1]))).toThrow(/^Invalid geometry: /);
  });
});

describe('a collection', () => {
  it('tells its features', () => {
    expect(readCollection({ type: 'FeatureCollection', features: [feature('Point', [2, 48])] })).toHaveLength(1);
  });

  it.each([null, undefined, {}, { type: 'Feature' }, { type: 'FeatureCollection', features: {} }])(
    'that is none is refused: %o',
    (value) => {
      expect(() => readCollection(value)).toThrow('Invalid FeatureCollection');
    },
  );
});

describe('a line', () => {
  it('of three vertices can be closed to a zone', () => {
    expect(closeLine(RING.slice(0, 3))).toEqual({ type: 'Polygon', coordinates: [RING] });
  });

  it('has its positions read, and what is none has none', () => {
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

  it('of two can not, and neither can anything else', () => {
    expect(closeLine(RING.slice(0, 2))).toBeNull();
    expect(closeLine([])).toBeNull();
  });
});

it('keeps what is moved within 85 degrees of the equator', () => {
  expect([clampLat(89), clampLat(-90), clampLat(48.8)]).toEqual([85, -85, 48.8]);
  expect(roundPosition([2.00000004, 86])).toEqual([2, 85]);
});
