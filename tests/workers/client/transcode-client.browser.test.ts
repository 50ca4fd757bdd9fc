import { afterAll, describe, expect, test } from 'vitest';
import { parseWavHeader, readWavFormat } from '../../../audio-wasm/wav.ts';
import { createTranscoder } from '../../../workers/client/transcode-client.ts';
import type { ConversionProgress, TranscodeProgress } from '../../../workers/transcode/transcode.api.ts';
import {
  DamagedFileError,
  NoAudioTrackError,
  NotAudioError,
  ProtectedFileError,
} from '../../../workers/transcode/transcode-errors.ts';
import { longWav } from '../../support/audio/long-sounds.ts';
import { dataChunk, fmtChunk, wavFile } from '../../support/audio/wav-bytes.ts';

interface PlayableFixture {
  readonly file: string;
  readonly channels: number;
  readonly conforming: boolean;
  readonly durationS: number;
  readonly envelopes: readonly (readonly number[])[];
}

interface FixtureList {
  readonly envelopeStepMs: number;
  readonly playable: readonly PlayableFixture[];
  readonly cut: readonly { readonly file: string; readonly readableS: number; readonly statedS: number }[];
}

/** The time that an encoder's padding and a codec's delay may add or remove, in seconds. */
const CODEC_DELAY_S = 0.06;
const HEADER_BYTES = 44;

const fixtures = (await (await fetchFixture('fixtures.json')).json()) as FixtureList;
const transcoder = createTranscoder();
afterAll(() => transcoder.dispose());

async function fetchFixture(file: string): Promise<Response> {
  const response = await fetch(new URL(`/tests/fixtures/audio/${file}`, location.href));
  expect(response.ok, file).toBe(true);
  return response;
}

async function fixture(file: string): Promise<Blob> {
  return (await fetchFixture(file)).blob();
}

async function bytesOf(blob: Blob): Promise<Uint8Array> {
  return new Uint8Array(await blob.arrayBuffer());
}

/** Compares data whose assertion message would take seconds to print. */
function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}

/** Records the progress of a conversion, without that of a download before it. */
function noteSteps(steps: number[]): (progress: TranscodeProgress) => void {
  return (progress) => {
    if (progress.stage === 'conversion') steps.push(progress.fraction);
  };
}

/** One channel of a 16-bit WAV with the plain header, samples from -1 to 1. */
async function samplesOf(wav: Blob, channels: number, channel: number): Promise<Float32Array> {
  const all = new Int16Array(await wav.slice(HEADER_BYTES).arrayBuffer());
  return Float32Array.from(
    { length: all.length / channels },
    (_, frame) => (all[frame * channels + channel] ?? 0) / 2 ** 15,
  );
}

/** RMS of each envelope step from a given sample on; as many values as requested. */
function envelope(samples: Float32Array, startSample: number, length: number): number[] {
  const step = (44_100 * fixtures.envelopeStepMs) / 1000;
  return Array.from({ length }, (_, index) => {
    let sum = 0;
    for (let at = 0; at < step; at += 1) sum += (samples[startSample + index * step + at] ?? 0) ** 2;
    return Math.sqrt(sum / step);
  });
}

/** Pearson's correlation over the shorter of two series. */
function correlation(a: readonly number[], b: readonly number[]): number {
  const length = Math.min(a.length, b.length);
  const mean = (series: readonly number[]): number =>
    series.slice(0, length).reduce((sum, value) => sum + value, 0) / length;
  const [meanA, meanB] = [mean(a), mean(b)];
  let [product, squareA, squareB] = [0, 0, 0];
  for (let index = 0; index < length; index += 1) {
    const [fromA, fromB] = [(a[index] ?? 0) - meanA, (b[index] ?? 0) - meanB];
    product += fromA * fromB;
    squareA += fromA ** 2;
    squareB += fromB ** 2;
  }
  return product / Math.sqrt(squareA * squareB);
}

const ENVELOPE_STEPS = Math.max(...fixtures.playable.flatMap(({ envelopes }) => envelopes.map(({ length }) => length)));

/** The envelopes of a channel at each alignment that a codec's delay can cause. */
function alignments(samples: Float32Array): number[][] {
  const delays = Array.from({ length: 13 }, (_, index) => Math.round((index / 6 - 1) * CODEC_DELAY_S * 44_100));
  return delays.map((delay) => envelope(samples, delay, ENVELOPE_STEPS));
}

/** How well a channel matches an envelope, at the best of its alignments. */
function likeness(aligned: readonly (readonly number[])[], expected: readonly number[]): number {
  return Math.max(...aligned.map((one) => correlation(one, expected)));
}

test('the converter is downloaded first, and reported apart from the conversion', async () => {
  // The first conversion of the worker; the development server's answers aren't stored.
  const stages: string[] = [];
  const shares: number[] = [];
  await transcoder.transcode(await fixture('mono-48k.m4a'), {
    onProgress: (progress) => {
      stages.push(progress.stage);
      if (progress.stage === 'download' && progress.totalBytes !== null)
        shares.push(progress.loadedBytes / progress.totalBytes);
    },
  });
  const begins = stages.indexOf('conversion');
  expect(stages.slice(begins)).not.toContain('download');
  expect(begins).toBeGreaterThan(10);
  expect(shares).toEqual([...shares].sort((a, b) => a - b));
  expect(shares[0]).toBe(0);
  expect(shares.at(-1)).toBeGreaterThan(0.9);
});

describe('a non-conforming file', () => {
  test.each(fixtures.playable.filter(({ conforming }) => !conforming))(
    '$file becomes a conforming WAV with the same sound',
    async (source) => {
      const steps: number[] = [];
      const result = await transcoder.transcode(await fixture(source.file), {
        onProgress: noteSteps(steps),
      });

      const header = parseWavHeader(await bytesOf(result.wav), result.wav.size);
      expect(header).toMatchObject({
        audioFormat: 1,
        bitsPerSample: 16,
        sampleRateHz: 44_100,
        channels: source.channels,
      });
      expect(header).toMatchObject({ dataOffset: HEADER_BYTES, dataBytes: result.wav.size - HEADER_BYTES });
      const sizes = new DataView(await result.wav.slice(0, HEADER_BYTES).arrayBuffer());
      expect(sizes.getUint32(4, true)).toBe(result.wav.size - 8);
      expect(sizes.getUint32(40, true)).toBe(result.wav.size - HEADER_BYTES);

      expect(result).toMatchObject({
        sampleRateHz: 44_100,
        channels: source.channels,
        passedThrough: false,
        statedS: null,
      });
      expect(result.durationS).toBe(header.durationS);
      expect(Math.abs(result.durationS - source.durationS)).toBeLessThan(CODEC_DELAY_S);
      expect(result.wav.type).toBe('audio/wav');

      for (const [channel, expected] of source.envelopes.entries()) {
        const heard = alignments(await samplesOf(result.wav, source.channels, channel));
        expect(likeness(heard, expected), `channel ${channel}`).toBeGreaterThan(0.97);
        const others = fixtures.playable.filter(({ file }) => file !== source.file);
        for (const other of others) {
          expect(likeness(heard, other.envelopes[0] ?? []), `channel ${channel} against ${other.file}`).toBeLessThan(
            0.9,
          );
        }
      }

      expect(steps).toEqual([...steps].sort((a, b) => a - b));
      expect(steps.filter((step) => step < 0 || step > 1)).toEqual([]);
      expect(steps.filter((step) => step === 1)).toHaveLength(1);
    },
  );

  test('without its end keeps its readable part, and reports its stated duration', async () => {
    for (const { file, readableS, statedS } of fixtures.cut) {
      const result = await transcoder.transcode(await fixture(file));
      expect(Math.abs(result.durationS - readableS), file).toBeLessThan(0.3);
      expect(Math.abs((result.statedS ?? 0) - statedS), file).toBeLessThan(CODEC_DELAY_S);
    }
  });

  test('more than two channels are mixed down to two', async () => {
    const surround = wavFile([
      fmtChunk({ channels: 6, subFormat: 1, channelMask: 0x3f }),
      dataChunk(new Int16Array(6 * 44_100).fill(3000)),
    ]);
    const result = await transcoder.transcode(new Blob([surround]));
    expect(result).toMatchObject({ channels: 2, durationS: 1, passedThrough: false });
    expect((await readWavFormat(result.wav)).channels).toBe(2);
  });

  test('the readable part of a truncated file is kept', async () => {
    const whole = await fixture('vbr-with-cover.mp3');
    const result = await transcoder.transcode(whole.slice(0, whole.size * 0.6));
    expect(result.durationS).toBeGreaterThan(0.8);
    expect(result.durationS).toBeLessThan(2.5);
  });

  test('a browser’s recording, which does not state its duration, is read to its end', async () => {
    const context = new AudioContext();
    const target = context.createMediaStreamDestination();
    const tone = new OscillatorNode(context, { frequency: 440 });
    tone.connect(target);
    tone.start();
    const recorder = new MediaRecorder(target.stream, { mimeType: 'audio/webm' });
    const pieces: Blob[] = [];
    const enough = new Promise<void>((resolve) => {
      recorder.addEventListener('dataavailable', ({ data }) => {
        pieces.push(data);
        if (pieces.length === 6) resolve();
      });
    });
    recorder.start(100);
    await enough;
    const stopped = new Promise((resolve) => recorder.addEventListener('stop', resolve));
    recorder.stop();
    await stopped;
    await context.close();

    const result = await transcoder.transcode(new Blob(pieces));
    expect(result.durationS).toBeGreaterThan(0.4);
    const samples = await samplesOf(result.wav, result.channels, 0);
    const middle = samples.subarray(Math.floor(samples.length / 2));
    const crossings = middle.filter((value, index) => index > 0 && value >= 0 !== (middle[index - 1] ?? 0) >= 0).length;
    expect(crossings / 2 / (middle.length / 44_100)).toBeCloseTo(440, -1);
  });
});

describe('a conforming file', () => {
  test.each(fixtures.playable.filter(({ conforming }) => conforming))(
    '$file is returned byte for byte',
    async (source) => {
      const file = await fixture(source.file);
      const steps: number[] = [];
      const result = await transcoder.transcode(file, { onProgress: noteSteps(steps) });
      expect(result).toMatchObject({ passedThrough: true, channels: source.channels, sampleRateHz: 44_100 });
      expect(result.durationS).toBeCloseTo(source.durationS, 4);
      expect(isSame(await bytesOf(result.wav), await bytesOf(file))).toBe(true);
      expect(steps).toEqual([1]);
    },
  );

  test('is rewritten if a streaming writer left its sizes open', async () => {
    const bytes = await bytesOf(await fixture('conforming-mono.wav'));
    new DataView(bytes.buffer).setUint32(40, 0xffffffff, true);
    new DataView(bytes.buffer).setUint32(4, 0xffffffff, true);
    const result = await transcoder.transcode(new Blob([bytes.buffer as ArrayBuffer]));
    expect(result.passedThrough).toBe(false);
    const wav = await bytesOf(result.wav);
    expect(new DataView(wav.buffer).getUint32(40, true)).toBe(wav.length - HEADER_BYTES);
    expect(isSame(wav.subarray(HEADER_BYTES), bytes.subarray(HEADER_BYTES))).toBe(true);
  });
});

describe('an unusable file', () => {
  test.each([
    ['truncated.m4a', DamagedFileError, /truncated.*moov/],
    ['text.mp3', NotAudioError, /text that begins with "Ceci est une liste.*expected wav, mp3, m4a/],
    ['no-audio.mp4', NoAudioTrackError, /no audio track/],
    ['protected.m4a', ProtectedFileError, /encrypted/],
  ] as const)('%s is rejected with the reason', async (file, errorClass, words) => {
    const refusal = await transcoder.transcode(await fixture(file)).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(errorClass);
    expect((refusal as Error).message).toMatch(words);
  });

  test('an empty file is rejected as containing no audio', async () => {
    await expect(transcoder.transcode(new Blob([]))).rejects.toThrow(NotAudioError);
  });

  test('a known header followed by nothing decodable is rejected as damaged', async () => {
    const noise = Uint8Array.from({ length: 20_000 }, (_, index) => (index * 7919) % 251);
    await expect(transcoder.transcode(new Blob(['fLaC', noise]))).rejects.toThrow(DamagedFileError);
    await expect(transcoder.transcode(new Blob(['caff', noise]))).rejects.toThrow(DamagedFileError);
  });

  test('a WAV that ends with its header is rejected as containing no audio', async () => {
    const header = (await fixture('conforming-mono.wav')).slice(0, HEADER_BYTES);
    await expect(transcoder.transcode(header)).rejects.toThrow(NoAudioTrackError);
  });
});

/** Root mean square of values, in decibels relative to 1. */
function levelDb(values: ArrayLike<number>): number {
  return 10 * Math.log10(Array.from(values).reduce((sum, value) => sum + value ** 2, 0) / values.length);
}

test('loudness is preserved: a 24-bit WAV at another rate stays within 0.1 dB', async () => {
  const source = await bytesOf(await fixture('48k-24bit-mono.wav'));
  const { dataOffset, dataBytes } = parseWavHeader(source, source.length);
  const view = new DataView(source.buffer, dataOffset, dataBytes);
  const values = Array.from({ length: Math.floor(dataBytes / 3) }, (_, sample) => {
    const upper = view.getInt8(3 * sample + 2) * 65_536;
    return (upper + view.getUint16(3 * sample, true)) / 2 ** 23;
  });
  const { wav } = await transcoder.transcode(await fixture('48k-24bit-mono.wav'));
  const level = levelDb(await samplesOf(wav, 1, 0));
  expect(level).toBeLessThan(-6);
  expect(level).toBeGreaterThan(-40);
  expect(Math.abs(level - levelDb(values))).toBeLessThan(0.1);
});

test('a long conversion reports its progress while it runs', async () => {
  const told: ConversionProgress[] = [];
  const heardS: number[] = [];
  const startMs = performance.now();
  const result = await transcoder.transcode(longWav(300), {
    onProgress: (progress) => {
      if (progress.stage === 'download') return;
      told.push(progress);
      heardS.push((performance.now() - startMs) / 1000);
    },
  });
  const steps = told.map(({ fraction }) => fraction);
  expect(result.durationS).toBeCloseTo(300, 1);
  expect((await readWavFormat(result.wav)).dataBytes).toBe(result.wav.size - HEADER_BYTES);
  expect(steps.length).toBeGreaterThan(3);
  expect(steps).toEqual([...steps].sort((a, b) => a - b));
  // The pace is measured over at least a hundredth, and none took longer than all the elapsed time.
  const estimates = told.slice(0, -1).flatMap(({ fraction, remainingS }, index) => {
    const mostS = ((heardS[index] ?? 0) * (1 - fraction)) / 0.01;
    return remainingS === null ? [] : [{ remainingS, mostS }];
  });
  expect(estimates.length).toBeGreaterThan(0);
  expect(estimates.filter(({ remainingS, mostS }) => !(remainingS > 0 && remainingS <= mostS))).toEqual([]);
  expect(told.at(-1)).toEqual({ stage: 'conversion', fraction: 1, remainingS: 0 });
});
