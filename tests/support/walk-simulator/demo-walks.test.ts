import { describe, expect, test } from 'vitest';
import { testDemoWalks } from '../soak/demo-walks.ts';
import { demoPlace, rehearseDemo } from './demo-walks.ts';

describe('rehearsed without noise, the demo', () => {
  test.each([0.8, 1, 1.3, 1.6, 2])('at %f m/s tells each story once, to its end', (speedMps) => {
    const { starts, unheard } = rehearseDemo({ speedMps, noiseM: 0, seed: 1 });
    expect(unheard).toEqual([]);
    expect(starts).toHaveLength(13);
    expect(starts.filter(({ cutAtS }) => cutAtS !== null)).toEqual([]);
  });

  test("tells the Hôtel-Dieu's story to its end, and the Parvis' right after it", () => {
    const { starts } = rehearseDemo({ speedMps: 1.3, noiseM: 0, seed: 1 });
    const hotel = starts.find(({ placeId }) => placeId === demoPlace('Hôtel-Dieu'));
    const square = starts.find(({ placeId }) => placeId === demoPlace('Parvis Notre-Dame'));
    expect(hotel?.cutAtS).toBeNull();
    expect((square?.atS ?? Infinity) - (hotel?.endedAtS ?? 0)).toBeLessThan(1);
  });
});

describe('walked with 8 m of noise, the demo', () => {
  testDemoWalks({ draws: 5, seeds: [501, 502] });
});
