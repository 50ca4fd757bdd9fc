import type { TranscodeApi, TranscodeProgress, TranscodeResult } from '../transcode/transcode.api.ts';
import { TRANSCODE_ERRORS } from '../transcode/transcode-errors.ts';
import { createLane } from './lane.ts';

/** The engine holds tens of megabytes, so an idle worker is ended soon. */
const IDLE_MS = 10_000;

/** What a transcoding may be given beside the file. */
export interface TranscodeOptions {
  /** Aborting ends the worker, so the job really stops. */
  readonly signal?: AbortSignal | undefined;
  /** Told the fraction done, rising, and the time left; 1 and 0 once, just before the promise resolves. */
  readonly onProgress?: ((progress: TranscodeProgress) => void) | undefined;
}

/** Makes conforming WAVs of audio files in a worker of its own. Made by `createTranscoder`. */
export interface Transcoder {
  /**
   * Makes a WAV of 16-bit PCM at 44.1 kHz, in the source's channels (2 at the most), of any audio file that ffmpeg reads;
   * one that conforms already comes back with its bytes unchanged. Files wait their turn: one is worked on at a time.
   *
   * @throws the signal's reason (an AbortError) when aborted; NotAudioError, NoAudioTrackError, ProtectedFileError,
   * DamagedFileError, EngineUnavailableError, OutOfMemoryError, TranscodeFailedError (workers/transcode/transcode-errors.ts);
   * WorkerCrashedError, LaneDisposedError.
   */
  transcode(file: Blob, options?: TranscodeOptions): Promise<TranscodeResult>;
  /** Ends the worker; what runs or waits is rejected. For good. */
  dispose(): void;
}

/** Makes a transcoder. Its worker is started by the first file and ended after ten seconds without one. */
export function createTranscoder(): Transcoder {
  const lane = createLane<TranscodeApi>({
    name: 'transcode',
    spawn: () =>
      new Worker(new URL('../transcode/transcode.worker.ts', import.meta.url), { type: 'module', name: 'transcode' }),
    idleMs: IDLE_MS,
    errors: TRANSCODE_ERRORS,
  });
  return {
    async transcode(file, { signal, onProgress } = {}) {
      const result = await lane.run(
        (remote, call) =>
          remote.transcode(
            file,
            call.callback((progress: TranscodeProgress) => onProgress?.(progress)),
          ),
        { signal },
      );
      onProgress?.({ fraction: 1, remainingS: 0 });
      return result;
    },

    dispose: () => lane.dispose(),
  };
}
