import { testAuthorsWeek } from '../support/authors-week/authors-week.ts';

testAuthorsWeek({
  stops: 3,
  author: 'desk',
  others: 'phone',
  contributors: ['Ana', 'Ben', 'Chloe'],
  // The one that is refused.
  filledOnScreens: 1,
  heard: 2,
  hasMaps: false,
});
