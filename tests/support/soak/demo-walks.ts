import { expect, test } from 'vitest';
import { rehearseDemo, walkDemo } from '../walk-simulator/demo-walks.ts';
import { steadyRule } from '../walk-simulator/rules.ts';

const SIGMA_M = 8;

/**
 * Tests that what was told to its end is not told again, whatever the noise.
 *
 * @param draws how many rehearsals there are, each with other noise
 * @param seeds of walks with stops and turns
 */
export function testDemoWalks({ draws, seeds }: { readonly draws: number; readonly seeds: readonly number[] }): void {
  test.each(Array.from({ length: draws }, (_, draw) => draw + 1))('tells nothing twice in rehearsal %i', (seed) => {
    const { starts } = rehearseDemo({ speedMps: 1.3, noiseM: SIGMA_M, seed });
    const twice = starts.filter(({ placeId, atS }) =>
      starts.some((before) => before.placeId === placeId && before.endedAtS !== null && before.endedAtS <= atS),
    );
    expect(twice).toEqual([]);
    expect(starts.length).toBeGreaterThan(10);
  });

  test.each(seeds)('leaves nothing untold on the walk of seed %i, and cuts nothing', (seed) => {
    const { cut, visited, untold } = walkDemo(seed, SIGMA_M, steadyRule);
    expect({ cut, untold }).toEqual({ cut: 0, untold: 0 });
    expect(visited).toBe(13);
  });
}
