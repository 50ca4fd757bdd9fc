import { expect, test } from 'vitest';
import { nextSteps } from '../../../../app/walk/nearby/next-step.ts';
import { ParcoursId } from '../../../../contracts/vocabulary.ts';
import { listedPlace } from '../../../support/samples/listed-place.ts';

/** Places 1 to 8 with the same numbers, and two without. */
const steps = [1, 2, 3, 4, 5, 6, 7, 8].map((step) => listedPlace(step, { step }));
const others = [listedPlace(9), listedPlace(10)];
const after = (...passedIds: readonly number[]): number[] => {
  const passed = [...steps, ...others].filter(({ id }) => passedIds.includes(id));
  const left = [...steps, ...others].filter((place) => !passed.includes(place));
  return nextSteps(left, passed).map(({ id }) => id);
};

test('the next step is the one after those passed, from the first one, wherever the walk began', () => {
  expect([after(), after(1), after(1, 2), after(5), after(5, 6)]).toEqual([[1], [2], [3], [6], [7]]);
});

test('a skipped step is named again only at the end, then the places without a number', () => {
  expect(after(1, 2, 4)).toEqual([5]);
  expect(after(1, 2, 4, 5, 6, 7, 8)).toEqual([3]);
  expect(after(1, 2, 3, 4, 5, 6, 7, 8)).toEqual([9, 10]);
});

test('a late step that the way passes early doesn’t skip what is between', () => {
  expect([after(1, 8), after(1, 2, 7, 8), after(1, 2, 3, 8)]).toEqual([[2], [3], [4]]);
});

test('each parcours has its own next step, and one without an order all its places', () => {
  const elsewhere = listedPlace(20, { map: { id: ParcoursId.parse(2) } });
  const left = [...steps.slice(2), elsewhere];
  expect(nextSteps(left, steps.slice(0, 2)).map(({ id }) => id)).toEqual([3, 20]);
});
