import { wordsFor, wordsForCode } from '../../platform/error-words.ts';
import { strings } from '../../platform/strings.ts';

/** Types and endings offered to the file dialog. iOS greys out m4a and caf files unless both are given. */
export const ACCEPTED_AUDIO = [
  'audio/wav',
  'audio/x-wav',
  'audio/mpeg',
  'audio/flac',
  'audio/x-flac',
  'audio/webm',
  'audio/mp4',
  'audio/x-m4a',
  'audio/x-caf',
  '.wav',
  '.mp3',
  '.flac',
  '.webm',
  '.m4a',
  '.caf',
].join(',');

/** What to tell a person whose file could not be made ready. Known by the error's name, which crosses from the worker. */
export function wordsForAudio(error: unknown): string {
  const known = error instanceof Error ? wordsForCode(error.name) : null;
  return (
    known ??
    (error instanceof Error && error.name === 'WorkerCrashedError' ? strings.drops.transcodeFailed : wordsFor(error))
  );
}
