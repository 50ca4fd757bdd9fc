import { describe, expect, test } from 'vitest';
import { UNKNOWN_DURATION_S } from '../../../contracts/limits.ts';
import { statedBeyond } from '../../../workers/transcode/lost-end.ts';
import { reportedDurationS } from '../../../workers/transcode/reported-duration.ts';

test('the decoded duration is reported unchanged', () => {
  expect(reportedDurationS(2.5)).toBe(2.5);
});

test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])('for %d the fallback is reported', (decodedS) => {
  expect(reportedDurationS(decodedS)).toBe(UNKNOWN_DURATION_S);
  expect(UNKNOWN_DURATION_S).toBe(999);
});

const whole = { durationS: 20, isEstimated: false, isCut: false };
const cut = { ...whole, isCut: true };

describe('a file of which less can be read than it states', () => {
  test.each(['mp4', 'webm'] as const)('is not whole where an %s ends before what its index lists', (container) => {
    expect(statedBeyond(cut, container, 12)).toBe(20);
  });

  test.each(['mp4', 'webm'] as const)('may be an %s whose pictures last longer', (container) => {
    expect(statedBeyond(whole, container, 12)).toBe(null);
  });

  test.each(['mp3', 'flac', 'caf', 'ogg', 'wav'] as const)('is not whole as %s, which has one track', (container) => {
    expect(statedBeyond(whole, container, 12)).toBe(20);
  });

  test('is whole where the duration is but an estimate, or there is none', () => {
    expect(statedBeyond({ ...cut, isEstimated: true }, 'mp3', 12)).toBe(null);
    expect(statedBeyond({ ...cut, durationS: null }, 'webm', 12)).toBe(null);
    expect(statedBeyond({ ...cut, durationS: undefined }, 'webm', 12)).toBe(null);
  });

  test('is whole where padding or rounding explains the difference, or more was read', () => {
    expect(statedBeyond(cut, 'mp4', 19.6)).toBe(null);
    expect(statedBeyond({ ...cut, durationS: 3600 }, 'mp4', 3540)).toBe(null);
    expect(statedBeyond(cut, 'mp4', 20.5)).toBe(null);
  });
});
