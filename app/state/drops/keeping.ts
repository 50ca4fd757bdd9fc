import { proxy } from 'valtio';
import { RECORDING_MEMORY_MAX_BYTES, type RecordingClient } from '../../../workers/client/recording-client.ts';
import type { Scope } from '../../platform/scope.ts';
import { memoryStrings } from '../../words/drops/memory.ts';
import { outboxStrings } from '../../words/drops/outbox.ts';

/**
 * Whether recordings, files and drops are kept on this device. Where the browser has no private file system they are in
 * memory, and go with the page.
 */
export const keeping = proxy<{ isLasting: boolean }>({ isLasting: true });

/** Learns it, until `scope` is disposed. */
export function learnKeeping(scope: Scope, files: Pick<RecordingClient, 'isLasting'>): void {
  scope.add(() => {
    keeping.isLasting = true;
  });
  files.isLasting().then(
    (isLasting) => {
      if (!scope.disposed) keeping.isLasting = isLasting;
    },
    // A worker that does not start says so when it is needed.
    () => {},
  );
}

/** Largest file or recording in bytes. Unlimited where the device keeps files. */
export function bytesMax(): number {
  return keeping.isLasting ? Number.POSITIVE_INFINITY : RECORDING_MEMORY_MAX_BYTES;
}

/** What is said of a drop that waits to be sent. */
export function wordsForKept(): string {
  return keeping.isLasting ? outboxStrings.kept : memoryStrings.kept;
}

/** What is said where there is no room for audio. @param onDevice the words where the device has none */
export function wordsForNoRoom(onDevice: string): string {
  return keeping.isLasting ? onDevice : memoryStrings.full;
}
