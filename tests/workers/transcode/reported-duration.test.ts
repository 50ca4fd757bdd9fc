import { expect, test } from 'vitest';
import { UNKNOWN_DURATION_S } from '../../../contracts/limits.ts';
import { reportedDurationS } from '../../../workers/transcode/reported-duration.ts';

test('the decoded duration is reported unchanged', () => {
  expect(reportedDurationS(2.5)).toBe(2.5);
});

test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])('for %d the fallback is reported', (decodedS) => {
  expect(reportedDurationS(decodedS)).toBe(UNKNOWN_DURATION_S);
  expect(UNKNOWN_DURATION_S).toBe(999);
});
