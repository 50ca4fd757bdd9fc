import WaveformData from 'waveform-data';
import WaveSurfer from 'wavesurfer.js';
import { decodeWaveform, toWavesurferPeaks } from '../../../audio-wasm/waveform-data.ts';
import { createLane } from '../../../workers/client/lane.ts';
import { createPeaksClient, type PeaksClient } from '../../../workers/client/peaks-client.ts';
import { getAudioCore } from '../../../workers/load-kernels.ts';
import { wavOf } from '../../support/audio/wav-bytes.ts';
import { makeSpeech } from '../speech.ts';
import type { ReadPathsApi } from './read-paths.worker.ts';

/** A large piece, as a file gives it. */
const CHUNK_BYTES = 4 * 1024 * 1024;
/** What takes some tens of milliseconds is run more often than decoding, which takes a second. */
const PASSES = 3;

/** Times of all sides in milliseconds, a run each, and how far their values are apart at the most. */
export interface PeaksComparison {
  readonly megabytes: number;
  /** The kernel alone on the samples in memory, as exportPeaks has its floats there; the answer in wavesurfer's form. */
  readonly kernelMs: readonly number[];
  /** The same in a worker. */
  readonly workerKernelMs: readonly number[];
  /** The WAV's Blob through the peaks worker and back: one waveform a channel. */
  readonly oursMs: readonly number[];
  /** Reading that Blob in a worker, and computing nothing: as fast as the browser lets anybody be. */
  readonly readMs: readonly number[];
  /** The same two for the WAV as a file on the disk that somebody picked. */
  readonly fileMs: readonly number[];
  readonly fileReadMs: readonly number[];
  /** In a worker, from a file of the origin's private file system to the peaks. */
  readonly privateFileMs: readonly number[];
  /** Decoding the same Blob, which wavesurfer needs first. */
  readonly decodeMs: readonly number[];
  /** wavesurfer's `exportPeaks` on what was decoded. */
  readonly exportMs: readonly number[];
  /** waveform-data's generator on what was decoded: the mix, 256 samples a pixel, without its worker. */
  readonly waveformDataMs: readonly number[];
  /** Between our values and wavesurfer's, of a full scale of 1; wavesurfer rounds to 1/10,000. */
  readonly largestDifference: number;
}

/**
 * Peaks of the same WAV by our worker, by wavesurfer itself (`loadBlob`, then `exportPeaks`) and by waveform-data, round
 * after round.
 *
 * @param samplesPerPixel must divide the count of frames, since wavesurfer's pixels have fractions of samples otherwise
 */
export async function comparePeaks(options: {
  readonly seed: number;
  readonly durationS: number;
  readonly samplesPerPixel: number;
  readonly rounds: number;
}): Promise<PeaksComparison> {
  const { seed, durationS, samplesPerPixel, rounds } = options;
  const { samples, sampleRateHz, channels, frames } = makeSpeech(seed, durationS);
  const wav = new Blob([wavOf(samples, { channels, sampleRateHz })], { type: 'audio/wav' });
  const picked = document.querySelector<HTMLInputElement>('#file')?.files?.[0];
  if (picked?.size !== wav.size) throw new Error(`Expected a picked file of ${wav.size} bytes, got ${picked?.size}`);
  const client = createPeaksClient();
  const paths = createLane<ReadPathsApi>({
    name: 'read-paths',
    spawn: () => new Worker(new URL('./read-paths.worker.ts', import.meta.url), { type: 'module' }),
    idleMs: null,
  });
  await paths.run((remote) => remote.keep(wav));
  const container = document.createElement('div');
  document.body.append(container);
  const kernel = await getAudioCore();
  const bytes = new Uint8Array(samples.buffer);
  const times = {
    kernelMs: [] as number[],
    workerKernelMs: [] as number[],
    oursMs: [] as number[],
    readMs: [] as number[],
    fileMs: [] as number[],
    fileReadMs: [] as number[],
    privateFileMs: [] as number[],
    decodeMs: [] as number[],
    exportMs: [] as number[],
    waveformDataMs: [] as number[],
  };
  let largestDifference = 0;

  for (let round = 0; round < rounds; round++) {
    const kernelMs = performance.now();
    const stream = kernel.startPeaks({ channels, mixed: false, samplesPerPixel });
    for (let at = 0; at < bytes.length; at += CHUNK_BYTES) stream.push(bytes.subarray(at, at + CHUNK_BYTES));
    const values = stream.finish();
    const pixels = values.length / 2 / channels;
    toWavesurferPeaks({ sampleRateHz, samplesPerPixel, channels, pixels, bits: 16, values });
    times.kernelMs.push(performance.now() - kernelMs);

    const layout = { channels, samplesPerPixel };
    let ours: Float32Array[] = [];
    for (let pass = 0; pass < PASSES; pass++) {
      times.workerKernelMs.push(await paths.run((remote) => remote.kernelMs(layout)));
      const blobMs = performance.now();
      ours = await drawEach(client, wav, samplesPerPixel);
      times.oursMs.push(performance.now() - blobMs);
      times.readMs.push(await paths.run((remote) => remote.readMs(wav)));
      const fileMs = performance.now();
      await drawEach(client, picked, samplesPerPixel);
      times.fileMs.push(performance.now() - fileMs);
      times.fileReadMs.push(await paths.run((remote) => remote.readMs(picked)));
      times.privateFileMs.push(await paths.run((remote) => remote.privateFileMs(layout)));
    }

    const surfer = WaveSurfer.create({ container, sampleRate: sampleRateHz });
    const loadMs = performance.now();
    await surfer.loadBlob(wav);
    const loadedMs = performance.now();
    const theirs = surfer.exportPeaks({ channels, maxLength: frames / samplesPerPixel, precision: 10_000 });
    times.exportMs.push(performance.now() - loadedMs);
    times.decodeMs.push(loadedMs - loadMs);

    const decoded = surfer.getDecodedData();
    if (decoded === null) throw new Error('wavesurfer decoded nothing');
    const generateMs = performance.now();
    WaveformData.createFromAudio({ audio_buffer: decoded, scale: 256, bits: 16, disable_worker: true }, (error) => {
      if (error) throw error;
    });
    times.waveformDataMs.push(performance.now() - generateMs);
    surfer.destroy();

    for (const [channel, wave] of ours.entries()) {
      for (const [pixel, value] of wave.entries()) {
        // Of a low and a high equally far from zero, each side takes another one.
        const difference = Math.abs(Math.abs(value) - Math.abs(theirs[channel]?.[pixel] ?? Number.NaN));
        largestDifference = Number.isNaN(difference)
          ? Number.POSITIVE_INFINITY
          : Math.max(largestDifference, difference);
      }
    }
  }
  client.dispose();
  paths.dispose();
  container.remove();
  return { megabytes: samples.byteLength / 1e6, ...times, largestDifference };
}

/** The whole way to wavesurfer's form: a waveform a channel. */
async function drawEach(client: PeaksClient, wav: Blob, samplesPerPixel: number): Promise<Float32Array[]> {
  const { dats } = await client.extract(wav, { samplesPerPixel, channels: 'each' });
  return dats.flatMap((dat) => toWavesurferPeaks(decodeWaveform(dat)));
}
