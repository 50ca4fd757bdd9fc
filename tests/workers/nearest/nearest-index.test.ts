import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { loadGeometryCore } from '../../../audio-wasm/core.ts';
import { createPlainGeometryCore } from '../../../audio-wasm/reference/geometry.ts';
import { packShapes, scaleAt } from '../../../audio-wasm/shapes.ts';
import { PlaceId } from '../../../contracts/vocabulary.ts';
import type { NearestPlace, SeedPlace } from '../../../workers/nearest/nearest.api.ts';
import { createNearestIndex, type NearestIndex } from '../../../workers/nearest/nearest-index.ts';
import { compileFreshCore } from '../../support/audio/wasm.ts';
import { evenly } from '../../support/geometry/evenly.ts';
import { createLocator, type Fix, type Located, reachOf } from '../../support/geometry/locator.ts';

type LngLat = [number, number];

const module = await compileFreshCore();

const HERE: LngLat = [2.347, 48.8555];
/** Degrees of longitude and latitude per metre at HERE. */
const EAST = 1 / 73_360;
const NORTH = 1 / 111_200;

const at = (eastM: number, northM: number): LngLat => [HERE[0] + eastM * EAST, HERE[1] + northM * NORTH];
const point = (id: number, position: LngLat): SeedPlace => ({
  id: PlaceId.parse(id),
  geometry: { type: 'Point', coordinates: position },
});
const zone = (id: number, centre: LngLat, halfM: number): SeedPlace => {
  const [west, east] = [centre[0] - halfM * EAST, centre[0] + halfM * EAST];
  const [south, north] = [centre[1] - halfM * NORTH, centre[1] + halfM * NORTH];
  const ring: LngLat[] = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return { id: PlaceId.parse(id), geometry: { type: 'Polygon', coordinates: [ring] } };
};
const fix = (position: LngLat, accuracyM = 5, timestampMs = 0): Fix => ({ position, accuracyM, timestampMs });

/** An index whose lookups count entries, as the guide's do. */
function indexOf(...places: SeedPlace[]): NearestIndex & { locate(fix: Fix): Located } {
  const index = createNearestIndex(loadGeometryCore(module));
  index.seed(places);
  const locator = createLocator();
  const change = <Args extends unknown[]>(how: (...args: Args) => void) => {
    return (...args: Args): void => {
      how(...args);
      locator.forgetFix();
    };
  };
  return {
    seed: change(index.seed),
    add: change(index.add),
    move: change(index.move),
    remove: change(index.remove),
    around: index.around,
    locate: (fix) => locator.count(fix, index.around(reachOf(fix))),
  };
}

describe('the nearest place', () => {
  test('is null without places', () => {
    expect(indexOf().locate(fix(HERE))).toEqual({ nearest: null, entered: [], left: [] });
  });

  test('is a point up to 7 m away', () => {
    const index = indexOf(point(1, HERE));
    expect(index.locate(fix(at(6.9, 0))).nearest).toMatchObject({ id: 1, distanceM: expect.closeTo(6.9, 1) });
    expect(indexOf(point(1, HERE)).locate(fix(at(7.1, 0))).nearest).toBeNull();
  });

  test('is a point up to half the accuracy away if that is more', () => {
    expect(indexOf(point(1, HERE)).locate(fix(at(0, 19.5), 40)).nearest).toMatchObject({ id: 1 });
    expect(indexOf(point(1, HERE)).locate(fix(at(0, 20.5), 40)).nearest).toBeNull();
  });

  test('is a zone around the position, at distance 0, rather than a point nearby', () => {
    const index = indexOf(point(1, at(1, 0)), zone(2, HERE, 30));
    expect(index.locate(fix(HERE)).nearest).toEqual({ id: 2, distanceM: 0 });
  });

  test('is the smaller of two overlapping zones, whatever their order', () => {
    expect(indexOf(zone(1, HERE, 50), zone(2, HERE, 10)).locate(fix(HERE)).nearest).toMatchObject({ id: 2 });
    expect(indexOf(zone(2, HERE, 10), zone(1, HERE, 50)).locate(fix(HERE)).nearest).toMatchObject({ id: 2 });
  });

  test('is the one with the lower id if the areas are equal too', () => {
    expect(indexOf(zone(7, HERE, 20), zone(3, HERE, 20)).locate(fix(HERE)).nearest).toMatchObject({ id: 3 });
  });

  test('is found across the antimeridian', () => {
    const index = indexOf(point(1, [179.99999, -17]), point(2, [-179.9, -17]));
    expect(index.locate(fix([-179.99999, -17])).nearest).toMatchObject({ id: 1 });
  });
});

describe('entering and leaving', () => {
  test('each is reported once, for every place within reach', () => {
    const index = indexOf(point(1, HERE), zone(2, at(10, 0), 5), point(3, at(500, 0)));
    const told = (eastM: number, timestampMs: number) => {
      const { entered, left } = index.locate(fix(at(eastM, 0), 5, timestampMs));
      return { entered: entered.map(({ id }) => id), left };
    };
    expect(told(-100, 0)).toEqual({ entered: [], left: [] });
    expect(told(0, 10_000)).toEqual({ entered: [1, 2], left: [] });
    expect(told(1, 20_000)).toEqual({ entered: [], left: [] });
    expect(told(10, 30_000)).toEqual({ entered: [], left: [1] });
    expect(told(500, 40_000)).toEqual({ entered: [3], left: [2] });
    expect(told(0, 50_000)).toEqual({ entered: [1, 2], left: [3] });
  });

  test('survive a new seed; a removed place counts as left', () => {
    const index = indexOf(point(1, HERE), point(2, HERE));
    index.locate(fix(HERE));
    index.seed([point(2, HERE), point(4, HERE)]);
    expect(index.locate(fix(HERE, 5, 1))).toMatchObject({ entered: [{ id: 4 }], left: [1] });
  });
});

describe('looking around', () => {
  test('finds everything within the radius, in the order that locate prefers', () => {
    const index = indexOf(point(1, at(5, 0)), point(2, at(9, 0)), zone(3, HERE, 20), zone(4, HERE, 10));
    expect(index.around({ position: HERE, radiusM: 6 }).map(({ id }) => id)).toEqual([4, 3, 1]);
    expect(index.around({ position: HERE, radiusM: 10 }).map(({ id }) => id)).toEqual([4, 3, 1, 2]);
  });

  test('reaches across the antimeridian, even from a position unwrapped past 180 degrees', () => {
    const index = indexOf(point(1, [-179.99995, 0]), point(2, [179.99995, 0]));
    for (const lng of [180.00001, -179.99999, 179.99999, -180.00001]) {
      expect(index.around({ position: [lng, 0], radiusM: 10 }).map(({ id }) => id)).toHaveLength(2);
    }
  });

  test('does not change what counts as reached', () => {
    const index = indexOf(point(1, HERE));
    index.around({ position: HERE, radiusM: 20 });
    expect(index.locate(fix(HERE)).entered).toHaveLength(1);
    index.around({ position: at(100, 0), radiusM: 20 });
    expect(index.locate(fix(at(3, 0), 5, 5000))).toMatchObject({ entered: [], left: [] });
  });

  test('rejects an invalid radius', () => {
    expect(() => indexOf().around({ position: HERE, radiusM: -1 })).toThrow(RangeError);
    expect(() => indexOf().around({ position: HERE, radiusM: Number.NaN })).toThrow(RangeError);
  });
});

describe('an answer is reused', () => {
  const far = at(6.5, 0);
  const nearer = at(6, 0);

  test('for 2 s while the walker moves less than 1 m', () => {
    const index = indexOf(point(1, HERE));
    const first = index.locate(fix(far, 5, 1000));
    expect(first.entered).toHaveLength(1);
    expect(index.locate(fix(nearer, 5, 2999))).toEqual({ nearest: first.nearest, entered: [], left: [] });
  });

  test('not for longer than 2 s', () => {
    const index = indexOf(point(1, HERE));
    index.locate(fix(far, 5, 1000));
    expect(index.locate(fix(nearer, 5, 3000)).nearest?.distanceM).toBeCloseTo(6, 1);
  });

  test('not after a move of 1 m or more, counted from where the answer was computed', () => {
    const index = indexOf(point(1, HERE));
    index.locate(fix(far, 5, 0));
    index.locate(fix(at(5.8, 0), 5, 500));
    expect(index.locate(fix(at(5.4, 0), 5, 1000)).nearest?.distanceM).toBeCloseTo(5.4, 1);
  });

  test('not after a new seed, and not if the clock went back', () => {
    const index = indexOf(point(1, HERE));
    index.locate(fix(far, 5, 5000));
    expect(index.locate(fix(nearer, 5, 4000)).nearest?.distanceM).toBeCloseTo(6, 1);
    index.seed([]);
    expect(index.locate(fix(nearer, 5, 4100))).toEqual({ nearest: null, entered: [], left: [1] });
  });
});

test('a circle around an invalid position is rejected', () => {
  expect(() => indexOf().around({ position: [Number.NaN, 48], radiusM: 7 })).toThrow('[NaN,48]');
});

describe('a change of one place', () => {
  test('affects the next fix, even if an answer could still be reused', () => {
    const index = indexOf(point(1, HERE));
    index.locate(fix(HERE));
    index.add(point(2, HERE));
    expect(index.locate(fix(HERE, 5, 1))).toEqual({
      nearest: { id: 1, distanceM: 0 },
      entered: [{ id: 2, distanceM: 0 }],
      left: [],
    });
    index.move(zone(1, at(100, 0), 20));
    expect(index.locate(fix(HERE, 5, 2))).toMatchObject({ nearest: { id: 2 }, entered: [], left: [1] });
    index.remove(PlaceId.parse(2));
    expect(index.locate(fix(HERE, 5, 3))).toEqual({ nearest: null, entered: [], left: [2] });
    expect(index.locate(fix(at(100, 0), 5, 4))).toMatchObject({ entered: [{ id: 1 }] });
  });

  test('that keeps a reached place within reach enters nothing again', () => {
    const index = indexOf(point(1, HERE));
    index.locate(fix(HERE));
    index.move(point(1, at(3, 0)));
    expect(index.locate(fix(HERE, 5, 1))).toMatchObject({ nearest: { id: 1 }, entered: [], left: [] });
    index.remove(PlaceId.parse(1));
    index.add(point(1, HERE));
    expect(index.locate(fix(HERE, 5, 2))).toMatchObject({ nearest: { id: 1, distanceM: 0 }, entered: [], left: [] });
  });

  test('is rejected if it is invalid, and then changes nothing', () => {
    const index = indexOf(point(1, HERE));
    expect(() => index.add(point(1, at(50, 0)))).toThrow('not there yet, got 1');
    expect(() => index.move(point(2, HERE))).toThrow('one of 1 places, got 2');
    expect(() => index.remove(PlaceId.parse(3))).toThrow('one of 1 places, got 3');
    expect(() => index.seed([point(4, HERE), point(4, HERE)])).toThrow('each place once, got 4 twice');
    expect(index.locate(fix(HERE)).entered).toEqual([{ id: 1, distanceM: 0 }]);
  });
});

/** The rule as specified, over all places, with the plain kernel and no index. */
function scan(places: readonly SeedPlace[], { position, accuracyM }: Fix): NearestPlace[] {
  const core = createPlainGeometryCore();
  const shapes = packShapes(places.map(({ geometry }) => geometry));
  core.setShapes(shapes);
  core.setOrigin(position);
  return places
    .map(({ id }, index) => {
      const { lngM, latM } = scaleAt(((shapes.boxes[4 * index + 1] ?? 0) + (shapes.boxes[4 * index + 3] ?? 0)) / 2);
      const areaM2 = core.areaDegrees2(index) * lngM * latM;
      return { id, distanceM: core.distanceM(index), areaM2 };
    })
    .filter(({ distanceM }) => distanceM <= Math.max(7, accuracyM / 2))
    .sort((a, b) => a.distanceM - b.distanceM || a.areaM2 - b.areaM2 || a.id - b.id)
    .map(({ id, distanceM }) => ({ id, distanceM }));
}

const first = ([nearest]: NearestPlace[]) => nearest ?? null;

describe('the index gives the same places as a linear scan', () => {
  const position = fc.tuple(evenly(-300, 300), evenly(-300, 300)).map(([east, north]) => at(east, north));
  const shape = fc.tuple(position, fc.option(evenly(2, 60)));
  const placeAt = (id: number, [where, half]: [LngLat, number | null]) =>
    half === null ? point(id, where) : zone(id, where, half);
  const places = (limits: { minLength: number; maxLength: number }) =>
    fc
      .uniqueArray(fc.tuple(fc.integer({ min: 1, max: 1_000_000 }), shape), {
        ...limits,
        selector: ([id]) => id,
        size: 'max',
      })
      .map((list) => list.map(([id, where]) => placeAt(id, where)));

  test.each([
    ['for a few places', { minLength: 0, maxLength: 40 }, 250],
    ['for 1,000', { minLength: 1000, maxLength: 1000 }, 20],
  ])('%s', (_, limits, numRuns) => {
    let hits = 0;
    const walks = fc.array(fc.tuple(position, evenly(1, 80)), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(places(limits), walks, (seeded, walk) => {
        const index = indexOf(...seeded);
        let before = new Set<number>();
        walk.forEach(([where, accuracyM], step) => {
          const here = fix(where, accuracyM, step * 10_000);
          const expected = scan(seeded, here);
          const now = new Set<number>(expected.map(({ id }) => id));
          expect(index.locate(here)).toEqual({
            nearest: first(expected),
            entered: expected.filter(({ id }) => !before.has(id)),
            left: [...before].filter((id) => !now.has(id)).sort((a, b) => a - b),
          });
          before = now;
          hits += expected.length;
        });
      }),
      { numRuns },
    );
    expect(hits).toBeGreaterThan(200);
  });

  test('after any sequence of adding, moving, removing and locating, across rebuilds of its tree', () => {
    const id = fc.integer({ min: 1, max: 150 });
    const step = fc.oneof(
      { weight: 5, arbitrary: fc.record({ kind: fc.constantFrom('add', 'move', 'remove'), id, shape }) },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant('locate'), position, accuracyM: evenly(1, 80) }) },
    );
    let hits = 0;
    let changes = 0;
    fc.assert(
      fc.property(
        places({ minLength: 0, maxLength: 60 }),
        fc.array(step, { minLength: 250, maxLength: 500 }),
        (seeded, steps) => {
          const index = indexOf(...seeded);
          const known = new Map<number, SeedPlace>(seeded.map((place) => [place.id, place]));
          let before = new Set<number>();
          steps.forEach((one, second) => {
            if (!('id' in one)) {
              const here = fix(one.position, one.accuracyM, second * 10_000);
              const expected = scan([...known.values()], here);
              const now = new Set<number>(expected.map((place) => place.id));
              expect(index.locate(here)).toEqual({
                nearest: first(expected),
                entered: expected.filter((place) => !before.has(place.id)),
                left: [...before].filter((gone) => !now.has(gone)).sort((a, b) => a - b),
              });
              before = now;
              hits += expected.length;
              return;
            }
            const place = placeAt(one.id, one.shape);
            // A step that would be rejected becomes its opposite.
            const isThere = known.has(one.id);
            if (!isThere) index.add(place);
            else if (one.kind === 'move') index.move(place);
            else index.remove(place.id);
            if (isThere && one.kind !== 'move') known.delete(one.id);
            else known.set(one.id, place);
            changes += 1;
          });
        },
      ),
      { numRuns: 30 },
    );
    expect(hits).toBeGreaterThan(200);
    expect(changes).toBeGreaterThan(30 * 150);
  });

  test('anywhere on earth, beside the antimeridian and at 80 degrees north', () => {
    const corner = fc.constantFrom<LngLat>([180, 0], [-180, 60], [179.9999, -80], [0, 80], [-0.0001, 0]);
    const offset = fc.tuple(evenly(-0.002, 0.002), evenly(-0.0005, 0.0005));
    const near = ([lng, lat]: LngLat, [east, north]: [number, number]): LngLat => {
      const moved = lng + east;
      return [moved > 180 ? moved - 360 : moved < -180 ? moved + 360 : moved, lat + north];
    };
    let hits = 0;
    fc.assert(
      fc.property(
        corner,
        fc.array(offset, { minLength: 2, maxLength: 20 }),
        offset,
        evenly(10, 200),
        (where, offsets, step, accuracyM) => {
          const all = offsets.map((one, index) => point(index + 1, near(where, one)));
          const here = fix(near(where, step), accuracyM);
          // Half of the places are in the tree, half beside it.
          const index = indexOf(...all.slice(0, all.length / 2));
          for (const place of all.slice(all.length / 2)) index.add(place);
          const expected = scan(all, here);
          expect(index.locate(here).entered).toEqual(expected);
          hits += expected.length;
        },
      ),
      { numRuns: 500 },
    );
    expect(hits).toBeGreaterThan(500);
  });
});
