import { describe } from 'vitest';
import { testLongWalk } from '../support/soak/long-walk.ts';

describe('the first four minutes of a walk of two hours', () => {
  testLongWalk({
    untilMinute: 3.75,
    // While the walker stands at the first of two places, whose story is over.
    reloadMinute: 1.75,
    // Farther than a reflected signal throws a position.
    placesWithinM: 100,
    dueMin: 2,
    overlapsMin: 0,
    farMin: 30,
    // A map that follows the walker is most of the work, and is the subject of others.
    hasMap: false,
  });
});
