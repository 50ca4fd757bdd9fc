import { expect, it } from 'vitest';
import { longestRecordingS, RECORDING_MAX_S } from '../../../../app/drops/record/recording-limit.ts';
import { UPLOAD_DEFAULT_MAX_BYTES } from '../../../../contracts/limits.ts';

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
