import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createResampler } from '../../../workers/recording/resampler.ts';
import { firstDifference } from '../../support/first-difference.ts';

const TO_HZ = 44_100;

function tone(frequencyHz: number, rateHz: number, count: number): Float32Array {
  return Float32Array.from({ length: count }, (_, at) => 0.5 * Math.sin((2 * Math.PI * frequencyHz * at) / rateHz));
}

function resample(fromHz: number, heard: readonly Float32Array[], pieces: readonly number[] = []): Float32Array[] {
  const resampler = createResampler(fromHz, TO_HZ, heard.length);
  const answers: Float32Array[][] = [];
  let at = 0;
  for (const piece of [...pieces, Number.POSITIVE_INFINITY]) {
    answers.push(resampler.add(heard.map((line) => line.subarray(at, at + piece))));
    at += piece;
  }
  answers.push(resampler.flush());
  return heard.map((_, channel) => Float32Array.from(answers.flatMap((answer) => Array.from(answer[channel] ?? []))));
}

/** The largest difference in dB below the tone, ignoring both ends, where the tone begins and ends abruptly. */
function errorDb(is: Float32Array, wanted: Float32Array): number {
  const worst = wanted.reduce(
    (loudest, sample, at) =>
      at < 200 || at > wanted.length - 200 ? loudest : Math.max(loudest, Math.abs(sample - (is[at] ?? 0))),
    0,
  );
  return 20 * Math.log10(worst / 0.5);
}

test.each([48_000, 96_000, 32_000, 16_000, 22_050, 44_100])(
  'a tone at %i Hz keeps its frequency and position',
  (fromHz) => {
    const [is = new Float32Array()] = resample(fromHz, [tone(1000, fromHz, fromHz / 2)]);
    expect(Math.abs(is.length - TO_HZ / 2)).toBeLessThanOrEqual(1);
    expect(errorDb(is, tone(1000, TO_HZ, TO_HZ / 2))).toBeLessThan(-80);
  },
);

test('a tone near the top of the band passes; one above the band does not alias', () => {
  const [high = new Float32Array()] = resample(48_000, [tone(17_500, 48_000, 24_000)]);
  expect(errorDb(high, tone(17_500, TO_HZ, 22_050))).toBeLessThan(-60);
  const [gone = new Float32Array()] = resample(96_000, [tone(30_000, 96_000, 48_000)]);
  expect(errorDb(gone, new Float32Array(22_050))).toBeLessThan(-80);
});

test('the lengths of the pieces make no difference, and channels do not mix', () => {
  const heard = [tone(440, 48_000, 3000), tone(3000, 48_000, 3000)];
  const whole = resample(48_000, heard);
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 600 }), { maxLength: 12 }), (pieces) => {
      const inPieces = resample(48_000, heard, pieces);
      for (const [channel, line] of whole.entries()) expect(firstDifference(inPieces[channel] ?? [], line)).toBeNull();
    }),
    { numRuns: 10 },
  );
  expect(firstDifference(whole[1] ?? [], resample(48_000, heard.slice(1))[0] ?? [])).toBeNull();
});
