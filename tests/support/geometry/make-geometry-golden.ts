import { writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { createPlainGeometryCore } from '../../../audio-wasm/reference/geometry.ts';
import { packShapes, type ShapeSource } from '../../../audio-wasm/shapes.ts';
import { evenly } from './evenly.ts';
import { geodesicM, geodesicToEdgeM } from './geodesic.ts';

/** `tsx tests/support/geometry/make-geometry-golden.ts`: makes the golden fixture of the geometry kernel anew. */

type LngLat = [number, number];
const CASES = 120;
const SEED = 1883;

const corner = fc.constantFrom<LngLat>(
  [2.347, 48.8555],
  [180, 0],
  [-180, -17],
  [0, 80],
  [-70, -80],
  [0, 0],
  [151, -33],
);
const offset = fc.tuple(evenly(-0.003, 0.003), evenly(-0.003, 0.003));
const one = fc.record({
  corner,
  offset,
  radii: fc.option(fc.array(evenly(0.0002, 0.004), { minLength: 3, maxLength: 9 }), { freq: 4 }),
  hole: fc.option(evenly(0.1, 0.9)),
});

function round([lng, lat]: LngLat): LngLat {
  const wrapped = lng > 180 ? lng - 360 : lng < -180 ? lng + 360 : lng;
  return [Number(wrapped.toFixed(9)), Number(lat.toFixed(9))];
}

const core = createPlainGeometryCore();
const cases = fc
  .sample(fc.noBias(one), { seed: SEED, numRuns: CASES })
  .map(({ corner: [lng, lat], offset: [east, north], radii, hole }) => {
    const position = round([lng + east, lat + north]);
    const star = (part: number): LngLat[] => {
      const ring = (radii ?? []).map((radius, index): LngLat => {
        const angle = (2 * Math.PI * index) / (radii?.length ?? 1);
        return round([lng + part * radius * Math.cos(angle), lat + part * radius * Math.sin(angle)]);
      });
      return [...ring, ring[0] ?? [lng, lat]];
    };
    const shape: ShapeSource =
      radii === null
        ? { type: 'Point', coordinates: [lng, lat] }
        : { type: 'Polygon', coordinates: hole === null ? [star(1)] : [star(1), star(hole)] };
    core.setShapes(packShapes([shape]));
    core.setOrigin(position);
    const distanceM = core.distanceM(0);
    return {
      shape,
      position,
      distanceM,
      geodesicM: distanceM === 0 ? 0 : referee(position, shape),
      areaDegrees2: core.areaDegrees2(0),
    };
  });

function referee(position: LngLat, { type, coordinates }: ShapeSource): number {
  if (type === 'Point') return geodesicM(position, coordinates);
  // As the shape stands, in one piece beside the position.
  const near = ([lng, lat]: readonly [number, number]): LngLat => [
    lng - 360 * Math.round((lng - position[0]) / 360),
    lat,
  ];
  const edges = coordinates.flatMap((ring) =>
    ring.slice(1).map((to, index) => [near(ring[index] ?? to), near(to)] as const),
  );
  return Math.min(...edges.map(([from, to]) => geodesicToEdgeM(position, from, to)));
}

/** Shapes as nobody means them but people send them; each with the edge that is nearest, or none where one is inside. */
const square: LngLat[] = [
  [2.347, 48.855],
  [2.348, 48.855],
  [2.348, 48.856],
  [2.347, 48.856],
  [2.347, 48.855],
];
const beside = square.map(([lng, lat]): LngLat => [lng + 0.005, lat]);
const bowTie = [0, 2, 1, 3, 0].map((at): LngLat => square[at] ?? [0, 0]);
const aroundPole = [-180, -90, 0, 90, -180].map((lng): LngLat => [lng, 80]);
const acrossDateLine = square.map(([lng, lat]): LngLat => round([lng + 177.6525, lat]));
const zone = (...coordinates: LngLat[][]): ShapeSource => ({ type: 'Polygon', coordinates });
const odd: readonly [ShapeSource, LngLat, readonly [LngLat, LngLat] | null][] = [
  [zone(square, beside), [2.3525, 48.8555], [square[1] ?? [0, 0], square[2] ?? [0, 0]]],
  [zone(square, beside), [2.3475, 48.8555], null],
  [zone(bowTie), [2.3471, 48.8555], null],
  [zone(bowTie), [2.3475, 48.8557], [square[0] ?? [0, 0], square[2] ?? [0, 0]]],
  [zone(aroundPole), [179.5, 85], null],
  [zone(aroundPole), [45, 79.995], [aroundPole[2] ?? [0, 0], aroundPole[3] ?? [0, 0]]],
  [zone(acrossDateLine), [-179.9998, 48.8555], null],
];
for (const [shape, position, edge] of odd) {
  core.setShapes(packShapes([shape]));
  core.setOrigin(position);
  cases.push({
    shape,
    position,
    distanceM: core.distanceM(0),
    geodesicM: edge === null ? 0 : geodesicToEdgeM(position, ...edge),
    areaDegrees2: core.areaDegrees2(0),
  });
}

const path = new URL('../../fixtures/geometry/golden.json', import.meta.url);
writeFileSync(path, `${JSON.stringify(cases, null, 2)}\n`);
console.log(`${cases.length} cases, ${cases.filter(({ distanceM }) => distanceM === 0).length} of them at 0 m`);
