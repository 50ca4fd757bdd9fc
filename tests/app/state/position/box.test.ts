import { expect, test } from 'vitest';
import { boxOf } from '../../../../app/state/position/box.ts';

test('the box holds every position, and there is none around nothing', () => {
  expect(
    boxOf([
      [2, 48],
      [-1, 49],
      [3, -5],
    ]),
  ).toEqual([
    [-1, -5],
    [3, 49],
  ]);
  expect(boxOf([[2, 48]])).toEqual([
    [2, 48],
    [2, 48],
  ]);
  expect(boxOf([])).toBeNull();
});
