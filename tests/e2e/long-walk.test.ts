import { describe } from 'vitest';
import { testLongWalk } from '../support/soak/long-walk.ts';

describe('the first five minutes of a walk of two hours', () => {
  testLongWalk({
    untilMinute: 5.25,
    // While the walker stands at a place whose story is over.
    reloadMinute: 3.1,
    // Farther than a reflected signal throws a position.
    placesWithinM: 100,
    dueMin: 3,
    overlapsMin: 0,
    farMin: 30,
    // A map that follows the walker is most of the work, and is the subject of others.
    hasMap: false,
  });
});
