import { createPeaksClient } from '../../../../workers/client/peaks-client.ts';
import {
  createTranscoder,
  discardConverted,
  type TranscodeOptions,
} from '../../../../workers/client/transcode-client.ts';
import type { Scope } from '../../../platform/scope.ts';
import type { ReadyAudio } from '../outbox/outbox-steps.ts';

/** More bars than any sheet is wide; the waveform draws fewer of them. */
const PEAKS_PIXELS = 600;

/** Audio made ready for upload, with what its waveform needs. */
export interface PreparedAudio extends ReadyAudio {
  /** One array a channel, each number a bar, -1 to 1. */
  readonly peaks: Float32Array[];
}

/** Makes audio ready to be looked at, heard and sent. */
export interface AudioWorkers {
  /** @throws as `Transcoder.transcode` does */
  convert(file: Blob, options: TranscodeOptions): Promise<ReadyAudio>;
  /** Without bars where they can't be drawn: the audio can still be heard and saved. @throws the signal's reason */
  draw(audio: ReadyAudio, signal: AbortSignal): Promise<PreparedAudio>;
}

/** Makes the workers, which start when they are needed and end with `scope`. */
export function startAudioWorkers(scope: Scope): AudioWorkers {
  const transcoder = createTranscoder();
  const peaks = createPeaksClient();
  scope.add(() => transcoder.dispose());
  scope.add(() => peaks.dispose());
  return {
    async convert(file, options) {
      const { wav, durationS, statedS, skippedTracks } = await transcoder.transcode(file, options);
      return { wav, durationS, statedS, skippedTracks };
    },
    async draw(audio, signal) {
      const drawn = await peaks.draw(audio.wav, PEAKS_PIXELS, signal).catch(() => ({ peaks: [] }));
      signal.throwIfAborted();
      return { ...audio, peaks: drawn.peaks };
    },
  };
}

/** Gives the device's room back that converted audio takes. */
export const discardAudio = ({ wav }: ReadyAudio): void => discardConverted(wav);
