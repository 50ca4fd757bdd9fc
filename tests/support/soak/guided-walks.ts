import { describe, expect, test } from 'vitest';
import { type GuidedStart, guide } from '../long-walk/guided.ts';
import { type LongWalk, makeLongWalk } from '../long-walk/scenario.ts';
import { type Encounter, expectedGroups, measureFrom, meetPlaces, NEVER_NEAR_M, STAY_MS } from '../long-walk/truth.ts';
import { expectToldInOrder } from './told-in-order.ts';

/** Farther from a place than this no position of 3 m error enters it. */
const ENTERED_M = 15;
/** So long after a position a story may start for it: a gap of 15 s, and the stories of places beside it. */
const BELIEVED_MS = 40_000;

interface Guided {
  readonly walk: LongWalk;
  readonly encounters: readonly Encounter[];
  readonly starts: readonly GuidedStart[];
}

/** Tests what the app's guide starts on the long walks of these seeds, without a browser. */
export function testGuidedWalks(seeds: readonly number[]): void {
  describe('the long walk, whatever its seed', () => {
    const walks = seeds.map(guideOn);

    test.each(walks)('starts what the walker stayed for, once, in order', ({ encounters, starts }) => {
      const groups = expectedGroups(encounters);
      expect(groups.flat().length).toBeGreaterThan(50);
      expectToldInOrder(
        starts.map(({ place }) => place),
        groups,
      );
    });

    test.each(walks)('starts what was only passed by once more at the most, and nothing else twice', (guided) => {
      const { encounters, starts } = guided;
      const again = starts.filter(({ place }, at) => starts.findIndex((start) => start.place === place) !== at);
      expect(again.filter(({ place }) => encounters[place]?.stay !== null)).toEqual([]);
      expect(again.filter((start) => isFar(guided, start))).toEqual([]);
      expect(new Set(again.map(({ place }) => place)).size).toBe(again.length);
    });

    test.each(walks)('starts what was never near only where a position said so', (guided) => {
      const { walk, starts } = guided;
      for (const start of starts.filter((one) => isFar(guided, one))) {
        const { geometry } = walk.places[start.place] ?? {};
        if (geometry === undefined) throw new Error(`Expected a place, got none at ${start.place}`);
        const distanceM = measureFrom(geometry);
        const since = walk.deliveries.filter(({ atMs }) => atMs <= start.atMs && start.atMs - atMs < BELIEVED_MS);
        expect(Math.min(...since.map(({ fix }) => distanceM([...fix.position])))).toBeLessThan(ENTERED_M);
      }
    });

    test('starts nothing that was never near on most walks, whose reflections pass or are contradicted', () => {
      const misled = walks.filter((guided) => guided.starts.some((start) => isFar(guided, start)));
      expect(misled.length).toBeLessThanOrEqual(seeds.length / 3);
    });
  });
}

function guideOn(seed: number): Guided {
  const walk = makeLongWalk(seed);
  const shapes = walk.places.map(({ geometry }) => geometry);
  return { walk, encounters: meetPlaces(walk.track, shapes, STAY_MS), starts: guide(walk) };
}

function isFar({ encounters }: Guided, { place }: GuidedStart): boolean {
  return (encounters[place]?.nearestM ?? Number.NaN) > NEVER_NEAR_M;
}
