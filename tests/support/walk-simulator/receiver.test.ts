import { describe, expect, test } from 'vitest';
import { createChance } from '../../../app/state/rehearsal/chance.ts';
import { receive } from './receiver.ts';
import { makeTown } from './town.ts';
import { makeTrack, TRACK_STEP_MS } from './track.ts';

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
