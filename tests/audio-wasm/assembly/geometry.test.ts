import { readFileSync } from 'node:fs';
import { pointToPolygonDistance, polygon } from '@turf/turf';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { loadGeometryCore } from '../../../audio-wasm/core.ts';
import type { GeometryCore } from '../../../audio-wasm/kernels.ts';
import { createPlainGeometryCore } from '../../../audio-wasm/reference/geometry.ts';
import { packShapes, type ShapeSource } from '../../../audio-wasm/shapes.ts';
import { compileFreshCore } from '../../support/audio/wasm.ts';
import { evenly } from '../../support/geometry/evenly.ts';
import { geodesicM, geodesicToEdgeM } from '../../support/geometry/geodesic.ts';

type LngLat = [number, number];

interface GoldenCase {
  readonly shape: ShapeSource;
  readonly position: LngLat;
  readonly distanceM: number;
  readonly geodesicM: number;
  readonly areaDegrees2: number;
}

const golden: GoldenCase[] = JSON.parse(
  readFileSync(new URL('../../fixtures/geometry/golden.json', import.meta.url), 'utf8'),
);
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

const BULGE_M = 0.2;

/** A square around Notre-Dame with a square courtyard. */
const OUTER = box(2.349, 48.8525, 2.351, 48.8535);
const HOLE = box(2.3495, 48.8528, 2.3505, 48.8532);
const COURTYARD = zone([OUTER, HOLE]);

const somewhere = fc.record({
  lng: evenly(-180, 180),
  lat: evenly(-80, 80),
});
/** A simple polygon around a place: one vertex per direction, each at its own distance in degrees. */
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

  test('gives 0 on the border of a hole, and the distance to the nearest edge within it', () => {
    expect(distance(core, [2.3495, 48.853], COURTYARD)).toBe(0);
    const inCourtyard = distance(core, [2.35, 48.853], COURTYARD);
    expect(inCourtyard).toBeCloseTo(geodesicM([2.35, 48.853], [2.35, 48.8532]), 2);
  });

  test('gives the distance to a point, and 0 on it', () => {
    expect(distance(core, [2.35, 48.853], point([2.35, 48.853]))).toBe(0);
    const way = distance(core, [2.35, 48.853], point([2.3512, 48.8537]));
    expect(Math.abs(way - geodesicM([2.35, 48.853], [2.3512, 48.8537]))).toBeLessThan(0.001);
  });

  test('is not affected by the antimeridian', () => {
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

  test('identifies shapes by their index, and rejects other indices', () => {
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
        // Inside, only the signs agree; turf decides that below.
        if (got > 0 && nearest < 1000) expect(Math.abs(got - nearest)).toBeLessThan(0.01);
      }),
      { numRuns: 60 },
    );
  });

  test('agrees with turf on inside and outside, and on metres within the error of a sphere', () => {
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
        // Turf is negative inside. Its sphere is off by up to 0.6 % from the ellipsoid, and its edges are great circles,
        // which bulge from a parallel: 0.12 m in the middle of 1.5 km at 70 degrees.
        if (turf < -BULGE_M) expect(got).toBe(0);
        else if (turf > BULGE_M) expect(Math.abs(got - turf)).toBeLessThan(BULGE_M + 0.006 * turf);
      }),
      { numRuns: 300 },
    );
  });
});

type GridPosition = readonly [number, number];

/** Grid units per degree: seven decimals, as in geolocation and GeoJSON; about a centimetre. */
const UNITS_PER_DEGREE = 10_000_000;

/**
 * Where a position lies with respect to one ring, by the even-odd rule. All numbers are whole and below some millions, so that
 * every product is exact: there is no rounding in this answer.
 */
function placeInRing(position: GridPosition, ring: readonly GridPosition[]) {
  let inside = false;
  for (let index = 1; index < ring.length; index++) {
    const [a, b] = [ring[index - 1] ?? position, ring[index] ?? position];
    const turn = (b[0] - a[0]) * (position[1] - a[1]) - (b[1] - a[1]) * (position[0] - a[0]);
    if (turn === 0 && isBetween(position[0], a[0], b[0]) && isBetween(position[1], a[1], b[1])) return 'border';
    const isAbove = b[1] > position[1];
    // The ray to the east crosses this edge if the position is to the left of the upward edge.
    if (a[1] > position[1] !== isAbove && turn > 0 === isAbove && turn !== 0) inside = !inside;
  }
  return inside ? 'inside' : 'outside';
}

/** The outer ring of a shape, without its holes; borders of holes count if the outer ring reaches them. */
function placeInRings(position: GridPosition, [outer = [], ...holes]: readonly (readonly GridPosition[])[]) {
  const inOuter = placeInRing(position, outer);
  if (inOuter !== 'inside') return inOuter;
  const inHoles = holes.map((hole) => placeInRing(position, hole));
  if (inHoles.includes('border')) return 'border';
  return inHoles.includes('inside') ? 'hole' : 'inside';
}

function isBetween(value: number, a: number, b: number): boolean {
  return value >= Math.min(a, b) && value <= Math.max(a, b);
}

/** A lattice of 200 grid units (about 2 m), where vertices and positions often meet, with odd ones in between. */
const latticeOffset = fc
  .tuple(fc.integer({ min: -3, max: 3 }), fc.constantFrom(0, 0, 0, 0, 0, 0, 0, 0, 1, -1, 77))
  .map(([steps, odd]) => steps * 200 + odd);
const latticePosition = fc.tuple(latticeOffset, latticeOffset);
const latticeRing = fc
  .array(latticePosition, { minLength: 3, maxLength: 9 })
  .map((ring): [number, number][] => [...ring, ring[0] ?? [0, 0]]);
const latticeBase = fc.oneof(
  fc.tuple(fc.integer({ min: -180, max: 180 }), fc.integer({ min: -80, max: 80 })),
  fc.constantFrom<LngLat>([180, 0], [-180, 52], [180, -80], [2, 80], [0, 0]),
);

describe.each(CORES)('%s, against exact arithmetic on a grid', (_, core) => {
  test('gives side and distance for rings that touch, cross, double back and nest', () => {
    const seen = { inside: 0, border: 0, outside: 0, hole: 0 };
    const rings = fc.array(latticeRing, { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(latticeBase, fc.noBias(rings), fc.noBias(latticePosition), ([lng, lat], grid, gridPosition) => {
        const toDegrees = ([east, north]: readonly [number, number]): LngLat => [
          (lng * UNITS_PER_DEGREE + east) / UNITS_PER_DEGREE,
          (lat * UNITS_PER_DEGREE + north) / UNITS_PER_DEGREE,
        ];
        const there = zone(grid.map((ring) => ring.map(toDegrees).map(wrapped)));
        const position = toDegrees(gridPosition);
        const got = distance(core, wrapped(position), there);
        const relation = placeInRings(gridPosition, grid);
        seen[relation] += 1;
        if (relation === 'inside' || relation === 'border') {
          expect(got).toBe(0);
          return;
        }
        // Outside a zone the outer ring is met first, in a hole the hole’s edge.
        const edges = (relation === 'outside' ? grid.slice(0, 1) : grid.slice(1)).flatMap((ring) =>
          ring.slice(1).map((to, index) => geodesicToEdgeM(position, toDegrees(ring[index] ?? to), toDegrees(to))),
        );
        expect(Math.abs(got - Math.min(...edges))).toBeLessThan(0.01);
      }),
      { numRuns: 400, seed: 1 },
    );
    expect(Math.min(seen.inside, seen.border, seen.outside)).toBeGreaterThan(20);
  });

  test('alternates inside a ring that crosses itself, and ignores a hole beside it', () => {
    const bowTie = zone([
      [
        [0, 0],
        [0.002, 0.002],
        [0.002, 0],
        [0, 0.002],
        [0, 0],
      ],
    ]);
    expect([distance(core, [0.0002, 0.001], bowTie), distance(core, [0.0018, 0.001], bowTie)]).toEqual([0, 0]);
    expect(distance(core, [0.001, 0.0019], bowTie)).toBeGreaterThan(50);
    const beside = zone([box(0, 0, 0.001, 0.001), box(0.01, 0, 0.011, 0.001)]);
    expect(distance(core, [0.0105, 0.0005], beside)).toBeCloseTo(geodesicM([0.0105, 0.0005], [0.001, 0.0005]), 0);
  });

  test('contains all positions around a pole, and none outside the ring or in its hole', () => {
    const around = (lat: number, pole: number): LngLat[][] => [
      [...[-135, -45, 45, 135, -135].map((lng): LngLat => [lng, lat])],
      [...[-180, -90, 0, 90, 180].map((lng): LngLat => [lng, lat]), [180, pole], [-180, pole], [-180, lat]],
      box(-180, Math.min(lat, pole), 180, Math.max(lat, pole)),
    ];
    for (const [lat, pole, side] of [
      [80, 90, 1],
      [-70, -90, -1],
    ] as const) {
      for (const ring of around(lat, pole)) {
        const hole = box(179.9, lat + side * 4, 180.1, lat + side * 5).map(wrapped);
        const cap = zone([ring, hole]);
        for (const lng of [-180, -179.99, -135, -1, 0, 77, 179.99, 180]) {
          expect(distance(core, [lng, lat + side], cap)).toBe(0);
          expect(distance(core, [lng, pole], cap)).toBe(0);
          const away = geodesicM([lng, lat - side * 0.005], [lng, lat]);
          expect(distance(core, [lng, lat - side * 0.005], cap)).toBeCloseTo(away, 2);
        }
        for (const lng of [-179.95, 179.95, 179.9999]) {
          expect(distance(core, [lng, lat + side * 4.5], cap)).toBeGreaterThan(500);
        }
      }
    }
  });

  test('treats a degenerate ring as a point or a line', () => {
    const spot: LngLat = [2.35, 48.853];
    const end: LngLat = [2.352, 48.853];
    expect(distance(core, spot, zone([[spot, spot, spot, spot]]))).toBe(0);
    const aside = geodesicM([2.351, 48.854], [2.351, 48.853]);
    expect(distance(core, [2.351, 48.854], zone([[spot, end, end, spot, spot]]))).toBeCloseTo(aside, 2);
    expect(distance(core, [2.3505, 48.853], zone([[spot, end, spot, spot]]))).toBe(0);
    expect(distance(core, [2.351, 48.854], zone([[spot, spot, spot, spot]]))).toBeCloseTo(
      geodesicM([2.351, 48.854], spot),
      2,
    );
  });

  test('handles a sliver a centimetre wide', () => {
    const sliver = zone([box(2.35, 48.853, 2.35000015, 48.863)]);
    expect(distance(core, [2.35000007, 48.858], sliver)).toBe(0);
    expect(distance(core, [2.35000022, 48.858], sliver)).toBeCloseTo(
      geodesicM([2.35000022, 48.858], [2.35000015, 48.858]),
      4,
    );
  });

  test('finds a zone wider than half the earth from all sides, and its hole', () => {
    const band: LngLat[] = [-100, 0, 100, 100, 0, -100, -100].map((lng, index) => [
      lng,
      index < 3 || index > 5 ? 10 : 20,
    ]);
    const hole = [...box(95, 12, 96, 18)];
    for (const ring of [band, band.toReversed(), [...band.slice(2), ...band.slice(1, 3)]]) {
      const wide = zone([ring, hole]);
      for (const lng of [-100, -99, 0, 94.9, 99, 100]) expect(distance(core, [lng, 15], wide)).toBe(0);
      expect(distance(core, [100.005, 15], wide)).toBeCloseTo(geodesicM([100.005, 15], [100, 15]), 2);
      expect(distance(core, [-100.005, 15], wide)).toBeCloseTo(geodesicM([-100.005, 15], [-100, 15]), 2);
      expect(distance(core, [95.005, 15], wide)).toBeCloseTo(geodesicM([95.005, 15], [95, 15]), 2);
    }
  });
});

describe.each(CORES)('%s, with changing shapes', (_, core) => {
  const somewhereNear = fc.tuple(evenly(-0.01, 0.01), evenly(-0.01, 0.01));
  const source = fc
    .tuple(somewhereNear, fc.option(starAround))
    .map(([[lng, lat], around]) =>
      around === null ? point([lng, lat]) : zone([star({ lng, lat }, around.radii, around.stretch)]),
    );

  test('gives the same results as with the remaining shapes set at once', () => {
    const part = fc.record({
      added: fc.array(source, { maxLength: 6 }),
      kept: fc.array(fc.boolean(), { maxLength: 30 }),
    });
    fc.assert(
      fc.property(
        fc.array(source, { maxLength: 6 }),
        fc.array(part, { minLength: 1, maxLength: 6 }),
        (initial, parts) => {
          core.setShapes(packShapes(initial));
          let left = initial;
          for (const { added, kept } of parts) {
            core.addShapes(packShapes(added));
            left = [...left, ...added];
            const keeping = [...left.keys()].filter((index) => kept[index] !== false);
            core.retainShapes(keeping);
            left = left.filter((_shape, index) => kept[index] !== false);
          }
          core.setOrigin([0.001, 0.002]);
          const got = left.map((_shape, index) => [core.distanceM(index), core.areaDegrees2(index)]);
          expect(() => core.distanceM(left.length)).toThrow(`one of ${left.length} shapes`);
          core.setShapes(packShapes(left));
          expect(got).toEqual(left.map((_shape, index) => [core.distanceM(index), core.areaDegrees2(index)]));
        },
      ),
      { numRuns: 200 },
    );
  });

  test('rejects unknown indices and an order that is not ascending', () => {
    core.setShapes(packShapes([point([0, 0]), COURTYARD]));
    expect(() => core.retainShapes([2])).toThrow('one of 2 shapes, got 2');
    expect(() => core.retainShapes([1, 0])).toThrow('ascending indices, got 0 after 1');
    expect(() => core.retainShapes([0, 0])).toThrow(RangeError);
    core.setOrigin([2.3492, 48.853]);
    expect(core.distanceM(1)).toBe(0);
  });

  test('gives areas without holes, whichever way the rings turn', () => {
    const area = (shape: ShapeSource): number => {
      core.setShapes(packShapes([shape]));
      return core.areaDegrees2(0);
    };
    expect(area(zone([OUTER, HOLE]))).toBeCloseTo(0.002 * 0.001 - 0.001 * 0.0004, 15);
    expect(area(zone([OUTER.toReversed(), HOLE]))).toBeCloseTo(0.002 * 0.001 - 0.001 * 0.0004, 15);
    expect(area(zone([box(179.999, 0, 180.001, 0.001).map(wrapped)]))).toBeCloseTo(0.002 * 0.001, 15);
    expect(area(point([2, 48]))).toBe(0);
    expect(area(zone([HOLE, OUTER]))).toBe(0);
  });
});

describe.each(CORES)('%s gives the golden distances', (_, core) => {
  test('to the last bit, and they are within 1 cm of the geodesic', () => {
    expect(golden).toHaveLength(127);
    for (const { shape, position, distanceM, geodesicM: referee, areaDegrees2 } of golden) {
      expect(distance(core, position, shape)).toBe(distanceM);
      expect(core.areaDegrees2(0)).toBe(areaDegrees2);
      expect(Math.abs(distanceM - referee)).toBeLessThan(0.01);
    }
    expect(golden.filter(({ distanceM }) => distanceM === 0).length).toBeGreaterThan(5);
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
    { numRuns: 1000 },
  );
});

const degrees = (whole: number, minutes: number, seconds: number): number =>
  Math.sign(whole) * (Math.abs(whole) + minutes / 60 + seconds / 3600);

test('the reference gives the published length from Flinders Peak to Buninyong', () => {
  const flindersPeak = [degrees(144, 25, 29.52442), degrees(-37, 57, 3.7203)] as const;
  const buninyong = [degrees(143, 55, 35.3839), degrees(-37, 39, 10.15611)] as const;
  expect(geodesicM(flindersPeak, buninyong)).toBeCloseTo(54_972.271, 3);
});

test('the reference gives the length of a degree on the equator and at the pole', () => {
  expect(geodesicM([10, 0], [11, 0])).toBeCloseTo((6_378_137 * Math.PI) / 180, 6);
  expect(geodesicM([179.5, 0], [-179.5, 0])).toBeCloseTo((6_378_137 * Math.PI) / 180, 6);
  // WGS 84's meridian radius of curvature at the pole is a / sqrt(1 - e2).
  expect(geodesicM([0, 89.999], [0, 90])).toBeCloseTo((6_399_593.626 * Math.PI) / 180_000, 4);
});
