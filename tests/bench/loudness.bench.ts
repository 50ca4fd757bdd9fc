import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadAudioCore } from '../../audio-wasm/core.ts';
import type { AudioCore, LoudnessSums } from '../../audio-wasm/kernels.ts';
import { toLoudness } from '../../audio-wasm/loudness.ts';
import { plainAudioCore } from '../../audio-wasm/reference/audio.ts';
import {
  type FfmpegLoudness,
  ffmpegVersion,
  measureWithFfmpeg,
  readWithFfmpeg,
} from '../support/audio/ffmpeg-loudness.ts';
import { noisePcm } from '../support/audio/noise-pcm.ts';
import { compileFreshCore } from '../support/audio/wasm.ts';
import { wavOf } from '../support/audio/wav-bytes.ts';
import { checkSame, compareTimes, printTable } from './measure.ts';
import { makeSpeech, type Pcm } from './speech.ts';

const SEED = 20_261;
const DURATION_S = 600;
const RATE_HZ = 44_100;
/** A large piece, as a file gives it. */
const CHUNK_BYTES = 4 * 1024 * 1024;
const HEADER_BYTES = 44;
/** What ffmpeg's one decimal place may hide, and its histogram of the range. */
const LUFS_TOLERANCE = 0.1;
/** ffmpeg oversamples with a filter of its own. */
const TRUE_PEAK_TOLERANCE_DB = 0.5;

/** What a contender found; ffmpeg prints no sums. */
type Found = LoudnessSums | FfmpegLoudness | null;

const wasmCore = loadAudioCore(await compileFreshCore());
const version = ffmpegVersion();
if (version === null) console.log('\nffmpeg is not installed: its lines are missing');

compare('speech', makeSpeech(SEED, DURATION_S, RATE_HZ));
compare('even noise, which is interpolated everywhere', makeNoise());

/** Noise that is never quiet; the mean of neighbours, since white noise shows more of ffmpeg's filter than of the level. */
function makeNoise(): Pcm {
  const frames = DURATION_S * RATE_HZ;
  const white = noisePcm(SEED, frames * 2, 'even');
  const samples = white.map((value, at) => (value + (white[at - 2] ?? 0)) >> 1);
  return { sampleRateHz: RATE_HZ, channels: 2, frames, samples };
}

function compare(what: string, pcm: Pcm): void {
  const { channels, sampleRateHz } = pcm;
  const bytes = new Uint8Array(pcm.samples.buffer);
  const folder = mkdtempSync(join(tmpdir(), 'drop-ici-loudness-'));
  const file = join(folder, 'input.wav');
  writeFileSync(file, wavOf(pcm.samples, { channels, sampleRateHz }));
  const ofBytes = (core: AudioCore): LoudnessSums => {
    const stream = core.startLoudness({ channels, sampleRateHz });
    for (let at = 0; at < bytes.length; at += CHUNK_BYTES) stream.push(bytes.subarray(at, at + CHUNK_BYTES));
    return stream.finish();
  };
  const ofFile = (): LoudnessSums => {
    const stream = wasmCore.startLoudness({ channels, sampleRateHz });
    forEachPiece(file, (piece) => stream.push(piece));
    return stream.finish();
  };
  const peers = [
    { name: 'ffmpeg ebur128=peak=true', repetitions: 3, run: (): Found => measureWithFfmpeg(file) },
    { name: 'ffmpeg, reading only', repetitions: 3, run: (): Found => readWithFfmpeg(file) },
  ];
  try {
    const timings = compareTimes<Found>([
      { name: 'WASM kernel, from the file', repetitions: 10, run: ofFile },
      { name: 'WASM kernel, in memory', repetitions: 10, run: () => ofBytes(wasmCore) },
      { name: 'plain twin, in memory', repetitions: 1, run: () => ofBytes(plainAudioCore) },
      ...(version === null ? [] : peers),
    ]);
    const [ours, inMemory, plain, ffmpeg] = timings;
    checkEqual(ours?.result, inMemory?.result);
    checkEqual(ours?.result, plain?.result);
    if (ffmpeg !== undefined) checkClose(ours?.result, ffmpeg.result);
    printTable(
      `Loudness of ${DURATION_S / 60} minutes of 16-bit stereo at ${RATE_HZ / 1000} kHz (${(bytes.length / 1e6).toFixed(1)} MB): ${what}${version === null ? '' : `; ffmpeg ${version}`}`,
      [
        ['', 'runs', 'first ms', 'median ms', 'best ms', 'times real time', 'WASM from the file is faster by'],
        ...timings.map(({ name, repetitions, firstMs, medianMs, bestMs }) => [
          name,
          String(repetitions),
          firstMs.toFixed(1),
          medianMs.toFixed(1),
          bestMs.toFixed(1),
          ((DURATION_S * 1000) / medianMs).toFixed(0),
          `${(medianMs / (ours?.medianMs ?? Number.NaN)).toFixed(1)} x`,
        ]),
      ],
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Reads the samples of a WAV that has nothing but a header before them. */
function forEachPiece(file: string, take: (piece: Uint8Array) => void): void {
  const descriptor = openSync(file, 'r');
  try {
    const buffer = new Uint8Array(CHUNK_BYTES);
    let at = HEADER_BYTES;
    for (let read = -1; read !== 0; at += read) {
      read = readSync(descriptor, buffer, 0, buffer.length, at);
      take(buffer.subarray(0, read));
    }
  } finally {
    closeSync(descriptor);
  }
}

function checkEqual(ours: Found | undefined, other: Found | undefined): void {
  const [a, b] = [asSums(ours), asSums(other)];
  const index = a.energies.findIndex((energy, at) => energy !== b.energies[at]);
  checkSame(a.energies.length === b.energies.length && index < 0, () => `energy ${index}`);
  checkSame(a.truePeak === b.truePeak, () => `true peak ${a.truePeak}, ${b.truePeak}`);
  checkSame(a.midPower === b.midPower && a.sidePower === b.sidePower, () => 'mid and side');
}

function checkClose(ours: Found | undefined, ffmpeg: Found): void {
  const { integratedLufs, rangeLu, truePeakDbtp } = toLoudness(asSums(ours));
  if (ffmpeg === null || 'energies' in ffmpeg) throw new Error("Expected ffmpeg's loudness");
  const apart = (value: number, other: number, most: number, unit: string): void =>
    checkSame(Math.abs(value - other) <= most, () => `${value.toFixed(2)} ${unit}, ${other} by ffmpeg`);
  apart(integratedLufs, ffmpeg.integratedLufs, LUFS_TOLERANCE, 'LUFS');
  apart(rangeLu, ffmpeg.rangeLu, LUFS_TOLERANCE, 'LU');
  apart(truePeakDbtp, ffmpeg.truePeakDbtp, TRUE_PEAK_TOLERANCE_DB, 'dBTP');
}

function asSums(found: Found | undefined): LoudnessSums {
  if (found === null || found === undefined || !('energies' in found)) throw new Error('Expected sums');
  return found;
}
