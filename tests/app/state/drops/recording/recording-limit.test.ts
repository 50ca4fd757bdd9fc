import { expect, it } from 'vitest';
import { longestRecordingS, RECORDING_MAX_S } from '../../../../../app/state/drops/recording/recording-limit.ts';
import { UPLOAD_DEFAULT_MAX_BYTES } from '../../../../../contracts/limits.ts';

it.each([1, 2])('a recording of %i channels ends before it is larger than the server takes', (channels) => {
  const longestS = longestRecordingS(channels, UPLOAD_DEFAULT_MAX_BYTES);
  const bytes = 44 + longestS * 44_100 * channels * 2;
  expect(bytes).toBeLessThan(UPLOAD_DEFAULT_MAX_BYTES);
  expect(bytes).toBeGreaterThan(0.99 * UPLOAD_DEFAULT_MAX_BYTES);
});

it('a recording ends after six hours, however much the server takes', () => {
  expect(longestRecordingS(2, 2 ** 40)).toBe(RECORDING_MAX_S);
});

it('a recording is never shorter than nothing', () => {
  expect(longestRecordingS(2, 1000)).toBe(0);
});

it('a server that has not told how much it takes is thought to take the default', () => {
  expect(longestRecordingS(2)).toBe(longestRecordingS(2, UPLOAD_DEFAULT_MAX_BYTES));
});
