import { describe, expect, test } from 'vitest';
import { createChance } from './chance.ts';
import { judge, type MakeRule } from './judge.ts';
import { createWander, receive } from './receiver.ts';
import { rawRule, steadyRule } from './rules.ts';
import { listWalks, meanDelayMs, simulate, sumVerdicts } from './simulate.ts';
import { makeTown } from './town.ts';
import { makeTrack, TRACK_STEP_MS } from './track.ts';

const RULES = { raw: rawRule, steady: steadyRule };

describe('the simulated noise', () => {
  const sigmaM = 8;
  const correlationMs = 25_000;
  const wander = createWander(createChance(1), sigmaM, correlationMs);
  const errors = Array.from({ length: 200_000 }, () => wander(1000));
  const covariance = (lag: number): number =>
    errors.slice(lag).reduce((sum, error, index) => sum + error * (errors[index] ?? 0), 0) / (errors.length - lag);

  test('has the deviation that was asked for', () => {
    expect(Math.sqrt(covariance(0)) / sigmaM).toBeCloseTo(1, 1);
  });

  test('forgets exponentially, as a first-order Gauss-Markov process does', () => {
    expect(covariance(25) / covariance(0)).toBeCloseTo(Math.exp(-1), 1);
    expect(covariance(50) / covariance(0)).toBeCloseTo(Math.exp(-2), 1);
  });
});

describe('the simulated receiver', () => {
  const town = makeTown(createChance(1), 'sparse');
  const track = makeTrack(createChance(2), town);
  const lengthMs = track.length * TRACK_STEP_MS;

  test('tells an accuracy that holds 95 % of its errors', () => {
    const chance = createChance(3);
    const inside = Array.from({ length: 100_000 }, () => Math.hypot(chance.normal(), chance.normal()) <= 2.4477);
    expect(inside.filter(Boolean).length / inside.length).toBeCloseTo(0.95, 2);
    const usual = receive(chance, track, { sigmaM: 8, periodMs: 1000 }).filter(({ fix }) => fix.accuracyM < 400);
    const mean = usual.reduce((sum, { fix }) => sum + fix.accuracyM, 0) / usual.length;
    expect(mean / (8 * 2.4477)).toBeCloseTo(1, 1);
  });

  test.each([1000, 2000, 5000])('gives a fix each %i ms, but for drop-outs', (periodMs) => {
    const fixes = receive(createChance(4), track, { sigmaM: 3, periodMs });
    expect(fixes.length).toBeLessThanOrEqual(lengthMs / periodMs + 1);
    expect(fixes.length).toBeGreaterThan((0.7 * lengthMs) / periodMs);
  });

  test('delivers in the order of arrival, some fixes after newer ones', () => {
    const fixes = receive(createChance(5), track, { sigmaM: 3, periodMs: 1000 });
    expect(fixes.map(({ atMs }) => atMs)).toEqual(fixes.map(({ atMs }) => atMs).sort((a, b) => a - b));
    expect(fixes.some(({ fix }, index) => fix.timestampMs < (fixes[index - 1]?.fix.timestampMs ?? 0))).toBe(true);
  });
});

describe('the simulated walker', () => {
  test('never goes faster than 1.6 m/s, stops, and turns round', () => {
    const track = makeTrack(createChance(7), makeTown(createChance(6), 'dense'));
    const steps = track.slice(1).map(([eastM, northM], index) => {
      const before = track[index] ?? [0, 0];
      return Math.hypot(eastM - before[0], northM - before[1]);
    });
    expect(Math.max(...steps)).toBeLessThanOrEqual(0.3201);
    expect(steps.filter((stepM) => stepM === 0).length).toBeGreaterThan(100);
    const isBack = track.some((spot, index) => {
      const [later, at] = [track[index + 25], track[index + 50]];
      if (later === undefined || at === undefined) return false;
      const wentM = Math.hypot(later[0] - spot[0], later[1] - spot[1]);
      return wentM > 4 && Math.hypot(at[0] - spot[0], at[1] - spot[1]) < 2;
    });
    expect(isBack).toBe(true);
  });

  test('goes the same way for the same seed, and another one for another', () => {
    const walk = (seed: number) => makeTrack(createChance(seed), makeTown(createChance(seed), 'dense'));
    expect(walk(1)).toEqual(walk(1));
    expect(walk(1)).not.toEqual(walk(2));
  });
});

describe('the judge', () => {
  const town = makeTown(createChance(8), 'dense');
  const track = makeTrack(createChance(9), town);
  const silence: MakeRule = () => ({ hearFix: () => null, pass: () => null, hearEnd: () => null });
  /** Starts one story again and again, wherever the walker is. */
  const parrot: MakeRule = () => ({ hearFix: () => null, pass: () => town.places[0]?.id ?? null, hearEnd: () => null });

  test('counts every visited place as missed when nothing plays, and nothing else', () => {
    const { visited, missed, silent, neverRight, ...rest } = judge(town, track, [], silence);
    expect(visited).toBeGreaterThan(5);
    expect([missed, silent, neverRight]).toEqual([visited, visited, visited]);
    expect(rest).toEqual({ starts: 0, wrong: 0, restarts: 0, cut: 0, delaysMs: [] });
  });

  test('counts wrong starts, restarts and cuts', () => {
    const { starts, wrong, restarts, cut } = judge(town, track, [], parrot);
    expect(starts).toBe(track.length);
    expect(restarts).toBe(starts - 1);
    expect(cut).toBe(starts - 1);
    expect(wrong).toBeGreaterThan(starts / 2);
    expect(wrong).toBeLessThan(starts);
  });
});

describe('over walks whose seeds no constant was chosen on', () => {
  const walks = listWalks([201, 202, 203, 204, 205, 206]);
  const results = walks.map((walk) => ({ walk, verdicts: simulate(walk, RULES) }));
  const raw = sumVerdicts(results.map(({ verdicts }) => verdicts.raw));
  const steady = sumVerdicts(results.map(({ verdicts }) => verdicts.steady));

  test.each(['missed', 'wrong', 'restarts', 'cut'] as const)(
    'the steady walk has fewer %s than the raw rule',
    (column) => {
      expect(steady[column]).toBeLessThan(raw[column]);
    },
  );

  test('its stories start sooner after the border', () => {
    expect(meanDelayMs(steady)).toBeLessThan(meanDelayMs(raw));
  });

  test('no place starts twice in a session', () => {
    expect(results.filter(({ verdicts }) => verdicts.steady.restarts > 0)).toEqual([]);
  });

  test('the same walk goes the same way', () => {
    const [walk] = walks;
    if (walk === undefined) throw new Error('There is no walk');
    expect(simulate(walk, RULES)).toEqual(results[0]?.verdicts);
  });
});
