import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import WaveformData from 'waveform-data';
import WaveSurfer from 'wavesurfer.js';
import { loadAudioCore } from '../../audio-wasm/core.ts';
import type { AudioCore } from '../../audio-wasm/kernels.ts';
import { plainAudioCore } from '../../audio-wasm/reference/audio.ts';
import { toWavesurferPeaks } from '../../audio-wasm/waveform-data.ts';
import { compileFreshCore } from '../support/audio/wasm.ts';
import { wavOf } from '../support/audio/wav-bytes.ts';
import { openBenchPage } from './chromium.ts';
import { checkSame, compareTimes, percentile, printTable } from './measure.ts';
import { makeSpeech, type Pcm } from './speech.ts';

const SEED = 20_261;
const DURATION_S = 600;
const SAMPLES_PER_PIXEL = 256;
/** A large piece, as a file gives it. */
const CHUNK_BYTES = 4 * 1024 * 1024;
/**
 * How far the peer's values may be from ours: it multiplies by 32,767 where the samples were divided by 32,768, and
 * rounds down where the mean of two channels is truncated.
 */
const PEER_TOLERANCE = 1;
/** Divides the frames of ten minutes, as the pixels of wavesurfer have fractions of samples otherwise: 7,560 of them. */
const EXPORT_SAMPLES_PER_PIXEL = 3500;
/** What wavesurfer's rounding to 1/10,000 may take, and a float's own. */
const EXPORT_TOLERANCE = 0.000_051;
/** Chromium decodes what is above 0 with a scale of 32,767, and what is below with 32,768. */
const DECODED_TOLERANCE = EXPORT_TOLERANCE + 1 / 32_768;

const pcm = makeSpeech(SEED, DURATION_S);
const bytes = new Uint8Array(pcm.samples.buffer);
const audioBuffer = decodedAs(pcm);
const wasmCore = loadAudioCore(await compileFreshCore());

const [ours, plain, peer] = compareTimes([
  { name: 'WASM kernel', repetitions: 15, run: () => peaksOf(wasmCore) },
  { name: 'plain twin', repetitions: 3, run: () => peaksOf(plainAudioCore) },
  { name: 'waveform-data', repetitions: 5, run: () => peerPeaks(audioBuffer) },
]);
if (ours === undefined || plain === undefined || peer === undefined) throw new Error('Expected three timings');

checkSame(
  ours.result.length === 2 * Math.ceil(pcm.frames / SAMPLES_PER_PIXEL),
  () => `${ours.result.length} values for ${pcm.frames} frames`,
);
checkWithin(ours.result, plain.result, 0, plain.name);
checkWithin(ours.result, peer.result, PEER_TOLERANCE, peer.name);
checkSame(Math.max(...ours.result.subarray(0, 10_000)) > 1000, () => 'silence is no speech');

const megabytes = bytes.length / 1e6;
printTable(
  `Peaks of ${DURATION_S / 60} minutes of 16-bit stereo at 44.1 kHz (${megabytes.toFixed(1)} MB), mixed to mono, ${SAMPLES_PER_PIXEL} samples a pixel`,
  [
    ['', 'runs', 'first ms', 'median ms', 'best ms', 'MB/s (median)', 'WASM is faster by'],
    ...[ours, plain, peer].map(({ name, repetitions, firstMs, medianMs, bestMs }) => [
      name,
      String(repetitions),
      firstMs.toFixed(1),
      medianMs.toFixed(1),
      bestMs.toFixed(1),
      (megabytes / (medianMs / 1000)).toFixed(0),
      `${(medianMs / ours.medianMs).toFixed(1)} x`,
    ]),
  ],
);

const [oursEach, exported] = compareTimes<readonly ArrayLike<number>[]>([
  { name: 'WASM kernel', repetitions: 15, run: () => wavesurferForm() },
  { name: 'wavesurfer exportPeaks', repetitions: 5, run: () => exportedPeaks(audioBuffer) },
]);
if (oursEach === undefined || exported === undefined) throw new Error('Expected two timings');
checkClose(oursEach.result, exported.result);
printTable(
  `Peaks of the same, a waveform a channel in wavesurfer's form, ${EXPORT_SAMPLES_PER_PIXEL} samples a pixel`,
  [
    ['', 'runs', 'first ms', 'median ms', 'best ms', 'MB/s (median)', 'WASM is faster by'],
    ...[oursEach, exported].map(({ name, repetitions, firstMs, medianMs, bestMs }) => [
      name,
      String(repetitions),
      firstMs.toFixed(1),
      medianMs.toFixed(1),
      bestMs.toFixed(1),
      (megabytes / (medianMs / 1000)).toFixed(0),
      `${(medianMs / oursEach.medianMs).toFixed(1)} x`,
    ]),
  ],
);

const folder = mkdtempSync(join(tmpdir(), 'drop-ici-speech-'));
const file = join(folder, 'speech.wav');
writeFileSync(file, wavOf(pcm.samples, { channels: pcm.channels, sampleRateHz: pcm.sampleRateHz }));
const page = await openBenchPage(file);
try {
  const { result } = await page.run('comparePeaks', {
    seed: SEED,
    durationS: DURATION_S,
    samplesPerPixel: EXPORT_SAMPLES_PER_PIXEL,
    rounds: 5,
  });
  checkSame(
    result.largestDifference <= DECODED_TOLERANCE,
    () => `values are ${result.largestDifference} apart in Chromium`,
  );
  const oursMs = percentile(result.kernelMs, 0.5);
  const rows: [string, readonly number[]][] = [
    ['WASM kernel, samples in memory', result.kernelMs],
    ['the same in a worker', result.workerKernelMs],
    ['wavesurfer exportPeaks, after decoding', result.exportMs],
    ['waveform-data, after decoding', result.waveformDataMs],
    ['peaks worker, from Blob to answer', result.oursMs],
    ['reading that Blob, nothing computed', result.readMs],
    ['peaks worker, from a picked file', result.fileMs],
    ['reading that file, nothing computed', result.fileReadMs],
    ['a worker, from a private file (OPFS)', result.privateFileMs],
    ['decodeAudioData, which both peers need first', result.decodeMs],
    ['decodeAudioData and exportPeaks', result.decodeMs.map((ms, round) => ms + (result.exportMs[round] ?? 0))],
  ];
  printTable('The same in Chromium', [
    [
      '',
      'runs',
      'first ms',
      'median ms',
      'best ms',
      'MB/s (median)',
      'times the kernel',
      'times the worker, from Blob',
    ],
    ...rows.map(([name, timesMs]) => [
      name,
      String(timesMs.length),
      (timesMs[0] ?? 0).toFixed(1),
      percentile(timesMs, 0.5).toFixed(1),
      Math.min(...timesMs).toFixed(1),
      (result.megabytes / (percentile(timesMs, 0.5) / 1000)).toFixed(0),
      `${(percentile(timesMs, 0.5) / oursMs).toFixed(1)} x`,
      `${(percentile(timesMs, 0.5) / percentile(result.oursMs, 0.5)).toFixed(1)} x`,
    ]),
  ]);
} finally {
  await page.close();
  rmSync(folder, { recursive: true, force: true });
}

/** Ours in the form that wavesurfer's export has, packing included. */
function wavesurferForm(): Float32Array[] {
  const { channels, sampleRateHz } = pcm;
  const stream = wasmCore.startPeaks({ channels, mixed: false, samplesPerPixel: EXPORT_SAMPLES_PER_PIXEL });
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) stream.push(bytes.subarray(at, at + CHUNK_BYTES));
  const values = stream.finish();
  const pixels = values.length / 2 / channels;
  const form = { sampleRateHz, samplesPerPixel: EXPORT_SAMPLES_PER_PIXEL, channels, pixels, bits: 16 } as const;
  return toWavesurferPeaks({ ...form, values });
}

/** wavesurfer's own method; all that it reads of its object is the decoded audio, so it needs no page. */
function exportedPeaks(decoded: AudioBuffer): number[][] {
  const options = { channels: pcm.channels, maxLength: pcm.frames / EXPORT_SAMPLES_PER_PIXEL, precision: 10_000 };
  return WaveSurfer.prototype.exportPeaks.call({ decodedData: decoded } as unknown as WaveSurfer, options);
}

function checkClose(values: readonly ArrayLike<number>[], others: readonly ArrayLike<number>[]): void {
  checkSame(values.length === others.length, () => `${values.length} waveforms, ${others.length} by wavesurfer`);
  for (const [channel, wave] of values.entries()) {
    const other = others[channel] ?? [];
    checkSame(wave.length === other.length, () => `${wave.length} pixels, ${other.length} by wavesurfer`);
    // Of a low and a high equally far from zero, each side takes another one.
    const apart = (value: number, at: number): number => Math.abs(Math.abs(value) - Math.abs(other[at] ?? Number.NaN));
    const index = Array.from(wave).findIndex((value, at) => !(apart(value, at) <= EXPORT_TOLERANCE));
    checkSame(index < 0, () => `pixel ${index} is ${wave[index]}, ${other[index]} by wavesurfer`);
  }
}

function peaksOf(core: AudioCore): Int16Array {
  const stream = core.startPeaks({ channels: pcm.channels, mixed: true, samplesPerPixel: SAMPLES_PER_PIXEL });
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) stream.push(bytes.subarray(at, at + CHUNK_BYTES));
  return stream.finish();
}

/** What waveform-data makes of decoded audio in the calling thread, without the header. */
function peerPeaks(decoded: AudioBuffer): Int16Array {
  let values = new Int16Array();
  const options = { audio_buffer: decoded, scale: SAMPLES_PER_PIXEL, bits: 16, disable_worker: true };
  // Without a worker the callback is called before this returns.
  WaveformData.createFromAudio(options, (error, waveform) => {
    if (error) throw error;
    values = new Int16Array(waveform.toArrayBuffer(), 24);
  });
  return values;
}

/** The samples as decodeAudioData gives them: floats, a channel at a time. Made once, and not timed. */
function decodedAs({ channels, frames, samples, sampleRateHz }: Pcm): AudioBuffer {
  const planes = Array.from({ length: channels }, (_, channel) => {
    const plane = new Float32Array(frames);
    for (let frame = 0; frame < frames; frame++) plane[frame] = (samples[frame * channels + channel] ?? 0) / 32_768;
    return plane;
  });
  // Node has no AudioBuffer; these four are all that waveform-data asks of one.
  return {
    length: frames,
    numberOfChannels: channels,
    sampleRate: sampleRateHz,
    getChannelData: (channel: number) => planes[channel],
  } as unknown as AudioBuffer;
}

function checkWithin(values: Int16Array, others: Int16Array, tolerance: number, name: string): void {
  checkSame(values.length === others.length, () => `${values.length} values, ${others.length} by ${name}`);
  const index = values.findIndex((value, at) => !(Math.abs(value - (others[at] ?? Number.NaN)) <= tolerance));
  checkSame(index < 0, () => `value ${index} is ${values[index]}, ${others[index]} by ${name}`);
}
