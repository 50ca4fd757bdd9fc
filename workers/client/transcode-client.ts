import { holdOutput, removeOutput, sweepOutputs } from '../transcode/output-files.ts';
import type { TranscodeApi, TranscodeProgress, TranscodeResult } from '../transcode/transcode.api.ts';
import { TRANSCODE_ERRORS } from '../transcode/transcode-errors.ts';
import { createLane } from './lane.ts';

/** The engine uses tens of megabytes, so an idle worker is terminated soon. */
const IDLE_MS = 10_000;
/** ffmpeg doesn't yield its thread: only its progress shows that it runs, each second, or later on a busy phone. */
const ANSWER_MAX_MS = 15_000;

/** The options of a conversion. */
export interface TranscodeOptions {
  /** Aborting terminates the worker. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Called with the converter's bytes during its download, then with rising progress; 1 just before the promise
   * resolves.
   */
  readonly onProgress?: ((progress: TranscodeProgress) => void) | undefined;
}

/** Converts audio files to conforming WAVs in a worker. Created by `createTranscoder`. */
export interface Transcoder {
  /**
   * Converts any audio file that ffmpeg reads to a WAV of 16-bit PCM at 44.1 kHz with at most 2 channels, one file at a
   * time; a conforming file is returned unchanged. It is on the device, if possible, while its Blob is referenced: call
   * {@link discardConverted} when it is no longer needed.
   *
   * @throws the errors of workers/transcode/transcode-errors.ts; what a lane's `run` throws.
   */
  transcode(file: Blob, options?: TranscodeOptions): Promise<TranscodeResult>;
  /** Terminates the worker for good and rejects pending calls. Converted files stay readable. */
  dispose(): void;
}

/** Creates a transcoder. Its worker is started by the first file and terminated after ten idle seconds. */
export function createTranscoder(): Transcoder {
  const lane = createLane<TranscodeApi>({
    name: 'transcode',
    spawn: () =>
      new Worker(new URL('../transcode/transcode.worker.ts', import.meta.url), { type: 'module', name: 'transcode' }),
    idleMs: IDLE_MS,
    answerMaxMs: ANSWER_MAX_MS,
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
          unreachable.register(result.wav, remove, result.wav);
        }
        onProgress?.({ stage: 'conversion', fraction: 1, remainingS: 0 });
        return result;
      } catch (error) {
        remove();
        throw error;
      }
    },

    dispose: () => lane.dispose(),
  };
}

/** For each converted file on the device, the function that deletes it. */
const removers = new WeakMap<Blob, () => void>();
/** Deletes the files of Blobs that are garbage collected. */
const unreachable = new FinalizationRegistry<() => void>((remove) => remove());

/** Deletes a converted file at once. Without this call it is deleted some time after its last use. */
export function discardConverted(wav: Blob): void {
  removers.get(wav)?.();
  removers.delete(wav);
  unreachable.unregister(wav);
}

let isSwept = false;

/** Deletes the outputs of killed pages, once, at the first conversion. */
function sweepOnce(): void {
  if (!isSwept) sweepOutputs().catch(() => {});
  isSwept = true;
}
