import { describe, expect, test } from 'vitest';
import { createChance } from './chance.ts';
import { judge, type MakeRule } from './judge.ts';
import { makeTown } from './town.ts';
import { makeTrack } from './track.ts';

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
