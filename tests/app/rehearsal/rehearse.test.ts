import { describe, expect, test } from 'vitest';
import { moveBy } from '../../../app/position/coordinates.ts';
import type { RehearsedPlace } from '../../../app/rehearsal/rehearsal-log.ts';
import {
  type Rehearsal,
  type RehearsalSettings,
  rehearse,
  soundingAt,
  walkerAt,
} from '../../../app/rehearsal/rehearse.ts';
import { createRoute, type Route } from '../../../app/rehearsal/walked-route.ts';
import { HEARD_PART } from '../../../app/walk/guide/walk-state.ts';
import type { Geometry, Position } from '../../../contracts/geo.ts';
import { PlaceId } from '../../../contracts/vocabulary.ts';
import { createAround } from '../../../workers/client/nearest-in-page.ts';
import { finish } from '../../support/finish.ts';

const ORIGIN = { lng: 2.347, lat: 48.8555 };
const STROLL: RehearsalSettings = { speedMps: 1, noiseM: 0, seed: 1 };

/** The position this many metres east and north of the start of the walks. */
function at(eastM: number, northM = 0): Position {
  const { lng, lat } = moveBy(ORIGIN, [eastM, northM]);
  return [lng, lat];
}

function place(id: number, geometry: Geometry, storyS: number | null = 10, hasAudio = true): RehearsedPlace {
  return { id: PlaceId.parse(id), geometry, storyS, hasAudio };
}

const point = (eastM: number, northM = 0): Geometry => ({ type: 'Point', coordinates: at(eastM, northM) });

function square(eastM: number, halfM: number): Geometry {
  const ring = [
    at(eastM - halfM, -halfM),
    at(eastM + halfM, -halfM),
    at(eastM + halfM, halfM),
    at(eastM - halfM, halfM),
  ];
  return { type: 'Polygon', coordinates: [[...ring, at(eastM - halfM, -halfM)]] };
}

function trailOf(...line: readonly Position[]): Route {
  const route = createRoute(line);
  if (route === null) throw new Error('Expected a line with a length');
  return route;
}

function run(route: Route, places: readonly RehearsedPlace[], settings: RehearsalSettings = STROLL): Rehearsal {
  return finish(rehearse(route, places, settings, createAround));
}

describe('on a straight way east at 1 m/s without noise', () => {
  const way = trailOf(at(0), at(300));

  test('a point is played some metres before it, once, and a distant one never', () => {
    const { starts, unheard, walkS, lengthM } = run(way, [place(1, point(100)), place(2, point(200, 80))]);
    expect(lengthM).toBeCloseTo(300, 3);
    expect(walkS).toBeCloseTo(300, 3);
    expect(starts).toHaveLength(1);
    const [start] = starts;
    expect(start).toMatchObject({ placeId: 1, why: 'arrived', waited: null, cutAtS: null, cutBy: null });
    // 7 m before it, half a step of look-ahead, and 0.4 s to start.
    expect(start?.atS).toBeGreaterThan(92);
    expect(start?.atS).toBeLessThan(95.5);
    expect(start?.atM).toBeCloseTo(start?.atS ?? 0, 3);
    expect(start?.distanceM).toBeCloseTo(100 - (start?.atM ?? 0), 0);
    expect(start?.endedAtS).toBeCloseTo((start?.atS ?? 0) + 10, 3);
    expect(unheard).toMatchObject([{ placeId: 2, why: 'far', behind: null }]);
    expect(unheard[0]?.distanceM).toBeCloseTo(80, 0);
    expect(unheard[0]?.atM).toBeCloseTo(200, 0);
  });

  test('another place cuts a story once the walker has left its place', () => {
    const { starts } = run(way, [place(1, point(100), 60), place(2, point(130), 10)]);
    expect(starts.map(({ placeId }) => placeId)).toEqual([1, 2]);
    const [first, second] = starts;
    expect(first).toMatchObject({ endedAtS: null, cutBy: 2 });
    expect(first?.leftAtS).toBeGreaterThan(105);
    expect(first?.leftAtS).toBeLessThan(first?.cutAtS ?? 0);
    expect(second?.atS).toBeCloseTo((first?.cutAtS ?? 0) + 0.4, 3);
  });

  test('walking out of a place cuts nothing', () => {
    const [start] = run(way, [place(1, point(100), 60)]).starts;
    expect(start).toMatchObject({ cutAtS: null, why: 'arrived' });
    expect(start?.endedAtS).toBeCloseTo((start?.atS ?? 0) + 60, 3);
    expect(start?.leftAtS).not.toBeNull();
  });

  test('a place within another waits for that story to end', () => {
    const { starts } = run(way, [place(1, square(100, 40), 30), place(2, point(75), 20)]);
    const [zone, within] = starts;
    expect(zone).toMatchObject({ placeId: 1, why: 'arrived' });
    expect(within).toMatchObject({ placeId: 2 });
    expect(starts.filter(({ placeId }) => placeId === 1)).toHaveLength(1);
    expect(within?.atS).toBeGreaterThanOrEqual(zone?.endedAtS ?? Infinity);
    expect(within?.why).toBe('waited');
    expect(within?.waited?.behind).toBe(1);
    expect(within?.waited?.forS).toBeGreaterThan(5);
  });

  test('a place passed during another story is masked, and one without audio is silent', () => {
    const { starts, unheard } = run(way, [
      place(1, square(100, 40), 85),
      place(2, point(90), 20),
      place(3, point(250), null, false),
    ]);
    expect(starts.map(({ placeId }) => placeId)).toEqual([1]);
    expect(unheard).toMatchObject([
      { placeId: 2, why: 'masked', behind: 1 },
      { placeId: 3, why: 'silent', behind: null },
    ]);
  });

  test('a story of unknown duration counts as a minute, and continues after the arrival', () => {
    const { starts, walkS, endS } = run(way, [place(1, point(295), null)]);
    expect((starts[0]?.endedAtS ?? 0) - (starts[0]?.atS ?? 0)).toBeCloseTo(60, 3);
    expect(endS).toBe(starts[0]?.endedAtS);
    expect(endS).toBeGreaterThan(walkS + 40);
  });

  test('the current story and walker position can be queried for every moment', () => {
    const rehearsal = run(way, [place(1, point(100))]);
    expect(soundingAt(rehearsal, 50)).toBeUndefined();
    expect(soundingAt(rehearsal, 98)?.placeId).toBe(1);
    expect(soundingAt(rehearsal, 120)).toBeUndefined();
    const [lng, lat] = walkerAt(rehearsal, 150);
    expect(lng).toBeCloseTo(at(150)[0], 7);
    expect(lat).toBeCloseTo(at(150)[1], 7);
    expect(walkerAt(rehearsal, 1000)[0]).toBeCloseTo(at(300)[0], 7);
  });

  test('twice the pace takes half the time', () => {
    const { walkS, starts } = run(way, [place(1, point(100))], { ...STROLL, speedMps: 2 });
    expect(walkS).toBeCloseTo(150, 3);
    expect(starts[0]?.atS).toBeLessThan(50);
  });

  test('a parcours without places is silent', () => {
    expect(run(way, [])).toMatchObject({ starts: [], unheard: [] });
  });
});

test('a place that the way returns to is not played twice', () => {
  const there = trailOf(at(0), at(200), at(0));
  expect(run(there, [place(1, point(100), 15)]).starts.map(({ placeId }) => placeId)).toEqual([1]);
});

describe('with noise', () => {
  const way = trailOf(at(0), at(300), at(300, 300));
  const places = [place(1, point(60), 20), place(2, square(200, 15), 30), place(3, point(300, 150), 20)];

  test('the same seed gives the same walk, and another seed another one', () => {
    const noisy = { speedMps: 1.3, noiseM: 8, seed: 7 };
    const { starts, unheard } = run(way, places, noisy);
    expect(run(way, places, noisy)).toMatchObject({ starts, unheard });
    expect(run(way, places, noisy).starts).not.toEqual(run(way, places, { ...noisy, seed: 8 }).starts);
  });

  test.each([3, 8])('of %i m the places on the way are played', (noiseM) => {
    const { starts } = run(way, places, { speedMps: 1.3, noiseM, seed: 3 });
    expect(new Set(starts.map(({ placeId }) => placeId))).toEqual(new Set([1, 2, 3]));
  });
});

test('a walk past 300 places yields after each fix, so that other tasks can run', () => {
  const line = Array.from({ length: 7 }, (_, turn) => at(200 * (turn % 2), 30 * turn));
  const places = Array.from({ length: 300 }, (_, index) =>
    place(
      index + 1,
      index % 2 === 0 ? point((index * 37) % 200, (index * 53) % 180) : square((index * 41) % 200, 6),
      20,
    ),
  );
  const route = trailOf(...line);
  const steps = rehearse(route, places, { speedMps: 1.3, noiseM: 8, seed: 1 }, createAround);
  let count = 0;
  while (steps.next().done !== true) count += 1;
  const walkS = route.lengthM / 1.3;
  expect(walkS).toBeGreaterThan(900);
  // One fix each second.
  expect(count).toBeGreaterThan(walkS);
});

test('long stories on points 22 m apart are cut, and count as heard from four fifths on', () => {
  const way = trailOf(at(0), at(200));
  const row = Array.from({ length: 8 }, (_, index) => place(index + 1, point(20 + 22 * index), 70));
  const { starts, heard, unheard } = run(way, row, { ...STROLL, speedMps: 1.3 });
  const cut = starts.filter(({ cutAtS }) => cutAtS !== null).map(({ placeId }) => placeId);
  expect(cut.length).toBeGreaterThan(2);
  expect(heard).toEqual(starts.map(({ placeId }) => placeId).filter((id) => !cut.includes(id)));
  expect(heard.length + cut.length + unheard.length).toBe(8);
});

test.each([1, 2, 3, 4, 5, 6])('with an error of 8 m (%i), too, only played stories count as heard', (seed) => {
  const way = trailOf(at(0), at(200), at(200, 60), at(0, 60));
  const lengthsS = [12, 30, 70, 25, 45, 90];
  const row = lengthsS.map((storyS, index) => place(index + 1, point(15 + 33 * index, 4 * index), storyS));
  const { starts, heard } = run(way, row, { speedMps: 1.3, noiseM: 8, seed });
  const toldParts = row.map(({ id, storyS }) => {
    const told = starts.filter(({ placeId }) => placeId === id);
    return Math.max(
      0,
      ...told.map(({ atS, endedAtS, cutAtS }) => ((endedAtS ?? cutAtS ?? atS) - atS) / (storyS ?? 60)),
    );
  });
  // Reported four times a second.
  for (const [index, part] of toldParts.entries()) {
    if (Math.abs(part - HEARD_PART) > 0.03)
      expect([part, heard.includes(PlaceId.parse(index + 1))]).toEqual([part, part > HEARD_PART]);
  }
});
