import { proxy } from 'valtio';
import { RECORDING_MEMORY_MAX_BYTES, type RecordingClient } from '../../workers/client/recording-client.ts';
import type { Scope } from '../platform/scope.ts';
import { memoryStrings } from './memory-words.ts';
import { outboxStrings } from './outbox/outbox-words.ts';

/**
 * Whether recordings, files and drops are stored on this device. In browsers without a private file system they are in
 * memory, and are lost with the page.
 */
export const keeping = proxy<{ isLasting: boolean }>({ isLasting: true });

/** Finds out whether the device stores files, until `scope` is disposed. */
export function learnKeeping(scope: Scope, files: Pick<RecordingClient, 'isLasting'>): void {
  scope.add(() => {
    keeping.isLasting = true;
  });
  files.isLasting().then(
    (isLasting) => {
      if (!scope.disposed) keeping.isLasting = isLasting;
    },
    // A worker that does not start reports it when it is needed.
    () => {},
  );
}

/** Returns the size limit of a file or recording in bytes: infinite if the device stores files. */
export function bytesMax(): number {
  return keeping.isLasting ? Number.POSITIVE_INFINITY : RECORDING_MEMORY_MAX_BYTES;
}

/** Returns the notice about a drop that waits to be sent. */
export function wordsForKept(): string {
  return keeping.isLasting ? outboxStrings.kept : memoryStrings.kept;
}

/** Returns the message for audio that doesn't fit. @param onDevice the words for a full device */
export function wordsForNoRoom(onDevice: string): string {
  return keeping.isLasting ? onDevice : memoryStrings.full;
}
