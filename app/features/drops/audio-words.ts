import { wordsFor, wordsForCode } from '../../platform/net/error-words.ts';
import { strings } from '../../words/strings.ts';

/** What to tell a person whose file could not be made ready. Known by the error's name, which crosses from the worker. */
export function wordsForAudio(error: unknown): string {
  const known = error instanceof Error ? wordsForCode(error.name) : null;
  return (
    known ??
    (error instanceof Error && error.name === 'WorkerCrashedError' ? strings.drops.transcodeFailed : wordsFor(error))
  );
}
