import { expect, test } from 'vitest';
import { printTime } from '../../../app/platform/time.ts';

test('times are minutes and whole seconds', () => {
  expect([0, 5.9, 60, 754.2].map(printTime)).toEqual(['0:00', '0:05', '1:00', '12:34']);
});

test('a time that is not known yet, or negative, is zero', () => {
  expect([-1, 0].map(printTime)).toEqual(['0:00', '0:00']);
});
