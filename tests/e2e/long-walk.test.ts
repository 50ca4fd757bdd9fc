import { describe } from 'vitest';
import { testLongWalk } from '../support/soak/long-walk.ts';

describe('the first eight minutes of a walk of two hours', () => {
  testLongWalk({
    untilMinute: 8,
    // While the walker stands at a place whose story is over.
    reloadMinute: 4.75,
    // Farther than a reflected signal throws a position.
    storiesWithinM: 100,
    dueMin: 5,
    farMin: 30,
  });
});
