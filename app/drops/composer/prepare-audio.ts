import { createPeaksClient } from '../../../workers/client/peaks-client.ts';
import { createTranscoder, discardConverted, type TranscodeOptions } from '../../../workers/client/transcode-client.ts';
import type { Scope } from '../../platform/scope.ts';
import type { ReadyAudio } from '../outbox/outbox-audio.ts';

/** More bars than fit into any sheet; the waveform draws fewer of them. */
const PEAKS_PIXELS = 600;

/** Audio prepared for upload, with the peaks of its waveform. */
export interface PreparedAudio extends ReadyAudio {
  /** One array per channel, one number per bar, -1 to 1. */
  readonly peaks: Float32Array[];
}

/** Prepares audio for display, playback and upload. */
export interface AudioWorkers {
  /** @throws as `Transcoder.transcode` does */
  convert(file: Blob, options: TranscodeOptions): Promise<ReadyAudio>;
  /** Adds no peaks if they can't be computed: the audio can still be heard and saved. @throws the signal's reason */
  draw(audio: ReadyAudio, signal: AbortSignal): Promise<PreparedAudio>;
}

/** Creates the workers, which start when needed and end with `scope`. */
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

/** Frees the device's storage that converted audio occupies. */
export const discardAudio = ({ wav }: ReadyAudio): void => discardConverted(wav);
