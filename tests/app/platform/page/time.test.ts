import { expect, test } from 'vitest';
import { formatDuration, formatTime } from '../../../../app/platform/page/time.ts';

test('times are minutes and whole seconds', () => {
  expect([0, 5.9, 60, 754.2].map(formatTime)).toEqual(['0:00', '0:05', '1:00', '12:34']);
});

test('an unknown or negative time is zero', () => {
  expect([-1, 0].map(formatTime)).toEqual(['0:00', '0:00']);
});

test('a duration is in hours and minutes, or in seconds if it is short', () => {
  const told = [21_600, 6076, 754.2, 60, 59.9].map((seconds) => formatDuration(seconds).replaceAll('\u00a0', ' '));
  expect(told).toEqual(['6 h', '1 h 41 min', '12 min', '1 min', '59 s']);
});
