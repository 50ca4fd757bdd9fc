import { describe, expect, it } from 'vitest';
import type { PageLoad } from '../support/long-walk/page-load.ts';
import { WALK_MS } from '../support/long-walk/scenario.ts';
import { testLongWalk } from '../support/soak/long-walk.ts';

describe('a walk of two hours', () => {
  const held = testLongWalk({
    untilMinute: WALK_MS / 60_000,
    reloadMinute: 50,
    countMinutes: [10, 60],
    // The browser caches compiled scripts, so that pages after the first visits hold more of them.
    visits: 3,
    dueMin: 51,
    overlapsMin: 1,
    farMin: 201,
    timeoutMs: 1_800_000,
  });

  it('holds no more after two hours than after ten minutes', () => {
    const [first, ...later] = [...held.values()];
    if (first === undefined) throw new Error('Nothing was counted');
    console.table(Object.fromEntries(held));
    for (const load of later) {
      const grown = Object.entries(load).filter(([name, value]) => value > 1.1 * first[name as keyof PageLoad]);
      expect(grown).toEqual([]);
    }
    expect([...held.keys()]).toEqual([10, 50, 60, 120]);
  });
});
