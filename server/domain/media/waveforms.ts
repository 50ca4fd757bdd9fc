import { createAudioThread } from './audio-thread.ts';

/** Time limit for one recording: 635 MB, an hour of stereo, take about a second. */
const TIME_MAX_MS = 60_000;

/** Computes the waveforms of recordings in a worker thread, one after the other. */
export interface Waveforms {
  /**
   * Returns the waveform of a WAV file, as it is stored (see `takeWaveform`).
   *
   * @throws Error if the file is not such a WAV, the worker crashed, it took too long, or this was closed.
   */
  take(wavPath: string): Promise<Uint8Array>;
  /** Terminates the worker and rejects the running call. */
  close(): Promise<void>;
}

/** Creates a separate thread for waveforms, so that none waits for a rendition. */
export function createWaveforms(): Waveforms {
  const thread = createAudioThread<string, ArrayBuffer>('waveforms', import.meta.url);
  return {
    take: async (wavPath) => new Uint8Array(await thread.run(wavPath, TIME_MAX_MS)),
    close: thread.close,
  };
}
