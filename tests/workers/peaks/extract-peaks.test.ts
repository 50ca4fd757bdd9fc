import { openAsBlob } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadAudioCore } from '../../../audio-wasm/core.ts';
import type { AudioCore } from '../../../audio-wasm/kernels.ts';
import { plainAudioCore } from '../../../audio-wasm/reference/audio.ts';
import { decodeWaveform, type Waveform, waveformToJson } from '../../../audio-wasm/waveform-data.ts';
import { extractPeaks } from '../../../workers/peaks/extract-peaks.ts';
import { CountedBlob } from '../../support/audio/counted-blob.ts';
import { compileFreshCore } from '../../support/audio/wasm.ts';
import { dataChunk, fmtChunk, wavFile, wavOf } from '../../support/audio/wav-bytes.ts';
import { firstDifference } from '../../support/first-difference.ts';
import { makeFolder } from '../../support/test-folder.ts';

const core = loadAudioCore(await compileFreshCore());
const fixture = (name: string): Promise<Blob> => openAsBlob(new URL(`../../fixtures/audio/${name}`, import.meta.url));

const peaksFile = (name: string): URL => new URL(`../../fixtures/audio/peaks/${name}`, import.meta.url);

/** The single waveform of a request for one zoom. */
function only(dats: readonly ArrayBuffer[]): Waveform {
  const [dat, ...others] = dats;
  if (dat === undefined || others.length > 0) throw new Error(`Expected one waveform, got ${dats.length}`);
  return decodeWaveform(dat);
}

const TEN_FRAMES = Int16Array.from({ length: 20 }, (_, index) => index * 100);

describe('peaks of a WAV', () => {
  test('at a given zoom, mixed', async () => {
    const wav = new Blob([wavOf(TEN_FRAMES, { channels: 2 })]);
    const { dats, durationS } = await extractPeaks(core, wav, { samplesPerPixel: 4, channels: 'mono' });
    expect(durationS).toBe(10 / 44_100);
    expect(only(dats)).toEqual({
      sampleRateHz: 44_100,
      samplesPerPixel: 4,
      channels: 1,
      pixels: 3,
      bits: 16,
      values: Int16Array.of(50, 650, 850, 1450, 1650, 1850),
    });
  });

  test('at a given zoom, by channel', async () => {
    const wav = new Blob([wavOf(TEN_FRAMES, { channels: 2 })]);
    const { dats } = await extractPeaks(core, wav, { samplesPerPixel: 8, channels: 'each' });
    expect(only(dats)).toMatchObject({
      channels: 2,
      values: Int16Array.of(0, 1400, 100, 1500, 1600, 1800, 1700, 1900),
    });
  });

  test.each([
    [1, 1],
    [3, 3],
    [10, 10],
    [1000, 10],
  ])('in at most %i pixels: %i', async (pixels, expected) => {
    const wav = new Blob([wavOf(TEN_FRAMES, { channels: 2 })]);
    const { dats } = await extractPeaks(core, wav, { pixels, channels: 'mono' });
    expect(only(dats).pixels).toBe(expected);
  });

  test('are read from a recording in pieces, in constant memory', async () => {
    const pieces: number[] = [];
    const watched: AudioCore = {
      ...core,
      startPeaks(options) {
        const stream = core.startPeaks(options);
        const push = (bytes: Uint8Array): void => {
          pieces.push(bytes.length);
          stream.push(bytes);
        };
        return { push, finish: () => stream.finish() };
      },
    };
    const folder = await makeFolder();
    const file = join(folder, 'long.wav');
    await writeFile(file, wavOf(new Int16Array(5_000_000)));
    await extractPeaks(watched, await openAsBlob(file), { pixels: 10, channels: 'mono' });
    expect(pieces.reduce((sum, bytes) => sum + bytes, 0)).toBe(10_000_000);
    expect(Math.max(...pieces)).toBeLessThanOrEqual(4 * 1024 * 1024);
  });

  test('ignore chunks after the data', async () => {
    const trailer = { id: 'LIST', body: new Uint8Array(1000).fill(0x7f) };
    const wav = new Blob([wavFile([fmtChunk(), dataChunk(Int16Array.of(1, 2, 3)), trailer])]);
    const { dats } = await extractPeaks(core, wav, { samplesPerPixel: 100, channels: 'mono' });
    expect([...only(dats).values]).toEqual([1, 3]);
  });

  test('of a recording without samples are a waveform without pixels', async () => {
    const wav = new Blob([wavOf(new Int16Array())]);
    const { dats, durationS } = await extractPeaks(core, wav, { pixels: 100, channels: 'mono' });
    expect(durationS).toBe(0);
    expect(only(dats).pixels).toBe(0);
  });

  test('of a recording longer than one read equal the plain twin’s', async () => {
    const long = Int16Array.from({ length: 1_100_003 }, (_, index) => ((index * 7919) % 65_536) - 32_768);
    const wav = new Blob([wavFile([{ id: 'odd ', body: new Uint8Array(3) }, fmtChunk(), dataChunk(long)])]);
    const request = { samplesPerPixel: 4410, channels: 'mono' } as const;
    expect(await extractPeaks(core, wav, request)).toEqual(await extractPeaks(plainAudioCore, wav, request));
  });

  test('of real speech equal the plain twin’s, and are not flat', async () => {
    const wav = await fixture('conforming-stereo.wav');
    const request = { pixels: 300, channels: 'each' } as const;
    const result = await extractPeaks(core, wav, request);
    expect(result).toEqual(await extractPeaks(plainAudioCore, wav, request));
    expect(Math.max(...only(result.dats).values)).toBeGreaterThan(3000);
  });
});

describe('a pyramid of zooms', () => {
  test.each(['mono', 'each'] as const)('equals a separate request for each zoom: %s', async (channels) => {
    const noise = Int16Array.from({ length: 60_003 }, (_, index) => ((index * index * 7919) % 65_536) - 32_768);
    const wav = new Blob([wavOf(noise, { channels: 3 })]);
    for (const bits of [8, 16] as const) {
      const { dats } = await extractPeaks(core, wav, { samplesPerPixel: 7, zooms: 14, channels, bits });
      expect(dats).toHaveLength(14);
      for (const [zoom, dat] of dats.entries()) {
        const request = { samplesPerPixel: 7 * 2 ** zoom, channels, bits };
        const [itself] = (await extractPeaks(plainAudioCore, wav, request)).dats;
        expect(firstDifference(new Uint8Array(dat), new Uint8Array(itself ?? new ArrayBuffer())), `${zoom}`).toBeNull();
      }
    }
  });

  test('reads the recording once', async () => {
    const wav = new CountedBlob([wavOf(new Int16Array(100_000))]);
    await extractPeaks(core, wav, { samplesPerPixel: 10, zooms: 8, channels: 'mono' });
    expect(wav.bytesRead).toBeGreaterThan(wav.size - 100);
    expect(wav.bytesRead).toBeLessThan(wav.size + 70_000);
  });
});

describe.each<[string, AudioCore]>([
  ['the WASM kernel', core],
  ['the plain twin', plainAudioCore],
])('%s gives the golden peaks, byte for byte:', (_, kernels) => {
  test.each([
    ['mono-256-16bit.dat', 'conforming-mono.wav', { samplesPerPixel: 256, channels: 'mono' }],
    ['stereo-mixed-100-16bit.dat', 'conforming-stereo.wav', { samplesPerPixel: 100, channels: 'mono' }],
    ['stereo-each-512-8bit.dat', 'conforming-stereo.wav', { samplesPerPixel: 512, channels: 'each', bits: 8 }],
    ['24bit-mono-300-16bit.dat', '48k-24bit-mono.wav', { samplesPerPixel: 300, channels: 'mono' }],
  ] as const)('%s of %s', async (golden, source, request) => {
    const { dats } = await extractPeaks(kernels, await fixture(source), request);
    expect(Buffer.from(dats[0] ?? new ArrayBuffer())).toEqual(await readFile(peaksFile(golden)));
  });

  test('mono-441-8bit.json', async () => {
    const request = { samplesPerPixel: 441, channels: 'mono', bits: 8 } as const;
    const { dats } = await extractPeaks(kernels, await fixture('conforming-mono.wav'), request);
    const golden = await readFile(peaksFile('mono-441-8bit.json'), 'utf8');
    expect(`${waveformToJson(only(dats))}\n`).toBe(golden);
  });
});

describe('samples of other formats', () => {
  test.each([
    [1, 8, (value: number) => Uint8Array.of((value >> 8) + 128)],
    [1, 24, (value: number) => new Uint8Array(Int32Array.of(value * 65_536).buffer).subarray(1)],
    [1, 32, (value: number) => new Uint8Array(Int32Array.of(value * 65_536).buffer)],
    [3, 32, (value: number) => new Uint8Array(Float32Array.of(value / 32_767).buffer)],
    [3, 64, (value: number) => new Uint8Array(Float64Array.of(value / 32_767).buffer)],
  ])('of format %i with %i bits give the peaks of the sound', async (audioFormat, bitsPerSample, write) => {
    const values = Array.from({ length: 3000 }, (_, index) => Math.round(30_000 * Math.sin(index / 40)) & ~0xff);
    const body = Uint8Array.from(values.flatMap((value) => [...write(value)]));
    const wav = new Blob([wavFile([fmtChunk({ audioFormat, bitsPerSample }), { id: 'data', body }])]);
    const request = { samplesPerPixel: 100, channels: 'mono' } as const;
    const peaks = only((await extractPeaks(core, wav, request)).dats).values;
    const as16 = new Blob([wavOf(Int16Array.from(values))]);
    const expected = only((await extractPeaks(core, as16, request)).dats).values;
    // A float may land slightly below the whole number that it represents, and is truncated.
    const tolerance = audioFormat === 3 ? 1 : 0;
    expect(peaks).toHaveLength(30 * 2);
    for (const [at, value] of peaks.entries())
      expect(Math.abs(value - (expected[at] ?? 0))).toBeLessThanOrEqual(tolerance);
  });

  test('of three bytes are joined if a read ends within one', async () => {
    const body = new Uint8Array(3 * 1_500_000);
    for (let at = 0; at < body.length; at += 3) body[at + 2] = at % 201 === 0 ? 0x40 : 0;
    const wav = new Blob([wavFile([fmtChunk({ bitsPerSample: 24 }), { id: 'data', body }])]);
    const { values } = only((await extractPeaks(core, wav, { samplesPerPixel: 67, channels: 'mono' })).dats);
    expect(values.length).toBe(2 * Math.ceil(1_500_000 / 67));
    expect(values.every((value, at) => value === (at % 2 === 0 ? 0 : 0x4000))).toBe(true);
  });
});

describe('unsupported input is rejected with a description of the fault', () => {
  test('compressed samples', async () => {
    const wav = new Blob([wavFile([fmtChunk({ audioFormat: 17, bitsPerSample: 4 }), dataChunk(TEN_FRAMES)])]);
    await expect(extractPeaks(core, wav, { pixels: 10, channels: 'mono' })).rejects.toMatchObject({
      name: 'WavFormatError',
      message: expect.stringContaining('4-bit samples of format 17'),
    });
  });

  test('text', async () => {
    const wav = await fixture('text.mp3');
    await expect(extractPeaks(core, wav, { pixels: 10, channels: 'mono' })).rejects.toMatchObject({
      name: 'WavFormatError',
    });
  });

  test.each([
    [{ pixels: 0, channels: 'mono' } as const, 'got 0'],
    [{ pixels: 2.5, channels: 'mono' } as const, 'got 2.5'],
    [{ samplesPerPixel: -1, channels: 'mono' } as const, 'got -1'],
    [{ samplesPerPixel: 256, channels: 'mono', zooms: 0 } as const, 'zooms'],
    [{ samplesPerPixel: 256, channels: 'mono', zooms: 25 } as const, 'fewer zooms than 25'],
  ])('%o', async (request, found) => {
    const wav = new Blob([wavOf(TEN_FRAMES)]);
    await expect(extractPeaks(core, wav, request)).rejects.toThrow(found);
  });
});
