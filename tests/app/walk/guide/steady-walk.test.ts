import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type LngLat, moveBy, offsetM } from '../../../../app/position/coordinates.ts';
import { type GateFix, STEADY_JUMP_CONFIRM_MS } from '../../../../app/position/fix-gate.ts';
import { triggerFence } from '../../../../app/walk/guide/geofence.ts';
import {
  lookAround,
  NEW_STEADY_WALK,
  nextChangeMs,
  onFix,
  passTime,
  placesHere,
  type SteadyWalk,
} from '../../../../app/walk/guide/steady-walk.ts';
import { PlaceId } from '../../../../contracts/vocabulary.ts';

const START = { lng: 2.347, lat: 48.8555 };
/** Two places, 40 m and 48 m east of the start. */
const PLACES = [40, 48].map((eastM, index) => ({ placeId: PlaceId.parse(index + 1), at: moveBy(START, [eastM, 0]) }));
const [bridge, market] = PLACES.map(({ placeId }) => placeId);

const fix = (eastM: number, atMs: number, accuracyM = 5): GateFix => ({
  ...moveBy(START, [eastM, 0]),
  accuracyM,
  timestampMs: atMs,
});

/** Looks around at each new position, like the caller that drives the walk. */
function look(before: SteadyWalk, walk: SteadyWalk, atMs: number): SteadyWalk {
  const { position } = walk;
  if (position === null || position === before.position) return walk;
  const around = (spot: LngLat) =>
    PLACES.map(({ placeId, at }) => ({ placeId, distanceM: Math.hypot(...offsetM(spot, at)) }))
      .filter(({ distanceM }) => distanceM <= triggerFence(position.accuracyM).goneM)
      .sort((a, b) => a.distanceM - b.distanceM);
  return lookAround(walk, position, around(position.ahead), around(position.soon), atMs);
}
const hear = (walk: SteadyWalk, one: GateFix, atMs = one.timestampMs): SteadyWalk =>
  look(walk, onFix(walk, one, atMs), atMs);
const wait = (walk: SteadyWalk, atMs: number): SteadyWalk => look(walk, passTime(walk, atMs), atMs);
const heard = (...fixes: GateFix[]): SteadyWalk => fixes.reduce((walk, one) => hear(walk, one), NEW_STEADY_WALK);
const here = (walk: SteadyWalk): (PlaceId | undefined)[] => placesHere(walk).map(({ placeId }) => placeId);

/** Lets time pass without a fix until nothing more changes. */
function waitLong(walk: SteadyWalk): SteadyWalk {
  let waited = walk;
  for (let due = nextChangeMs(waited); due !== null; due = nextChangeMs(waited)) waited = wait(waited, due);
  return waited;
}

describe('a steady walk', () => {
  test('is at a place from the first good fix within its radius on', () => {
    expect(here(heard(fix(30, 0)))).toEqual([]);
    expect(here(heard(fix(34, 0)))).toEqual([bridge]);
  });

  test('is at both of two overlapping places, the nearer first', () => {
    expect(here(heard(fix(42, 0)))).toEqual([bridge, market]);
    expect(here(heard(fix(46, 0)))).toEqual([market, bridge]);
  });

  test('is around a place up to two accuracies beyond the radius of certainty', () => {
    expect(heard(fix(18.1, 0)).around).toEqual([bridge]);
    expect(heard(fix(17.9, 0)).around).toEqual([]);
  });

  test('is at the place where the walker stands, even without a further fix', () => {
    const stopped = heard(fix(12, 0, 20), fix(12, 1000, 20), fix(12, 2000, 20), fix(23, 4000, 20));
    expect(here(stopped)).toEqual([]);
    expect(here(waitLong(stopped))).toContain(bridge);
  });

  test('is at the destination of a jump once nothing contradicts it', () => {
    const jumped = heard(fix(-200, 0), fix(40, 500));
    expect(here(jumped)).toEqual([]);
    expect(nextChangeMs(wait(jumped, 2500))).toBe(500 + STEADY_JUMP_CONFIRM_MS);
    expect(here(waitLong(jumped))).toContain(bridge);
  });

  test('stays at its place while a reflected signal throws the position away', () => {
    const thrown = heard(fix(40, 0), fix(40.5, 1000), fix(95, 2000), fix(94, 3000), fix(41, 4000));
    expect(here(thrown)).toContain(bridge);
  });

  test('has no pending change once everything is settled', () => {
    expect(nextChangeMs(waitLong(heard(fix(39, 0, 18), fix(40, 1000, 18))))).toBeNull();
  });
});

const anyFix = fc.record({
  eastM: fc.double({ min: -50, max: 120, noNaN: true }),
  accuracyM: fc.double({ min: 1, max: 120, noNaN: true }),
  waitMs: fc.integer({ min: 0, max: 8000 }),
  ageMs: fc.integer({ min: 0, max: 20_000 }),
});

/** Walks with fixes in any order and of any quality, and returns each step. */
function walkThrough(
  steps: readonly { eastM: number; accuracyM: number; waitMs: number; ageMs: number }[],
): SteadyWalk[] {
  let atMs = 100_000;
  const walks: SteadyWalk[] = [NEW_STEADY_WALK];
  for (const { eastM, accuracyM, waitMs, ageMs } of steps) {
    atMs += waitMs;
    const waited = wait(walks.at(-1) ?? NEW_STEADY_WALK, atMs);
    walks.push(waited, hear(waited, fix(eastM, atMs - ageMs, accuracyM), atMs));
  }
  return walks;
}

describe('for any fixes', () => {
  test('a fix that the gate rejects leaves position and visits unchanged', () => {
    fc.assert(
      fc.property(fc.array(anyFix, { minLength: 1, maxLength: 30 }), (steps) => {
        const walks = walkThrough(steps);
        walks.slice(1).forEach((walk, index) => {
          const before = walks[index] ?? NEW_STEADY_WALK;
          if (walk.gate.believed !== before.gate.believed || index % 2 === 0) return;
          expect(walk.position).toBe(before.position);
          expect(walk.visits).toBe(before.visits);
        });
      }),
    );
  });

  test('the same fixes lead to the same places', () => {
    fc.assert(
      fc.property(fc.array(anyFix, { maxLength: 30 }), (steps) => {
        expect(walkThrough(steps)).toEqual(walkThrough(steps));
      }),
    );
  });

  test('waiting ends at the last accepted fix', () => {
    fc.assert(
      fc.property(fc.array(anyFix, { minLength: 1, maxLength: 30 }), (steps) => {
        const walk = waitLong(walkThrough(steps).at(-1) ?? NEW_STEADY_WALK);
        const { believed } = walk.gate;
        expect(walk.position === null ? null : walk.position.ahead).toEqual(
          believed === null ? null : { lng: believed.lng, lat: believed.lat },
        );
      }),
    );
  });
});
