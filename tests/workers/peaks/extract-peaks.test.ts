import { openAsBlob } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { loadAudioCore } from '../../../audio-wasm/core.ts';
import { plainAudioCore } from '../../../audio-wasm/reference/peaks.ts';
import { decodeWaveform } from '../../../audio-wasm/waveform-data.ts';
import { extractPeaks } from '../../../workers/peaks/extract-peaks.ts';
import { compileFreshCore } from '../../support/wasm.ts';
import { dataChunk, fmtChunk, wavFile, wavOf } from '../../support/wav-bytes.ts';

const core = loadAudioCore(await compileFreshCore());
const fixture = (name: string): Promise<Blob> => openAsBlob(new URL(`../../fixtures/audio/${name}`, import.meta.url));

const TEN_FRAMES = Int16Array.from({ length: 20 }, (_, index) => index * 100);

describe('peaks of a WAV', () => {
  test('at a given zoom: a mix', async () => {
    const wav = new Blob([wavOf(TEN_FRAMES, { channels: 2 })]);
    const { dat, durationS } = await extractPeaks(core, wav, { samplesPerPixel: 4, channels: 'mono' });
    expect(durationS).toBe(10 / 44_100);
    expect(decodeWaveform(dat)).toEqual({
      sampleRateHz: 44_100,
      samplesPerPixel: 4,
      channels: 1,
      pixels: 3,
      bits: 16,
      values: Int16Array.of(50, 650, 850, 1450, 1650, 1850),
    });
  });

  test('at a given zoom: each channel', async () => {
    const wav = new Blob([wavOf(TEN_FRAMES, { channels: 2 })]);
    const { dat } = await extractPeaks(core, wav, { samplesPerPixel: 8, channels: 'each' });
    expect(decodeWaveform(dat)).toMatchObject({
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
    const { dat } = await extractPeaks(core, wav, { pixels, channels: 'mono' });
    expect(decodeWaveform(dat).pixels).toBe(expected);
  });

  test('never reads more than 4 MB at a time, so that memory does not grow with the recording', async () => {
    const sizes: number[] = [];
    class WatchedBlob extends Blob {
      override slice(start?: number, end?: number, type?: string): Blob {
        const part = super.slice(start, end, type);
        sizes.push(part.size);
        return part;
      }
    }
    const wav = new WatchedBlob([wavOf(new Int16Array(5_000_000))]);
    await extractPeaks(core, wav, { pixels: 10, channels: 'mono' });
    expect(Math.max(...sizes)).toBe(4 * 1024 * 1024);
  });

  test('leaves out what stands after the data', async () => {
    const trailer = { id: 'LIST', body: new Uint8Array(1000).fill(0x7f) };
    const wav = new Blob([wavFile([fmtChunk(), dataChunk(Int16Array.of(1, 2, 3)), trailer])]);
    const { dat } = await extractPeaks(core, wav, { samplesPerPixel: 100, channels: 'mono' });
    expect([...decodeWaveform(dat).values]).toEqual([1, 3]);
  });

  test('of a recording without samples is a waveform without pixels', async () => {
    const wav = new Blob([wavOf(new Int16Array())]);
    const { dat, durationS } = await extractPeaks(core, wav, { pixels: 100, channels: 'mono' });
    expect(durationS).toBe(0);
    expect(decodeWaveform(dat).pixels).toBe(0);
  });

  test('of a recording longer than one read are the plain twin`s', async () => {
    const long = Int16Array.from({ length: 5_000_003 }, (_, index) => ((index * 7919) % 65_536) - 32_768);
    const wav = new Blob([wavFile([{ id: 'odd ', body: new Uint8Array(3) }, fmtChunk(), dataChunk(long)])]);
    const request = { samplesPerPixel: 4410, channels: 'mono' } as const;
    expect(await extractPeaks(core, wav, request)).toEqual(await extractPeaks(plainAudioCore, wav, request));
  });

  test('of real speech are the plain twin`s, and not flat', async () => {
    const wav = await fixture('conforming-stereo.wav');
    const request = { pixels: 300, channels: 'each' } as const;
    const result = await extractPeaks(core, wav, request);
    expect(result).toEqual(await extractPeaks(plainAudioCore, wav, request));
    expect(Math.max(...decodeWaveform(result.dat).values)).toBeGreaterThan(3000);
  });
});

describe('what cannot be drawn is refused with what was found', () => {
  test('24-bit samples', async () => {
    const wav = await fixture('48k-24bit-mono.wav');
    await expect(extractPeaks(core, wav, { pixels: 10, channels: 'mono' })).rejects.toMatchObject({
      name: 'WavFormatError',
      message: expect.stringContaining('24-bit'),
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
  ])('%o', async (request, found) => {
    const wav = new Blob([wavOf(TEN_FRAMES)]);
    await expect(extractPeaks(core, wav, request)).rejects.toThrow(found);
  });
});
