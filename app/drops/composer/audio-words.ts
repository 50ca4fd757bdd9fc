import { wordsFor } from '../../page/error-words.ts';
import { wordsForFull } from '../drop-fault-words.ts';
import { dropStrings } from '../drop-words.ts';
import { memoryStrings } from '../memory-words.ts';
import { recordStrings } from '../record/record-words.ts';
import { wordsForCode } from './code-words.ts';
import { fileFaults } from './file-faults-words.ts';

/** A file that contains no sound. */
export class SilentFileError extends Error {
  override readonly name = 'SilentFileError';
}

/** A file that is too large for memory, in a browser that stores nothing on the device. */
export class MemoryLimitError extends Error {
  override readonly name = 'MemoryLimitError';
}

/** A recording that another tab uses, or that no longer exists. */
export class RecordingGoneError extends Error {
  override readonly name = 'RecordingGoneError';
}

/** Returns the message for a person whose audio could not be prepared. A worker's error is known only by its name. */
export function wordsForAudio(error: unknown): string {
  const { name = '' } = error instanceof Error ? error : {};
  if (name === 'SilentFileError') return dropStrings.missing;
  if (name === 'RecordingGoneError') return recordStrings.gone;
  if (name === 'MemoryLimitError') return memoryStrings.full;
  if (name === 'DeviceFullError') return wordsForFull(fileFaults.deviceFull);
  if (name === 'WorkerCrashedError') return fileFaults.transcodeFailed;
  return wordsForCode(name) ?? wordsFor(error);
}
