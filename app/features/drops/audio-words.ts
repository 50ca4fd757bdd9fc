import { wordsFor } from '../../platform/error-words.ts';
import { strings } from '../../platform/strings.ts';

const BY_NAME: Readonly<Record<string, string>> = {
  NotAudioError: strings.drops.notAudio,
  NoAudioTrackError: strings.drops.noTrack,
  ProtectedFileError: strings.drops.protected,
  DamagedFileError: strings.drops.damaged,
  EngineUnavailableError: strings.drops.engine,
  OutOfMemoryError: strings.drops.outOfMemory,
  TranscodeFailedError: strings.drops.transcodeFailed,
};

/** What to tell a person whose file could not be made ready. Known by the error's name, which crosses from the worker. */
export function wordsForAudio(error: unknown): string {
  const known = error instanceof Error ? BY_NAME[error.name] : undefined;
  return (
    known ??
    (error instanceof Error && error.name === 'WorkerCrashedError' ? strings.drops.transcodeFailed : wordsFor(error))
  );
}

/** What to tell a person whose place could not be made (`create`) or whose audio could not be sent (`upload`). */
export function wordsForSaving(stage: 'create' | 'upload', error: unknown): string {
  const words = wordsFor(error);
  return stage === 'create' ? strings.drops.createFailed(words) : strings.drops.uploadFailed(words);
}
