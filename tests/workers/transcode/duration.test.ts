import { describe, expect, test } from 'vitest';
import { UNKNOWN_DURATION_S } from '../../../contracts/limits.ts';
import { reportedDurationS, statedBeyond } from '../../../workers/transcode/duration.ts';

test('the decoded duration is reported unchanged', () => {
  expect(reportedDurationS(2.5)).toBe(2.5);
});

test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])('for %d the fallback is reported', (decodedS) => {
  expect(reportedDurationS(decodedS)).toBe(UNKNOWN_DURATION_S);
  expect(UNKNOWN_DURATION_S).toBe(999);
});

const whole = { format: 'flac', durationS: 20, isEstimated: false, isCut: false, hasPictures: false };
const read = { readS: 12, fileBytes: 400_000 };

describe('a file with less readable audio than it states', () => {
  test.each(['mov', 'matroska'])('is incomplete if %s ends before its index does', (format) => {
    expect(statedBeyond({ ...whole, format, isCut: true }, read)).toBe(20);
  });

  test.each(['mov', 'matroska', 'avi', 'asf', 'mpegts', 'flv'])(
    'is accepted as %s if its pictures last longer',
    (format) => {
      expect(statedBeyond({ ...whole, format }, read)).toBe(null);
    },
  );

  test.each(['mp3', 'flac', 'caf', 'ogg', 'wav', 'aiff'])('is incomplete as %s, which has one track', (format) => {
    expect(statedBeyond({ ...whole, format }, read)).toBe(20);
    expect(statedBeyond({ ...whole, format, hasPictures: true }, read)).toBe(null);
  });

  test('is complete if the duration is estimated or missing', () => {
    expect(statedBeyond({ ...whole, isEstimated: true }, read)).toBe(null);
    for (const durationS of [null, undefined]) expect(statedBeyond({ ...whole, durationS }, read)).toBe(null);
  });

  test('is complete if padding or rounding explains the difference, or more was read', () => {
    expect(statedBeyond(whole, { ...read, readS: 19.6 })).toBe(null);
    expect(statedBeyond({ ...whole, durationS: 3600 }, { ...read, readS: 3540 })).toBe(null);
    expect(statedBeyond(whole, { ...read, readS: 20.5 })).toBe(null);
  });

  test('is complete if the header states more than a day', () => {
    expect(statedBeyond({ ...whole, durationS: 214_261 }, read)).toBe(null);
  });

  test('is complete if the size was left open: 2 or 4 GiB, or slightly less', () => {
    const bytesPerS = 88_200;
    const wav = { ...whole, format: 'wav' };
    const ofS = (readS: number) => ({ readS, fileBytes: readS * bytesPerS + 44 });
    for (const bytes of [0x7ffff000, 0x7fffffff, 0x80000000, 0xfffff000, 0xffffffff]) {
      expect(statedBeyond({ ...wav, durationS: bytes / bytesPerS }, ofS(12))).toBe(null);
    }
    expect(statedBeyond({ ...wav, durationS: 0x70000000 / bytesPerS }, ofS(12))).toBeGreaterThan(20_000);
  });
});
