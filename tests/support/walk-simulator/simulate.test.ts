import { describe, expect, test } from 'vitest';
import { createSeededRandom } from '../../../app/rehearsal/seeded-random.ts';
import { createStreet, type PlanePoint } from '../../../app/rehearsal/walked-route.ts';
import { PlaceId } from '../../../contracts/vocabulary.ts';
import { toPosition } from './ground.ts';
import { judge } from './judge.ts';
import { receive } from './receiver.ts';
import { rawRule, steadyRule } from './rules.ts';
import { listWalks, meanDelayMs, SIGMAS_M, simulate, sumVerdicts } from './simulate.ts';
import { makeTown, type Town } from './town.ts';
import { makeTrack, TRACK_STEP_MS } from './track.ts';

const RULES = { raw: rawRule, steady: steadyRule };

describe('over walks whose seeds no constant was chosen on', () => {
  const walks = listWalks([201, 202, 203, 204]);
  const results = walks.map((walk) => ({ walk, verdicts: simulate(walk, RULES) }));
  const raw = sumVerdicts(results.map(({ verdicts }) => verdicts.raw));
  const steady = sumVerdicts(results.map(({ verdicts }) => verdicts.steady));

  test.each(['missed', 'wrong', 'restarts', 'cut', 'untold'] as const)(
    'the steady walk has fewer %s than the raw rule',
    (column) => {
      expect(steady[column]).toBeLessThan(raw[column]);
    },
  );

  test('its stories start sooner after the border', () => {
    expect(meanDelayMs(steady)).toBeLessThan(meanDelayMs(raw));
  });

  test('no place starts more than twice, and few of those that were heard start again', () => {
    for (const { verdicts } of results) {
      const { starts, again } = verdicts.steady;
      expect(again).toBeLessThanOrEqual(starts - again);
    }
    const ofGoodFixes = sumVerdicts(
      results.filter(({ walk }) => walk.sigmaM === 3).map(({ verdicts }) => verdicts.steady),
    );
    expect(ofGoodFixes.restarts).toBeLessThan(ofGoodFixes.visited / 20);
  });

  test('the same walk goes the same way', () => {
    const [walk] = walks;
    if (walk === undefined) throw new Error('There is no walk');
    expect(simulate(walk, RULES)).toEqual(results[0]?.verdicts);
  });
});

describe('the simulated walker', () => {
  test('never goes faster than 1.6 m/s, stops, and turns round', () => {
    const track = makeTrack(createSeededRandom(7), makeTown(createSeededRandom(6), 'dense'));
    const steps = track.slice(1).map(([eastM, northM], index) => {
      const before = track[index] ?? [0, 0];
      return Math.hypot(eastM - before[0], northM - before[1]);
    });
    expect(Math.max(...steps)).toBeLessThanOrEqual(0.3201);
    expect(steps.filter((stepM) => stepM === 0).length).toBeGreaterThan(100);
    const isBack = track.some((point, index) => {
      const [later, at] = [track[index + 25], track[index + 50]];
      if (later === undefined || at === undefined) return false;
      const wentM = Math.hypot(later[0] - point[0], later[1] - point[1]);
      return wentM > 4 && Math.hypot(at[0] - point[0], at[1] - point[1]) < 2;
    });
    expect(isBack).toBe(true);
  });

  test('goes the same way for the same seed, and another one for another', () => {
    const walk = (seed: number) => makeTrack(createSeededRandom(seed), makeTown(createSeededRandom(seed), 'dense'));
    expect(walk(1)).toEqual(walk(1));
    expect(walk(1)).not.toEqual(walk(2));
  });
});

describe('the simulated receiver', () => {
  const town = makeTown(createSeededRandom(1), 'sparse');
  const track = makeTrack(createSeededRandom(2), town);
  const lengthMs = track.length * TRACK_STEP_MS;

  test('tells an accuracy that holds 95 % of its errors', () => {
    const chance = createSeededRandom(3);
    const inside = Array.from({ length: 100_000 }, () => Math.hypot(chance.normal(), chance.normal()) <= 2.4477);
    expect(inside.filter(Boolean).length / inside.length).toBeCloseTo(0.95, 2);
    const usual = receive(chance, track, { sigmaM: 8, periodMs: 1000 }).filter(({ fix }) => fix.accuracyM < 400);
    const mean = usual.reduce((sum, { fix }) => sum + fix.accuracyM, 0) / usual.length;
    expect(mean / (8 * 2.4477)).toBeCloseTo(1, 1);
  });

  test.each([1000, 2000, 5000])('gives a fix each %i ms, but for drop-outs', (periodMs) => {
    const fixes = receive(createSeededRandom(4), track, { sigmaM: 3, periodMs });
    expect(fixes.length).toBeLessThanOrEqual(lengthMs / periodMs + 1);
    expect(fixes.length).toBeGreaterThan((0.7 * lengthMs) / periodMs);
  });

  test('delivers in the order of arrival, some fixes after newer ones', () => {
    const fixes = receive(createSeededRandom(5), track, { sigmaM: 3, periodMs: 1000 });
    expect(fixes.map(({ atMs }) => atMs)).toEqual(fixes.map(({ atMs }) => atMs).sort((a, b) => a - b));
    expect(fixes.some(({ fix }, index) => fix.timestampMs < (fixes[index - 1]?.fix.timestampMs ?? 0))).toBe(true);
  });
});

const DRAWS = 3;
const HERE: PlanePoint = [0, 0];
/** Ten minutes at one point. */
const TRACK = Array.from({ length: 600_000 / TRACK_STEP_MS }, () => HERE);

/** Towns of one place each, at these distances. */
const TOWNS = [10, 15, 20, 25, 30].map((awayM) => {
  const geometry = { type: 'Point', coordinates: toPosition([0, awayM]) } as const;
  const place = { id: PlaceId.parse(1), geometry, storyMs: 18_000, alongM: 0 };
  return { street: createStreet([HERE, [1, 0]]), places: [place] };
});

/** Stands beside the only place, in many draws of the error. */
function stand(town: Town, sigmaM: number) {
  return sumVerdicts(
    Array.from({ length: DRAWS }, (_, draw) => {
      const chance = createSeededRandom(7 * draw + 9007);
      return judge(town, TRACK, receive(chance, TRACK, { sigmaM, periodMs: 1000 }), steadyRule);
    }),
  );
}

test.each(SIGMAS_M)('who stands still for ten minutes hears no story twice, with an error of %i m', (sigmaM) => {
  const verdicts = TOWNS.map((town) => stand(town, sigmaM));
  expect(verdicts.map(({ again }) => again)).toEqual([0, 0, 0, 0, 0]);
  expect(sumVerdicts(verdicts).starts).toBeGreaterThan(0);
});
