import { holdOutput, removeOutput, sweepOutputs } from '../transcode/output-files.ts';
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
   * What was converted lies on the device where the browser lets it, for as long as somebody holds the Blob: an hour of
   * stereo is no memory then. Whoever knows that it is needed no more says so by {@link discardConverted}.
   *
   * @throws the signal's reason (an AbortError) when aborted; NotAudioError, NoAudioTrackError, ProtectedFileError,
   * DamagedFileError, EngineUnavailableError, OutOfMemoryError, DeviceFullError, TranscodeFailedError (workers/transcode/transcode-errors.ts);
   * WorkerCrashedError, LaneDisposedError.
   */
  transcode(file: Blob, options?: TranscodeOptions): Promise<TranscodeResult>;
  /** Ends the worker; what runs or waits is rejected. For good. What was converted stays readable. */
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
      signal?.throwIfAborted();
      sweepOnce();
      const id = crypto.randomUUID();
      const release = await holdOutput(id);
      const remove = (): void => void removeOutput(id).finally(release);
      try {
        const result = await lane.run(
          (remote, call) =>
            remote.transcode(
              file,
              call.callback((progress: TranscodeProgress) => onProgress?.(progress)),
              id,
            ),
          { signal },
        );
        if (result.passedThrough) release();
        else {
          removers.set(result.wav, remove);
          forgotten.register(result.wav, remove, result.wav);
        }
        onProgress?.({ fraction: 1, remainingS: 0 });
        return result;
      } catch (error) {
        remove();
        throw error;
      }
    },

    dispose: () => lane.dispose(),
  };
}

/** Of each conversion that lies on the device, what removes it. */
const removers = new WeakMap<Blob, () => void>();
/** What nobody can read any more goes, as the memory of any other Blob does. */
const forgotten = new FinalizationRegistry<() => void>((remove) => remove());

/**
 * Removes from the device what was converted, at once; anything else is left alone. Without it that happens some time after
 * the last use, or, where the page was killed, with the next conversion.
 */
export function discardConverted(wav: Blob): void {
  removers.get(wav)?.();
  removers.delete(wav);
  forgotten.unregister(wav);
}

let isSwept = false;

/** What killed pages left is looked for once, when there is work anyway. */
function sweepOnce(): void {
  if (!isSwept) sweepOutputs().catch(() => {});
  isSwept = true;
}
