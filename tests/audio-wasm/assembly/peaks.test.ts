import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { loadAudioCore } from '../../../audio-wasm/core.ts';
import type { AudioCore, PeaksOptions } from '../../../audio-wasm/kernels.ts';
import { plainAudioCore } from '../../../audio-wasm/reference/audio.ts';
import { compileFreshCore, pushChunks } from '../../support/audio/wasm.ts';
import { bytesOf } from '../../support/audio/wav-bytes.ts';
import { firstDifference } from '../../support/first-difference.ts';

const module = await compileFreshCore();
const wasm = loadAudioCore(module);

/** Peaks of all samples, pushed in chunks of these lengths in bytes (the last one takes the rest). */
function peaksOf(
  core: AudioCore,
  options: PeaksOptions,
  samples: Int16Array,
  chunks: readonly number[] = [],
): number[] {
  const stream = core.startPeaks(options);
  pushChunks(stream, bytesOf(samples), chunks);
  return [...stream.finish()];
}

const mono = (samplesPerPixel: number): PeaksOptions => ({ channels: 1, mixed: true, samplesPerPixel });

const sample = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: -32768, max: 32767 }) },
  { weight: 1, arbitrary: fc.constantFrom(-32768, 32767, -1, 0, 1) },
);
const samples = fc.array(sample, { maxLength: 3000, size: 'max' }).map((values) => Int16Array.from(values));
const options = fc.record({
  channels: fc.oneof(fc.integer({ min: 1, max: 9 }), fc.constantFrom(1, 2)),
  mixed: fc.boolean(),
  samplesPerPixel: fc.oneof(fc.integer({ min: 1, max: 70 }), fc.integer({ min: 1, max: 4000 })),
});

test('the WASM core needs no imports', () => {
  expect(WebAssembly.Module.imports(module)).toEqual([]);
});

describe.each<[string, AudioCore]>([
  ['the WASM kernel', wasm],
  ['the plain twin', plainAudioCore],
])('%s', (_, core) => {
  test('gives minimum and maximum per pixel, including a last partial pixel', () => {
    expect(peaksOf(core, mono(2), Int16Array.of(5, -3, 100, 200, -32768, 32767, 7))).toEqual([
      -3, 5, 100, 200, -32768, 32767, 7, 7,
    ]);
  });

  test('mixes to the mean of the channels, truncated toward zero', () => {
    const stereo = Int16Array.of(-3, 0, 3, 0, -32768, -32768, 32767, 32767, -1, 0);
    const peaks = peaksOf(core, { channels: 2, mixed: true, samplesPerPixel: 1 }, stereo);
    expect(peaks).toEqual([-1, -1, 1, 1, -32768, -32768, 32767, 32767, 0, 0]);
  });

  test('separates channels, interleaved in each pixel', () => {
    const stereo = Int16Array.of(1, -10, 2, -20, 3, -30);
    const peaks = peaksOf(core, { channels: 2, mixed: false, samplesPerPixel: 2 }, stereo);
    expect(peaks).toEqual([1, 2, -20, -10, 3, 3, -30, -30]);
  });

  test('gives nothing for empty input, and drops an incomplete frame', () => {
    expect(peaksOf(core, mono(4), new Int16Array())).toEqual([]);
    expect(peaksOf(core, { channels: 2, mixed: false, samplesPerPixel: 4 }, Int16Array.of(9))).toEqual([]);
  });

  test.each([
    [{ channels: 0, mixed: true, samplesPerPixel: 1 }, 'channels'],
    [{ channels: 1, mixed: true, samplesPerPixel: 0 }, 'samplesPerPixel'],
    [{ channels: 1, mixed: true, samplesPerPixel: 1.5 }, 'got 1.5'],
  ])('rejects %o', (bad, found) => {
    expect(() => core.startPeaks(bad)).toThrow(found);
  });
});

describe('the WASM kernel equals its twin', () => {
  const differenceOf = (at: PeaksOptions, data: Int16Array): number | null =>
    firstDifference(peaksOf(wasm, at, data), peaksOf(plainAudioCore, at, data));

  test('on a golden signal of two tones and noise, at many zooms, with threshold 0', () => {
    let seed = 1;
    const golden = Int16Array.from({ length: 50_001 }, (_, index) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      const tones = 20_000 * Math.sin(index / 9) * Math.sin(index / 5000);
      return Math.max(-32768, Math.min(32767, Math.round(tones + (seed / 2_147_483_648 - 0.5) * 30_000)));
    });
    for (const channels of [1, 2, 3, 6]) {
      for (const mixed of [true, false]) {
        for (const samplesPerPixel of [1, 7, 15, 16, 17, 256, 441, 100_000]) {
          const at = { channels, mixed, samplesPerPixel };
          expect(differenceOf(at, golden), JSON.stringify(at)).toBeNull();
        }
      }
    }
  });

  test('on any samples, channels and zoom', () => {
    fc.assert(
      fc.property(samples, options, (data, at) => {
        expect(differenceOf(at, data)).toBeNull();
      }),
      { numRuns: 500 },
    );
  });

  test('for input beyond its copy window', () => {
    const long = Int16Array.from({ length: 300_000 }, (_, index) => ((index * 7919) % 65_536) - 32_768);
    const at = { channels: 3, mixed: false, samplesPerPixel: 1000 };
    expect(differenceOf(at, long)).toBeNull();
  });
});

test.each<[string, AudioCore]>([
  ['the WASM kernel', wasm],
  ['the plain twin', plainAudioCore],
])('%s: chunks of any length give the same result as one chunk', (_, core) => {
  fc.assert(
    fc.property(samples, options, fc.array(fc.nat(600), { maxLength: 30 }), (data, at, chunks) => {
      expect(firstDifference(peaksOf(core, at, data, chunks), peaksOf(core, at, data))).toBeNull();
    }),
    { numRuns: 200 },
  );
});

test('a stream throws after it is finished or another one starts on its core', () => {
  const first = wasm.startPeaks(mono(1));
  const second = wasm.startPeaks(mono(1));
  expect(() => first.push(new Uint8Array(2))).toThrow('ended');
  second.push(Uint8Array.of(1, 0));
  expect([...second.finish()]).toEqual([1, 1]);
  expect(() => second.finish()).toThrow('ended');
});
