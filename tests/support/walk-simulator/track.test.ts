import { describe, expect, test } from 'vitest';
import { createChance } from '../../../app/state/rehearsal/chance.ts';
import { makeTown } from './town.ts';
import { makeTrack } from './track.ts';

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
