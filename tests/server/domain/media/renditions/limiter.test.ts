import { expect, test } from 'vitest';
import { createRandom } from '../../../../../app/rehearsal/seeded-random.ts';
import { TRUE_PEAK_PHASES } from '../../../../../audio-wasm/loudness-filters.ts';
import { createLimiter } from '../../../../../server/domain/media/renditions/limiter.ts';

const RATE_HZ = 44_100;

interface Settings {
  readonly gain: number;
  readonly ceiling: number;
}

/** Limits in pieces of random lengths, some empty. */
function limit(channels: readonly Float32Array[], settings: Settings): Float32Array[] {
  const random = createRandom(7);
  const limiter = createLimiter({ channels: channels.length, sampleRateHz: RATE_HZ, ...settings });
  const parts: Float32Array[][] = [];
  const frames = channels[0]?.length ?? 0;
  for (let at = 0; at < frames; ) {
    const end = Math.min(frames, at + Math.floor(random() * 3000));
    parts.push(limiter.push(channels.map((channel) => channel.subarray(at, end))).map((part) => part.slice()));
    at = end;
  }
  parts.push(limiter.finish());
  return channels.map((_, index) => Float32Array.from(parts.flatMap((part) => [...(part[index] ?? [])])));
}

function truePeak(samples: Float32Array): number {
  let peak = 0;
  for (let at = 0; at < samples.length; at++) {
    for (const phase of TRUE_PEAK_PHASES) {
      const value = phase.reduce((sum, tap, index) => sum + tap * (samples[at - index] ?? 0), 0);
      peak = Math.max(peak, Math.abs(value));
    }
  }
  return peak;
}

function sine(frames: number, hz: number, amplitude: (frame: number) => number): Float32Array {
  return Float32Array.from({ length: frames }, (_, at) => amplitude(at) * Math.sin((2 * Math.PI * hz * at) / RATE_HZ));
}

test('audio below the ceiling gets the gain only, frame by frame', () => {
  const left = sine(20_000, 440, () => 0.2);
  const right = sine(20_000, 330, () => 0.1);
  const [one, two] = limit([left, right], { gain: 2, ceiling: 0.8 });
  expect(one).toEqual(left.map((sample) => sample * 2));
  expect(two).toEqual(right.map((sample) => sample * 2));
});

test.each([
  ['a burst', sine(30_000, 700, (at) => (at > 10_000 && at < 12_000 ? 1 : 0.1))],
  [
    'a peak between samples',
    sine(30_000, RATE_HZ / 4, () => 0.9).map((_, at) => 0.9 * Math.sin((Math.PI / 2) * at + 0.785)),
  ],
  ['clipping from the first frame to the last', sine(30_000, 200, () => 4).map((x) => Math.max(-1, Math.min(1, x)))],
  ['noise', ((random) => Float32Array.from({ length: 30_000 }, () => random() * 2 - 1))(createRandom(3))],
])('%s stays below the ceiling and keeps its number of frames', (_, samples) => {
  const [limited] = limit([samples], { gain: 3, ceiling: 0.5 });
  expect(limited).toHaveLength(samples.length);
  // A gain that changes within the filter's length moves a peak between samples by up to 1 %.
  expect(truePeak(limited ?? samples)).toBeLessThan(0.5 * 1.01);
  expect(truePeak(limited ?? samples)).toBeGreaterThan(0.4);
});

test('both channels are reduced together, before the peak and without a step, and recover', () => {
  const frames = RATE_HZ * 2;
  const left = new Float32Array(frames).fill(0.1);
  const right = new Float32Array(frames).fill(0.1);
  left[RATE_HZ / 2] = 1;
  const [one = left, two = right] = limit([left, right], { gain: 1, ceiling: 0.5 });
  expect(one[RATE_HZ / 2]).toBeLessThanOrEqual(0.5);
  expect(two[RATE_HZ / 2]).toBeLessThan(0.06);
  expect(two[RATE_HZ / 2 - 2000]).toBe(right[0]);
  expect(two[frames - 1]).toBeCloseTo(0.1, 4);
  const steps = two.map((sample, at) => Math.abs(sample - (two[at - 1] ?? sample)));
  expect(steps.reduce((most, step) => Math.max(most, step))).toBeLessThan(0.0005);
});

test('audio shorter than the look-ahead comes out whole', () => {
  const samples = sine(50, 440, () => 0.2);
  expect(limit([samples], { gain: 1, ceiling: 0.9 })[0]).toEqual(samples);
});
