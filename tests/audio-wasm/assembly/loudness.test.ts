import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { loadAudioCore } from '../../../audio-wasm/core.ts';
import type { AudioCore, LoudnessOptions, LoudnessSums } from '../../../audio-wasm/kernels.ts';
import { toLoudness } from '../../../audio-wasm/loudness.ts';
import { plainAudioCore } from '../../../audio-wasm/reference/audio.ts';
import { goldenSamples, readGoldenLoudness } from '../../support/audio/loudness-golden.ts';
import { NOISE_KINDS, noisePcm } from '../../support/audio/noise-pcm.ts';
import { compileFreshCore, pushChunks } from '../../support/audio/wasm.ts';
import { bytesOf } from '../../support/audio/wav-bytes.ts';

const wasm = loadAudioCore(await compileFreshCore());
const CORES: [string, AudioCore][] = [
  ['the WASM kernel', wasm],
  ['the plain twin', plainAudioCore],
];

/** Sums of all bytes, pushed in chunks of these lengths (the last one takes the rest). */
function sumsOf(
  core: AudioCore,
  options: LoudnessOptions,
  bytes: Uint8Array,
  chunks: readonly number[] = [],
): LoudnessSums {
  const stream = core.startLoudness(options);
  pushChunks(stream, bytes, chunks);
  return stream.finish();
}

const MONO: LoudnessOptions = { channels: 1, sampleRateHz: 8000 };
const STEREO: LoudnessOptions = { channels: 2, sampleRateHz: 8000 };

describe.each(CORES)('%s', (_, core) => {
  test('gives an energy for each complete block of 100 ms', () => {
    const blocksOf = (frames: number) => sumsOf(core, MONO, bytesOf(new Int16Array(frames))).energies.length;
    expect([0, 799, 800, 1599, 1600].map(blocksOf)).toEqual([0, 0, 1, 1, 2]);
    const rounded = sumsOf(core, { channels: 1, sampleRateHz: 11_025 }, bytesOf(new Int16Array(11_025)));
    expect(rounded.energies.length).toBe(9);
  });

  test('measures a single channel like two equal ones', () => {
    const mono = noisePcm(7, 5000, 'even');
    const both = Int16Array.from({ length: 10_000 }, (_, at) => mono[at >> 1] ?? 0);
    expect(sumsOf(core, MONO, bytesOf(mono))).toEqual(sumsOf(core, STEREO, bytesOf(both)));
  });

  test('adds the energies of both sides', () => {
    const noise = noisePcm(8, 5000, 'even');
    const oneSide = Int16Array.from({ length: 10_000 }, (_, at) => (at % 2 === 0 ? (noise[at >> 1] ?? 0) : 0));
    const both = sumsOf(core, MONO, bytesOf(noise)).energies;
    expect([...sumsOf(core, STEREO, bytesOf(oneSide)).energies]).toEqual([...both].map((energy) => energy / 2));
  });

  test('adds the powers of mid and side over all frames', () => {
    const { midPower, sidePower } = sumsOf(core, STEREO, bytesOf(Int16Array.of(16_384, 16_384, -32_768, 16_384)));
    expect([midPower, sidePower]).toEqual([0.25 + 0.0625, 0.5625]);
    const opposite = sumsOf(core, STEREO, bytesOf(Int16Array.of(-32_768, -32_768)));
    expect([opposite.midPower, opposite.sidePower]).toEqual([1, 0]);
  });

  test('takes the true peak of a sample, of either side, and after the last sample', () => {
    const peakOf = (...samples: number[]) => sumsOf(core, STEREO, bytesOf(Int16Array.from(samples))).truePeak;
    expect(peakOf()).toBe(0);
    expect(peakOf(0, 0, 0, -32_768, 0, 0)).toBe(1);
    expect(peakOf(16_384, 0, 0, 0, 0, 0)).toBe(0.5);
    // Between two equal samples the curve rises to 2 x (0.78 + 0.47) of their quarter.
    expect(peakOf(0, 0, 8192, 0, 8192, 0)).toBeCloseTo(0.25 * (0.77978515625 + 0.465087890625), 12);
  });

  test('does not treat the end of a chunk as the end of the sound', () => {
    const swell = Int16Array.from({ length: 2000 }, (_, at) => 20_000 * Math.sin((Math.PI * (at >> 1)) / 1000));
    const chunks = new Array<number>(300).fill(3 * 4);
    const { truePeak } = sumsOf(core, STEREO, bytesOf(swell), chunks);
    expect(truePeak).toBe(sumsOf(core, STEREO, bytesOf(swell)).truePeak);
    expect(truePeak).toBeCloseTo(20_000 / 32_768, 2);
  });

  test('gives nothing for empty input, and drops an incomplete frame', () => {
    const nothing = { energies: new Float64Array(), truePeak: 0, midPower: 0, sidePower: 0 };
    expect(sumsOf(core, STEREO, new Uint8Array())).toEqual(nothing);
    expect(sumsOf(core, STEREO, Uint8Array.of(1, 2, 3))).toEqual(nothing);
  });

  test.each([
    [{ channels: 3, sampleRateHz: 44_100 }, 'channels'],
    [{ channels: 0, sampleRateHz: 44_100 }, 'channels'],
    [{ channels: 1, sampleRateHz: 7999 }, 'sampleRateHz'],
    [{ channels: 1, sampleRateHz: 44_100.5 }, 'got 44100.5'],
  ])('rejects %o', (bad, found) => {
    expect(() => core.startLoudness(bad)).toThrow(found);
  });

  test.each(readGoldenLoudness())('gives the golden sums with threshold 0: $source', ({ source, ...golden }) => {
    const { samples, ...options } = goldenSamples(source);
    const { energies, truePeak, midPower, sidePower } = sumsOf(core, options, bytesOf(samples));
    expect({ energies: [...energies], truePeak, midPower, sidePower }).toEqual({
      energies: golden.energies,
      truePeak: golden.truePeak,
      midPower: golden.midPower,
      sidePower: golden.sidePower,
    });
  });
});

test.each(readGoldenLoudness())("the golden sums have ffmpeg's loudness: $source", ({ source, ffmpeg, ...golden }) => {
  const loudness = toLoudness({ ...golden, energies: Float64Array.from(golden.energies) });
  // ffmpeg prints one decimal place, and weighs 0.05 dB more at 22.05 kHz (see kWeightingAt).
  expect(Math.abs(loudness.integratedLufs - ffmpeg.integratedLufs)).toBeLessThan(0.11);
  // It uses another filter, which matters for white noise.
  if ('file' in source) expect(Math.abs(loudness.truePeakDbtp - ffmpeg.truePeakDbtp)).toBeLessThan(0.1);
});

const recordings = fc.record({
  seed: fc.nat(0xffffffff),
  length: fc.oneof(fc.nat(300), fc.nat(9000)),
  kind: fc.constantFrom(...NOISE_KINDS),
  channels: fc.constantFrom(1, 2),
  sampleRateHz: fc.constantFrom(44_100, 48_000, 22_050, 8000),
});

describe('the WASM kernel equals its twin', () => {
  test('on any samples, in chunks of any length, to the last bit', () => {
    const chunks = fc.oneof(
      fc.array(fc.nat(40), { maxLength: 60 }),
      fc.array(fc.nat(9000), { maxLength: 10 }),
      fc.constant([]),
    );
    fc.assert(
      fc.property(recordings, chunks, ({ seed, length, kind, channels, sampleRateHz }, lengths) => {
        // An odd byte at the end is a partial frame.
        const bytes = bytesOf(noisePcm(seed, length, kind)).subarray(0, 2 * length - (seed % 2));
        const options = { channels, sampleRateHz };
        expect(sumsOf(wasm, options, bytes, lengths)).toEqual(sumsOf(plainAudioCore, options, bytes));
      }),
      { numRuns: 100 },
    );
  });

  test('for input beyond its copy window, and after a long silence', () => {
    const long = noisePcm(9, 300_000, 'bursts');
    long.fill(0, 50_000, 250_000);
    for (const channels of [1, 2]) {
      const options = { channels, sampleRateHz: 22_050 };
      expect(sumsOf(wasm, options, bytesOf(long))).toEqual(sumsOf(plainAudioCore, options, bytesOf(long)));
    }
  });
});

test('a stream throws after it is finished or another one starts on its core', () => {
  const first = wasm.startLoudness(MONO);
  const second = wasm.startLoudness(MONO);
  expect(() => first.push(new Uint8Array(2))).toThrow('ended');
  expect(second.finish().truePeak).toBe(0);
  expect(() => second.finish()).toThrow('ended');
});

test('a core computes peaks and loudness in one pass', () => {
  const bytes = bytesOf(noisePcm(10, 20_000, 'even'));
  const inOnePass = (core: AudioCore) => {
    const peaks = core.startPeaks({ channels: 2, mixed: true, samplesPerPixel: 100 });
    const loudness = core.startLoudness(STEREO);
    for (let at = 0; at < bytes.length; at += 999) {
      peaks.push(bytes.subarray(at, at + 999));
      loudness.push(bytes.subarray(at, at + 999));
    }
    return { peaks: peaks.finish(), loudness: loudness.finish() };
  };
  expect(inOnePass(wasm)).toEqual(inOnePass(plainAudioCore));
});
