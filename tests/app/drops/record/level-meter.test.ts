import { expect, test } from 'vitest';
import { LEVEL_FLOOR_DB, nextLevelDb } from '../../../../app/drops/record/meter-level.ts';

test('a louder peak is shown immediately, full scale as 0 dB and half of it 6 dB below', () => {
  expect(nextLevelDb(LEVEL_FLOOR_DB, 1, 0.05)).toBe(0);
  expect(nextLevelDb(LEVEL_FLOOR_DB, 0.5, 0.05)).toBeCloseTo(-6.02, 2);
});

test('after a peak it falls by 24 dB a second, to the current level at most', () => {
  expect(nextLevelDb(0, 0, 0.5)).toBe(-12);
  expect(nextLevelDb(0, 0.5, 5)).toBeCloseTo(-6.02, 2);
});

test('silence is the floor, and a clock that went back changes nothing', () => {
  expect(nextLevelDb(LEVEL_FLOOR_DB, 0, 10)).toBe(LEVEL_FLOOR_DB);
  expect(nextLevelDb(-10, 0, -1)).toBe(-10);
});

test('values above full scale are shown as full scale', () => {
  expect(nextLevelDb(-10, 3, 0.05)).toBe(0);
});
