import { describe, expect, test } from 'vitest';
import { loadAudioCore } from '../../audio-wasm/core.ts';
import { type Loudness, measureLoudness, toLoudness } from '../../audio-wasm/loudness.ts';
import { plainAudioCore } from '../../audio-wasm/reference/audio.ts';
import { parseWavHeader, WavFormatError } from '../../audio-wasm/wav.ts';
import { hiddenPeriod, steppedTone, taperedSine } from '../support/audio/ebu-signals.ts';
import { noisePcm } from '../support/audio/noise-pcm.ts';
import { compileFreshCore } from '../support/audio/wasm.ts';
import { fmtChunk, wavFile, wavOf } from '../support/audio/wav-bytes.ts';

const core = loadAudioCore(await compileFreshCore());

/** Measures a WAV read in pieces through one reused buffer. */
function measureWav(wav: Uint8Array, audioCore = core): Promise<Loudness> {
  const format = parseWavHeader(wav, wav.length);
  const end = format.dataOffset + format.dataBytes;
  const read = async (take: (piece: Uint8Array) => void): Promise<void> => {
    const shared = new Uint8Array(65_537);
    for (let at = format.dataOffset; at < end; at += shared.length) {
      const piece = wav.subarray(at, Math.min(at + shared.length, end));
      shared.set(piece);
      take(shared.subarray(0, piece.length));
      shared.fill(0x55);
    }
  };
  return measureLoudness(audioCore, read, format);
}

function measure(samples: Int16Array, sampleRateHz: number, channels = 2): Promise<Loudness> {
  return measureWav(wavOf(samples, { sampleRateHz, channels }));
}

const steps = (...levels: readonly (readonly [dbfs: number, durationS: number])[]) =>
  levels.map(([dbfs, durationS]) => ({ dbfs, durationS }));

describe.each([48_000, 44_100])('at %i Hz', (rateHz) => {
  test.each([
    [1, -23, steps([-23, 20])],
    [2, -33, steps([-33, 20])],
    [3, -23, steps([-36, 10], [-23, 60], [-36, 10])],
    [4, -23, steps([-72, 10], [-36, 10], [-23, 60], [-36, 10], [-72, 10])],
    [5, -23, steps([-26, 20], [-20, 20.1], [-26, 20])],
  ])('EBU Tech 3341, signal %i: integrated loudness of %i LUFS', async (_, lufs, levels) => {
    const { integratedLufs } = await measure(steppedTone(rateHz, levels), rateHz);
    expect(Math.abs(integratedLufs - lufs)).toBeLessThanOrEqual(0.1);
  });

  test.each([
    [15, -6, { divisor: 4, amplitude: 0.5, phaseDegrees: 0 }],
    [16, -6, { divisor: 4, amplitude: 0.5, phaseDegrees: 45 }],
    [17, -6, { divisor: 6, amplitude: 0.5, phaseDegrees: 60 }],
    [18, -6, { divisor: 8, amplitude: 0.5, phaseDegrees: 67.5 }],
    [19, 3, { divisor: 4, amplitude: 1.41, phaseDegrees: 45 }],
  ])('EBU Tech 3341, signal %i: true peak of %i dB', async (_, dbtp, sine) => {
    expectTruePeak(await measure(taperedSine(rateHz, sine), rateHz), dbtp);
  });

  test.each([
    [20, 0],
    [21, 1],
    [22, 2],
    [23, 3],
  ] as const)('EBU Tech 3341, signal %i: true peak of 0 dB at an offset of %i', async (_, offset) => {
    expectTruePeak(await measure(hiddenPeriod(rateHz, offset), rateHz), 0);
  });

  test.each([
    [1, 10, steps([-20, 20], [-30, 20])],
    [2, 5, steps([-20, 20], [-15, 20])],
    [3, 20, steps([-40, 20], [-20, 20])],
    [4, 15, steps([-50, 20], [-35, 20], [-20, 20], [-35, 20], [-50, 20])],
  ])('EBU Tech 3342, signal %i: loudness range of %i LU', async (_, lu, levels) => {
    const { rangeLu } = await measure(steppedTone(rateHz, levels), rateHz);
    expect(Math.abs(rangeLu - lu)).toBeLessThanOrEqual(1);
  });
});

function expectTruePeak({ truePeakDbtp }: Loudness, dbtp: number): void {
  expect(truePeakDbtp - dbtp).toBeLessThanOrEqual(0.2);
  expect(truePeakDbtp - dbtp).toBeGreaterThanOrEqual(-0.4);
}

test('a single channel is as loud as two equal ones', async () => {
  const both = steppedTone(44_100, steps([-23, 5]));
  const one = both.filter((_, at) => at % 2 === 0);
  expect(await measure(one, 44_100, 1)).toEqual(await measure(both, 44_100));
});

test('silence has no loudness and no range', async () => {
  const silence = { integratedLufs: -Infinity, rangeLu: 0, truePeakDbtp: -Infinity, sideToMid: 0 };
  expect(await measure(new Int16Array(96_000 * 5), 48_000)).toEqual(silence);
  expect(await measure(new Int16Array(), 48_000)).toEqual(silence);
});

test('sound below the absolute gate counts as silence', async () => {
  const { integratedLufs, truePeakDbtp } = await measure(steppedTone(48_000, steps([-75, 5])), 48_000);
  expect(integratedLufs).toBe(-Infinity);
  expect(truePeakDbtp).toBeCloseTo(-75, 0);
});

test('a recording shorter than a gating block is measured as one block, from 100 ms on', async () => {
  const lufsOf = async (durationS: number) =>
    (await measure(steppedTone(48_000, steps([-23, durationS])), 48_000)).integratedLufs;
  expect(await lufsOf(0.25)).toBeCloseTo(-23, 0);
  expect(await lufsOf(0.1)).toBeCloseTo(-23, 0);
  expect(await lufsOf(0.099)).toBe(-Infinity);
});

test('a recording shorter than three seconds has no range', async () => {
  const rangeOf = async (durationS: number) =>
    (await measure(steppedTone(48_000, steps([-20, 1.5], [-40, durationS - 1.5])), 48_000)).rangeLu;
  expect(await rangeOf(2.9)).toBe(0);
  expect(await rangeOf(4)).toBeGreaterThan(1);
});

test('side to mid is 0 for equal channels, 1 for a single one, Infinity for opposite ones', async () => {
  const sideToMidOf = async (right: (left: number) => number) => {
    const left = noisePcm(5, 10_000, 'even').map((value) => value >> 1);
    const samples = Int16Array.from(
      { length: 20_000 },
      (_, at) => (at % 2 === 0 ? left[at >> 1] : right(left[at >> 1] ?? 0)) ?? 0,
    );
    return (await measure(samples, 44_100)).sideToMid;
  };
  expect(await sideToMidOf((left) => left)).toBe(0);
  expect(await sideToMidOf(() => 0)).toBe(1);
  expect(await sideToMidOf((left) => -left)).toBe(Infinity);
});

test('samples of 24 bits are as loud as their upper 16', async () => {
  const samples = noisePcm(6, 50_000, 'bursts');
  const body = new Uint8Array(samples.length * 3);
  samples.forEach((value, at) => {
    body.set([0x7f, value & 0xff, (value >> 8) & 0xff], at * 3);
  });
  const wide = wavFile([fmtChunk({ channels: 2, bitsPerSample: 24 }), { id: 'data', body }]);
  const narrow = wavOf(samples, { channels: 2 });
  expect(await measureWav(wide)).toEqual(await measureWav(narrow, plainAudioCore));
});

test('rejects with the error of `read`, and rejects unsupported samples before reading', async () => {
  const broken = async (): Promise<void> => {
    throw new Error('the disk is gone');
  };
  const formatOf = (wav: Uint8Array) => parseWavHeader(wav, wav.length);
  const samples = new Int16Array(48);
  await expect(measureLoudness(core, broken, formatOf(wavOf(samples)))).rejects.toThrow('the disk is gone');
  await expect(measureLoudness(core, broken, formatOf(wavOf(samples, { channels: 3 })))).rejects.toThrow('channels');
  const compressed = formatOf(wavOf(samples, { audioFormat: 17 }));
  await expect(measureLoudness(core, broken, compressed)).rejects.toThrow(WavFormatError);
});

test('the loudness of an hour is computed from its energies alone', () => {
  const energies = new Float64Array(36_000).fill(10 ** (-2.3 + 0.0691));
  energies.fill(10 ** (-3.3 + 0.0691), 18_000);
  const loudness = toLoudness({ energies, truePeak: 0.5, midPower: 4, sidePower: 1 });
  expect(loudness.integratedLufs).toBeCloseTo(-23 + 10 * Math.log10(0.55), 2);
  expect(loudness.rangeLu).toBeCloseTo(10, 6);
  expect(loudness.truePeakDbtp).toBeCloseTo(-6.02, 2);
  expect(loudness.sideToMid).toBe(0.25);
});
