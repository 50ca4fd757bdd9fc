import type { DrawnPeaks, PeaksApi, PeaksRequest, PeaksResult } from '../peaks/peaks.api.ts';
import { PEAKS_ERRORS } from '../peaks/peaks-errors.ts';
import { createLane, type LaneState } from './lane.ts';

/** An unused worker holds some megabytes; starting another takes some milliseconds. */
const IDLE_MS = 10_000;

/** The client of the peaks worker. Aborting a call ends its work for real. */
export interface PeaksClient {
  /**
   * The peaks of a WAV (integers of 8 to 32 bits, floats of 32 or 64), as a waveform-data file for each zoom.
   *
   * @throws WavFormatError for anything else; RangeError for a request out of range; what a lane's `run` throws
   */
  extract(wav: Blob, request: PeaksRequest, signal?: AbortSignal): Promise<PeaksResult>;
  /** The same in wavesurfer's form: one waveform of all channels, in at most `pixels` pixels. */
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
    errors: PEAKS_ERRORS,
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
