import { describe, expect, test } from 'vitest';
import { rawRule, steadyRule } from './rules.ts';
import { listWalks, meanDelayMs, simulate, sumVerdicts } from './simulate.ts';

const RULES = { raw: rawRule, steady: steadyRule };

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
