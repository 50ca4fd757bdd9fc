import { describe, expect, test } from 'vitest';
import { Geometry, type Position } from '../../contracts/geo.ts';
import { NewGeometry, zoneFault } from '../../contracts/new-geometry.ts';

type Ring = number[][];
const zone = (...open: Ring) => ({ type: 'Polygon' as const, coordinates: [[...open, open[0] ?? []]] });
const faultsOf = (shape: unknown): string => NewGeometry.safeParse(shape).error?.issues[0]?.message ?? '';
const stored = (shape: unknown): unknown => NewGeometry.parse(shape).coordinates;

describe('a zone that nobody can stand in is rejected with a reason', () => {
  test.each([
    ['5 km long and a centimetre wide', zone([2.3, 48.855], [2.368, 48.855], [2.35, 48.8550001])],
    ['narrower than a double can represent', zone([0, 0], [1.12, 5.99e-15], [1.21, 0])],
    ['with edges whose squares underflow to 0', zone([0, 0], [5e-324, 0], [5e-324, 5e-324])],
    ['without area', zone([2.347, 48.855], [2.348, 48.855])],
    ['a line there and back', zone([2.347, 48.855], [2.348, 48.856], [2.349, 48.857], [2.348, 48.856])],
    ['all at one point', zone([2.347, 48.855], [2.347, 48.855], [2.347, 48.855])],
    ['a centimetre large', zone([2.347, 48.855], [2.3470001, 48.855], [2.3470001, 48.8550001])],
    ['flat across the antimeridian', zone([179.9, 0], [-179.9, 0], [180, 1e-8])],
    [
      'a hole that fills the zone',
      {
        type: 'Polygon',
        coordinates: [...zone([0, 0], [1, 0], [1, 1]).coordinates, ...zone([0, 0], [1, 0], [1, 1]).coordinates],
      },
    ],
  ])('%s', (_what, shape) => {
    // Shapes stored by earlier versions can still be read.
    const read = Geometry.safeParse(shape);
    if (read.success) expect(zoneFault(read.data)).toBe('flat');
    expect(faultsOf(shape)).toMatch(
      read.success ? /^Expected a zone to stand in, 0\.2 m wide, got one that is .* m wide at most$/ : /ring/,
    );
  });

  test('a long thin zone is accepted', () => {
    const upper = Array.from({ length: 101 }, (_, at) => [2.3 + at * 0.00136, 48.855]);
    const lower = Array.from({ length: 101 }, (_, at) => [2.436 - at * 0.00136, 48.855018]);
    expect(faultsOf(zone(...upper, ...lower))).toBe('');
    expect(faultsOf(zone([2.3, 48.855], [2.301, 48.856], [2.301006, 48.856], [2.300006, 48.855]))).toBe('');
    expect(faultsOf(zone([2.347, 48.855], [2.348, 48.856], [2.348, 48.855], [2.347, 48.856]))).toBe('');
  });
});

describe('a geometry from a map or typed by hand', () => {
  test('on another copy of the world or across the antimeridian is stored within ±180', () => {
    expect(stored(zone([1082.347, 48.855], [1082.348, 48.855], [1082.348, 48.856]))).toEqual(
      zone([2.347, 48.855], [2.348, 48.855], [2.348, 48.856]).coordinates,
    );
    const across = zone([179.999, -16.8], [-179.999, -16.8], [-179.999, -16.799], [179.999, -16.799]);
    expect(stored(zone([179.999, -16.8], [180.001, -16.8], [180.001, -16.799], [179.999, -16.799]))).toEqual(
      across.coordinates,
    );
    expect(stored(across)).toEqual(across.coordinates);
  });

  test('loses repeated positions and altitudes', () => {
    expect(
      stored(zone([2.347, 48.855, 35], [2.347, 48.855, 35], [2.348, 48.855], [2.348, 48.856], [2.348, 48.856])),
    ).toEqual(zone([2.347, 48.855], [2.348, 48.855], [2.348, 48.856]).coordinates);
  });

  test('around a pole is a zone, however it is closed', () => {
    const ring = [-180, -90, 0, 90, 180].map((lng): Position => [lng, 80]);
    expect(stored({ type: 'Polygon', coordinates: [ring] })).toEqual([[...ring.slice(0, -1), ring[0]]]);
    expect(faultsOf({ type: 'Polygon', coordinates: [[...ring, [180, 90], [-180, 90], [-180, 80]]] })).toBe('');
    expect(faultsOf(zone([-180, 80], [180, 80], [180, 90], [-180, 90]))).toBe('');
  });

  test('that circles the earth more than once is rejected', () => {
    const twice = [0, 120, -120, 0, 120, -120].map((lng, at) => [lng, at]);
    expect(faultsOf(zone(...twice))).toBe('Expected rings that go around the earth once at most');
  });

  test.each([
    [
      'a MultiPolygon',
      { type: 'MultiPolygon', coordinates: [zone([0, 0], [1, 0], [1, 1]).coordinates] },
      'Expected a Point or a Polygon',
    ],
    ['null', null, 'Expected a Point or a Polygon'],
    ['a huge longitude', zone([1e300, 0], [-1e300, 0], [0, 1]), 'within [-180..180'],
    ['a point beyond the world', { type: 'Point', coordinates: [200, 3] }, 'within [-180..180'],
    ['text', { type: 'Polygon', coordinates: [['a']] }, ''],
  ])('as %s is rejected with a reason', (_what, shape, words) => {
    expect(NewGeometry.safeParse(shape).success).toBe(false);
    expect(faultsOf(shape)).toContain(words);
  });
});
