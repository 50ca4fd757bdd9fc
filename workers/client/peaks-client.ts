import { WavFormatError } from '../../audio-wasm/wav.ts';
import { decodeWaveform, type Waveform } from '../../audio-wasm/waveform-data.ts';
import type { PeaksApi, PeaksRequest } from '../peaks/peaks.api.ts';
import { createLane, type LaneState } from './lane.ts';
import { toWavesurferPeaks } from './wavesurfer-peaks.ts';

/** An unused worker holds some megabytes; starting another takes some milliseconds. */
const IDLE_MS = 10_000;

/** A recording as it is drawn. */
export interface DrawnPeaks {
  /** wavesurfer's `peaks` option: for each channel one number a pixel, from -1 to 1. */
  readonly peaks: Float32Array[];
  /** wavesurfer's `duration` option. */
  readonly durationS: number;
}

/** The client of the peaks worker. */
export interface PeaksClient {
  /**
   * The peaks of a WAV of 16-bit PCM, minima and maxima.
   *
   * @throws WavFormatError; the lane's errors; an AbortError once the signal aborts, which ends the work for real
   */
  extract(wav: Blob, request: PeaksRequest, signal?: AbortSignal): Promise<{ waveform: Waveform; durationS: number }>;
  /** The same as wavesurfer wants it: one waveform of all channels in at most `pixels` pixels. */
  draw(wav: Blob, pixels: number, signal?: AbortSignal): Promise<DrawnPeaks>;
  readonly state: LaneState;
  dispose(): void;
}

/** Makes the client; its worker starts with the first call and ends when it was idle for 10 seconds. */
export function createPeaksClient(): PeaksClient {
  const lane = createLane<PeaksApi>({
    name: 'peaks',
    spawn: () => new Worker(new URL('../peaks/peaks.worker.ts', import.meta.url), { type: 'module', name: 'peaks' }),
    idleMs: IDLE_MS,
    errors: { WavFormatError, RangeError },
  });
  const client: PeaksClient = {
    async extract(wav, request, signal) {
      const { dat, durationS } = await lane.run((remote) => remote.extract(wav, request), { signal });
      return { waveform: decodeWaveform(dat), durationS };
    },
    async draw(wav, pixels, signal) {
      const { waveform, durationS } = await client.extract(wav, { pixels, channels: 'mono' }, signal);
      return { peaks: toWavesurferPeaks(waveform), durationS };
    },
    get state() {
      return lane.state;
    },
    dispose: lane.dispose,
  };
  return client;
}
