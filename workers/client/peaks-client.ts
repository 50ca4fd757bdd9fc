import { WavFormatError } from '../../audio-wasm/wav.ts';
import { decodeWaveform, toWavesurferPeaks, WaveformDataError } from '../../audio-wasm/waveform-data.ts';
import type { DrawnPeaks, PeaksApi, PeaksRequest, PeaksResult } from '../peaks/peaks.api.ts';
import { createLane, type LaneState } from './lane.ts';

/** An idle worker uses a few megabytes; starting one takes a few milliseconds. */
const IDLE_MS = 10_000;

/** The client of the peaks worker, with the calls of {@link PeaksApi}. Aborting a call stops its work. */
export interface PeaksClient {
  extract(wav: Blob, request: PeaksRequest, signal?: AbortSignal): Promise<PeaksResult>;
  draw(wav: Blob, pixels: number, signal?: AbortSignal): Promise<DrawnPeaks>;
  readonly state: LaneState;
  dispose(): void;
}

/** Creates the client. Its worker starts with the first call and is terminated after 10 idle seconds. */
export function createPeaksClient(): PeaksClient {
  const lane = createLane<PeaksApi>({
    name: 'peaks',
    spawn: () => new Worker(new URL('../peaks/peaks.worker.ts', import.meta.url), { type: 'module', name: 'peaks' }),
    idleMs: IDLE_MS,
    errors: { WavFormatError, RangeError },
  });
  return {
    extract: (wav, request, signal) => lane.run((remote) => remote.extract(wav, request), { signal }),
    draw: (wav, pixels, signal) => lane.run((remote) => remote.draw(wav, pixels), { signal }),
    get state() {
      return lane.state;
    },
    dispose: lane.dispose,
  };
}

/** A stored waveform in wavesurfer's form. */
export interface StoredWaveform {
  /** One array per channel, with one number per pixel from -1 to 1. */
  readonly peaks: Float32Array<ArrayBuffer>[];
  /** Duration of the recording, accurate to one pixel. */
  readonly durationS: number;
}

/** Parses a waveform-data file; null for other bytes. It has a few thousand values, so this needs no worker. */
export function readStoredWaveform(bytes: ArrayBuffer): StoredWaveform | null {
  try {
    const waveform = decodeWaveform(bytes);
    const durationS = (waveform.pixels * waveform.samplesPerPixel) / waveform.sampleRateHz;
    return { peaks: toWavesurferPeaks(waveform), durationS };
  } catch (error) {
    if (error instanceof WaveformDataError) return null;
    throw error;
  }
}
