import { expect, test } from 'vitest';
import { readTimes } from '../../../app/rehearsal/recorded-times.ts';
import type { Spot } from '../../../app/rehearsal/street.ts';

const NOON_MS = Date.UTC(2026, 4, 2, 12);
/** Spots 10 m apart. */
const spots = (count: number): Spot[] => Array.from({ length: count }, (_, index) => [10 * index, 0]);
const at = (...seconds: (number | null)[]): (number | null)[] =>
  seconds.map((second) => (second === null ? null : NOON_MS + 1000 * second));
const rounded = (timesS: number[] | null) => timesS?.map((timeS) => Math.round(10 * timeS) / 10);

test('times are counted from the first one, including pauses', () => {
  expect(readTimes(spots(4), at(0, 8, 308, 316))).toEqual([0, 8, 308, 316]);
});

test.each([
  ['missing', at(0, null, null, 30)],
  ['the same as before', at(0, 0, 0, 30)],
  ['before the one before', at(0, 10, -5, 30)],
  ['years ahead', at(0, 1e9, null, 30)],
])('a time that is %s is interpolated from its neighbours, by distance', (_, timesMs) => {
  expect(readTimes(spots(4), timesMs)).toEqual([0, 10, 20, 30]);
});

test('parts before the first time and after the last are walked at 1.3 m/s', () => {
  expect(rounded(readTimes(spots(5), at(null, 0, 20, null, null)))).toEqual([0, 7.7, 27.7, 35.4, 43.1]);
});

test('more than an hour without a position is not a pause: it is walked', () => {
  expect(rounded(readTimes(spots(4), at(0, 10, 10 + 3700, 10 + 3710)))).toEqual([0, 10, 17.7, 27.7]);
  // A receiver without a fix starts in 1970.
  expect(rounded(readTimes(spots(3), [0, NOON_MS, NOON_MS + 10_000]))).toEqual([0, 7.7, 17.7]);
});

test('times at one spot are those of a rest', () => {
  expect(
    readTimes(
      [
        [0, 0],
        [0, 0],
        [0, 0],
      ],
      at(0, null, 60),
    ),
  ).toEqual([0, 60, 60]);
});

test.each<[string, Spot[], (number | null)[]]>([
  ['none', spots(3), at(null, null, null)],
  ['one', spots(3), at(null, 5, null)],
  ['all the same', spots(3), at(5, 5, 5)],
  ['more than a day', spots(30), at(...Array.from({ length: 30 }, (_, index) => 3500 * index))],
])('times that are %s are unusable', (_, line, timesMs) => {
  expect(readTimes(line, timesMs)).toBeNull();
});
