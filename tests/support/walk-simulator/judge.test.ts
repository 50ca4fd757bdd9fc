import { describe, expect, test } from 'vitest';
import { createSeededRandom } from '../../../app/rehearsal/seeded-random.ts';
import type { PlaceId } from '../../../contracts/vocabulary.ts';
import { toPosition } from './ground.ts';
import { judge, type MakeRule } from './judge.ts';
import { makeTown } from './town.ts';
import { makeTrack, TRACK_STEP_MS } from './track.ts';

describe('the judge', () => {
  const town = makeTown(createSeededRandom(8), 'dense');
  const track = makeTrack(createSeededRandom(9), town);
  const silence: MakeRule = () => ({ onFix: () => null, pass: () => null, onStoryEnded: () => null });
  /** Starts one story again and again, wherever the walker is. */
  const parrot: MakeRule = () => ({
    onFix: () => null,
    pass: () => town.places[0]?.id ?? null,
    onStoryEnded: () => null,
  });

  test('counts every visited place as missed when nothing plays, and nothing else', () => {
    const { visited, missed, unfinished, untold, delays, ...rest } = judge(town, track, [], silence);
    expect(visited).toBeGreaterThan(5);
    expect([missed, unfinished, untold]).toEqual([visited, visited, visited]);
    expect(rest).toEqual({ starts: 0, wrong: 0, restarts: 0, cut: 0, again: 0 });
    expect(delays.every(({ delayMs, missed }) => missed && delayMs >= 5000)).toBe(true);
  });

  test('counts wrong starts, cuts and starts again, but no restart of what never sounded', () => {
    const { starts, wrong, again, restarts, cut } = judge(town, track, [], parrot);
    expect(starts).toBe(track.length);
    expect(again).toBe(starts - 1);
    expect(restarts).toBe(0);
    expect(cut).toBe(starts - 1);
    expect(wrong).toBeGreaterThan(starts / 2);
    expect(wrong).toBeLessThan(starts);
  });

  test('takes a story that is told when its place is reached for heard, and its second telling for a restart', () => {
    /** Knows where the walker is, and tells what is nearest there over and over. */
    const tellNearest = (placesToTell: number): MakeRule => {
      const told = new Map<PlaceId, number>();
      return (index) => {
        let step = -1;
        let playing = false;
        const tell = (): PlaceId | null => {
          const spot = track[step];
          const near = spot === undefined || playing ? [] : index.around({ position: toPosition(spot), radiusM: 7 });
          const chosen = near.find(({ id }) => (told.get(id) ?? 0) < placesToTell);
          if (chosen === undefined) return null;
          told.set(chosen.id, (told.get(chosen.id) ?? 0) + 1);
          playing = true;
          return chosen.id;
        };
        return {
          onFix: () => null,
          pass: () => {
            step += 1;
            return tell();
          },
          onStoryEnded: () => {
            playing = false;
            return null;
          },
        };
      };
    };
    const once = judge(town, track, [], tellNearest(1));
    expect(once).toMatchObject({ wrong: 0, restarts: 0, cut: 0, again: 0 });
    expect(once.missed).toBeLessThan(once.visited / 3);
    expect(once.delays.some(({ delayMs }) => delayMs <= TRACK_STEP_MS)).toBe(true);
    const twice = judge(town, track, [], tellNearest(2));
    expect(twice.restarts).toBe(twice.again);
    expect(twice.restarts).toBeGreaterThan(0);
  });
});
