import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parentPort } from 'node:worker_threads';
import { compileCoreBytes, loadAudioCore } from '../../../audio-wasm/core.ts';
import type { AudioCore } from '../../../audio-wasm/kernels.ts';
import { plainAudioCore } from '../../../audio-wasm/reference/audio.ts';
import { streamPeaks } from '../../../audio-wasm/stream-peaks.ts';
import { readWavFormat, type WavFormat } from '../../../audio-wasm/wav.ts';
import { encodeWaveform } from '../../../audio-wasm/waveform-data.ts';
import { projectRoot } from '../../project-root.ts';
import { readPieces, viewFile } from '../../store/files.ts';
import type { JobOutcome } from './audio-thread.ts';

/** Runs `work` for each job and posts its outcome, in a worker of `createAudioThread`. */
export function serveJobs<Job, Result>(work: (job: Job) => Promise<Result>): void {
  const post = (outcome: JobOutcome<Result>) => parentPort?.postMessage(outcome);
  parentPort?.on('message', (job: Job) => {
    work(job).then(
      (result) => post({ result }),
      (error: unknown) => post({ error: String(error) }),
    );
  });
}

/** Loads the audio kernels; falls back to plain TypeScript if the compiled core is missing or can't be compiled. */
export async function loadCore(wasmPath = join(projectRoot(), 'audio-wasm/build/core.wasm')): Promise<AudioCore> {
  try {
    const module = await compileCoreBytes(new Uint8Array(await readFile(wasmPath)));
    return module === null ? plainAudioCore : loadAudioCore(module);
  } catch {
    return plainAudioCore;
  }
}

/** Maximum pixels of a stored waveform: the widest shown, 8000 px, fits that many bars of 3 px with gaps of 1 px. */
const STORED_PEAKS_PIXELS_MAX = 2000;

/**
 * Computes the waveform of a WAV file as it is stored: waveform-data version 2, all channels mixed, 8 bits per value, at
 * most {@link STORED_PEAKS_PIXELS_MAX} pixels. The file is streamed in constant memory.
 * @throws WavFormatError; the system's error if the file can't be read
 */
export async function takeWaveform(core: AudioCore, wavPath: string): Promise<ArrayBuffer> {
  const format = await readWavFormat(await viewFile(wavPath));
  const { frames, sampleRateHz } = format;
  const samplesPerPixel = Math.max(1, Math.ceil(frames / STORED_PEAKS_PIXELS_MAX));
  const peaks = await streamPeaks(core, sampleReader(wavPath, format), format, { mixed: true, samplesPerPixel });
  return encodeWaveform(peaks, { sampleRateHz, samplesPerPixel, channels: 1, bits: 8 });
}

/** Yields the samples of a WAV file in pieces that share one buffer: each is valid until the next one is read. */
export function readSamples(wavPath: string, { dataOffset, dataBytes }: WavFormat): AsyncGenerator<Uint8Array> {
  return readPieces(wavPath, dataOffset, dataOffset + dataBytes);
}

/** Returns a function that passes each piece to `take`, for `streamPeaks` and `measureLoudness`. */
export function sampleReader(wavPath: string, format: WavFormat) {
  return async (take: (piece: Uint8Array) => void): Promise<void> => {
    for await (const piece of readSamples(wavPath, format)) take(piece);
  };
}
