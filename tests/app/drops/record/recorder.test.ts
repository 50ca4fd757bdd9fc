import { expect, it, test } from 'vitest';
import {
  LEVEL_FLOOR_DB,
  longestRecordingS,
  nextLevelDb,
  RECORDING_MAX_S,
} from '../../../../app/drops/record/recorder.ts';
import { UPLOAD_DEFAULT_MAX_BYTES } from '../../../../contracts/limits.ts';

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

it.each([1, 2])('a recording of %i channels ends before it exceeds the server’s size limit', (channels) => {
  const longestS = longestRecordingS(channels, UPLOAD_DEFAULT_MAX_BYTES);
  const bytes = 44 + longestS * 44_100 * channels * 2;
  expect(bytes).toBeLessThan(UPLOAD_DEFAULT_MAX_BYTES);
  expect(bytes).toBeGreaterThan(0.99 * UPLOAD_DEFAULT_MAX_BYTES);
});

it('a recording ends after six hours, however much the server accepts', () => {
  expect(longestRecordingS(2, 2 ** 40)).toBe(RECORDING_MAX_S);
});

it('a recording limit is never negative', () => {
  expect(longestRecordingS(2, 1000)).toBe(0);
});

it('a server that has not stated its limit is assumed to have the default', () => {
  expect(longestRecordingS(2)).toBe(longestRecordingS(2, UPLOAD_DEFAULT_MAX_BYTES));
});
