import { pointToPolygonDistance, polygon } from '@turf/turf';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { loadGeometryCore } from '../../../audio-wasm/core.ts';
import type { GeometryCore } from '../../../audio-wasm/kernels.ts';
import { createPlainGeometryCore } from '../../../audio-wasm/reference/geometry.ts';
import { packShapes, type ShapeSource } from '../../../audio-wasm/shapes.ts';
import { evenly } from '../../support/evenly.ts';
import { geodesicM, geodesicToEdgeM } from '../../support/geodesic.ts';
import { compileFreshCore } from '../../support/wasm.ts';

type LngLat = [number, number];

const wasm = loadGeometryCore(await compileFreshCore());
const plain = createPlainGeometryCore();
const CORES: [string, GeometryCore][] = [
  ['the WASM kernel', wasm],
  ['the plain twin', plain],
];

const point = (coordinates: LngLat): ShapeSource => ({ type: 'Point', coordinates });
const zone = (coordinates: LngLat[][]): ShapeSource => ({ type: 'Polygon', coordinates });

function firstOf(shape: ShapeSource | undefined): readonly [number, number] | [] {
  return (shape?.type === 'Point' ? shape.coordinates : shape?.coordinates[0]?.[0]) ?? [];
}

function distance(core: GeometryCore, position: LngLat, shape: ShapeSource): number {
  core.setShapes(packShapes([shape]));
  core.setOrigin(position);
  return core.distanceM(0);
}

function box(west: number, south: number, east: number, north: number): LngLat[] {
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
}

/** A square around Notre-Dame with a square courtyard. */
const OUTER = box(2.349, 48.8525, 2.351, 48.8535);
const HOLE = box(2.3495, 48.8528, 2.3505, 48.8532);
const COURTYARD = zone([OUTER, HOLE]);

const somewhere = fc.record({
  lng: evenly(-180, 180),
  lat: evenly(-80, 80),
});
/** A simple polygon around a place: one vertex a direction, each at its own distance in degrees. */
const starAround = fc.record({
  radii: fc.array(evenly(0.0005, 0.004), { minLength: 3, maxLength: 12 }),
  stretch: fc.constantFrom(1, 1, 5),
});

function star({ lng, lat }: { lng: number; lat: number }, radii: number[], stretch: number): LngLat[] {
  const ring = radii.map((radius, index): LngLat => {
    const angle = (2 * Math.PI * index) / radii.length;
    return [lng + stretch * radius * Math.cos(angle), lat + radius * Math.sin(angle)];
  });
  return [...ring, ring[0] ?? [lng, lat]];
}

const wrapped = ([lng, lat]: LngLat): LngLat => [lng > 180 ? lng - 360 : lng < -180 ? lng + 360 : lng, lat];

describe.each(CORES)('%s', (_, core) => {
  test('gives 0 inside, on an edge and on a corner', () => {
    expect(distance(core, [2.3492, 48.853], COURTYARD)).toBe(0);
    expect(distance(core, [2.35, 48.8525], COURTYARD)).toBe(0);
    expect(distance(core, [2.349, 48.8535], COURTYARD)).toBe(0);
  });

  test('gives 0 on the border of a hole, and in it the way to the nearest edge', () => {
    expect(distance(core, [2.3495, 48.853], COURTYARD)).toBe(0);
    const inCourtyard = distance(core, [2.35, 48.853], COURTYARD);
    expect(inCourtyard).toBeCloseTo(geodesicM([2.35, 48.853], [2.35, 48.8532]), 2);
  });

  test('gives the way to a point, and 0 on it', () => {
    expect(distance(core, [2.35, 48.853], point([2.35, 48.853]))).toBe(0);
    const way = distance(core, [2.35, 48.853], point([2.3512, 48.8537]));
    expect(Math.abs(way - geodesicM([2.35, 48.853], [2.3512, 48.8537]))).toBeLessThan(0.001);
  });

  test('does not see the antimeridian', () => {
    const straddling = zone([
      [
        [179.999, -17],
        [-179.999, -17],
        [-179.999, -16.998],
        [179.999, -16.998],
        [179.999, -17],
      ],
    ]);
    expect(distance(core, [-179.9995, -16.999], straddling)).toBe(0);
    expect(distance(core, [179.9995, -16.999], straddling)).toBe(0);
    expect(distance(core, [-179.998, -16.999], straddling)).toBeCloseTo(
      geodesicM([-179.998, -16.999], [-179.999, -16.999]),
      2,
    );
    expect(distance(core, [179.998, -16.999], straddling)).toBeCloseTo(
      geodesicM([179.998, -16.999], [179.999, -16.999]),
      2,
    );
    expect(distance(core, [-179.999, 0], point([179.999, 0]))).toBeCloseTo(geodesicM([-0.001, 0], [0.001, 0]), 2);
  });

  test('knows its shapes by their place in the list, and no others', () => {
    core.setShapes(packShapes([point([0, 0]), COURTYARD, point([0, 0.001])]));
    core.setOrigin([0, 0]);
    expect(core.distanceM(0)).toBe(0);
    expect(core.distanceM(1)).toBeGreaterThan(5_000_000);
    expect(core.distanceM(2)).toBeCloseTo(110.574, 2);
    expect(() => core.distanceM(3)).toThrow('one of 3 shapes, got 3');
    core.setShapes(packShapes([]));
    expect(() => core.distanceM(0)).toThrow(RangeError);
  });

  test('is within 1 cm of a geodesic below 1 km, from 80 degrees south to 80 degrees north', () => {
    fc.assert(
      fc.property(somewhere, evenly(0, 2 * Math.PI), fc.nat(1000), (at, angle, metres) => {
        const position: LngLat = [at.lng, at.lat];
        const degrees = metres / 111_700;
        const target = wrapped([
          at.lng + (degrees * Math.cos(angle)) / Math.cos((at.lat * Math.PI) / 180),
          at.lat + degrees * Math.sin(angle),
        ]);
        expect(Math.abs(distance(core, position, point(target)) - geodesicM(position, target))).toBeLessThan(0.01);
      }),
      { numRuns: 500 },
    );
  });

  test('is within 1 cm of a geodesic search along every edge below 1 km', () => {
    const offset = evenly(-0.006, 0.006);
    fc.assert(
      fc.property(somewhere, starAround, offset, offset, (at, { radii, stretch }, east, north) => {
        const ring = star(at, radii, stretch);
        const position: LngLat = [at.lng + east, at.lat + north];
        const got = distance(core, wrapped(position), zone([ring.map(wrapped)]));
        const nearest = Math.min(...ring.slice(1).map((to, index) => geodesicToEdgeM(position, ring[index] ?? to, to)));
        // Inside both agree on nothing but the sign; turf decides that below.
        if (got > 0 && nearest < 1000) expect(Math.abs(got - nearest)).toBeLessThan(0.01);
      }),
      { numRuns: 60 },
    );
  });

  test('agrees with turf on inside and outside, and on metres as far as a sphere goes', () => {
    const offset = evenly(-0.006, 0.006);
    const middle = fc.record({
      lng: evenly(-170, 170),
      lat: evenly(-70, 70),
    });
    fc.assert(
      fc.property(middle, starAround, offset, offset, (at, { radii, stretch }, east, north) => {
        const ring = star(at, radii, stretch);
        const position: LngLat = [at.lng + east, at.lat + north];
        const turf = pointToPolygonDistance(position, polygon([ring]), { units: 'meters' });
        const got = distance(core, position, zone([ring]));
        // Turf is negative inside. Its sphere is off by up to 0.6 % from the ellipsoid.
        if (turf < -0.01) expect(got).toBe(0);
        else if (turf > 0.01) expect(Math.abs(got - turf)).toBeLessThan(0.02 + 0.006 * turf);
      }),
      { numRuns: 300 },
    );
  });
});

test('the WASM kernel and its twin give the same bits, near and far', () => {
  const shape = fc.oneof(
    somewhere.map(({ lng, lat }) => point([lng, lat])),
    fc.tuple(somewhere, starAround, evenly(0.1, 0.9)).map(([at, { radii, stretch }, part]) => {
      const ring = star(at, radii, stretch);
      const hole = ring.map(([lng, lat]): LngLat => [at.lng + (lng - at.lng) * part, at.lat + (lat - at.lat) * part]);
      return zone([ring.map(wrapped), hole.map(wrapped)]);
    }),
  );
  fc.assert(
    fc.property(fc.array(shape, { minLength: 1, maxLength: 5 }), somewhere, fc.boolean(), (shapes, at, near) => {
      const [lng = 0, lat = 0] = firstOf(shapes[0]);
      const position: LngLat = near ? wrapped([lng + at.lng / 1e5, lat + at.lat / 1e5]) : [at.lng, at.lat];
      wasm.setShapes(packShapes(shapes));
      plain.setShapes(packShapes(shapes));
      wasm.setOrigin(position);
      plain.setOrigin(position);
      for (const index of shapes.keys()) {
        expect(wasm.distanceM(index)).toBe(plain.distanceM(index));
        expect(wasm.areaDegrees2(index)).toBe(plain.areaDegrees2(index));
      }
    }),
    { numRuns: 2000 },
  );
});
