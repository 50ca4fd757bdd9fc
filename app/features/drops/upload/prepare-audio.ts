import { createPeaksClient, type PeaksClient } from '../../../../workers/client/peaks-client.ts';
import {
  createTranscoder,
  discardConverted,
  type TranscodeOptions,
  type Transcoder,
} from '../../../../workers/client/transcode-client.ts';
import type { Scope } from '../../../platform/scope.ts';
import type { PreparedAudio } from './upload.state.ts';

/** More bars than any sheet is wide; the waveform draws fewer of them. */
const PEAKS_PIXELS = 600;

/** What audio is made ready with. */
export interface AudioWorkers {
  readonly transcoder: Transcoder;
  readonly peaks: PeaksClient;
}

/** Makes the workers, which start when they are needed and end with `scope`. */
export function startAudioWorkers(scope: Scope): AudioWorkers {
  const transcoder = createTranscoder();
  const peaks = createPeaksClient();
  scope.add(() => transcoder.dispose());
  scope.add(() => peaks.dispose());
  return { transcoder, peaks };
}

/**
 * Makes any audio ready for upload; a WAV that conforms already stays as it is.
 *
 * @throws as `Transcoder.transcode` does
 */
export async function prepareAudio(
  { transcoder, peaks }: AudioWorkers,
  file: Blob,
  signal: AbortSignal,
  onProgress?: TranscodeOptions['onProgress'],
): Promise<PreparedAudio> {
  const { wav, durationS } = await transcoder.transcode(file, { signal, onProgress });
  // A recording without a drawing can still be saved and heard.
  const drawn = await peaks.draw(wav, PEAKS_PIXELS, signal).catch((error: unknown) => {
    if (signal.aborted) {
      discardConverted(wav);
      throw error;
    }
    return { peaks: [] };
  });
  return { wav, durationS, peaks: drawn.peaks };
}
