import { deviceStorage } from './device-storage.ts';
import { memoryStrings } from './memory-words.ts';
import { type OutboxFault, outboxFaultOf } from './outbox/outbox-records.ts';
import { outboxStrings } from './outbox/outbox-words.ts';
import { recordStrings } from './record/record-words.ts';

/** Returns the notice about a drop that waits to be sent. */
export function wordsForQueued(): string {
  return deviceStorage.isLasting ? outboxStrings.kept : memoryStrings.kept;
}

/** Returns the message for audio that doesn't fit. @param onDevice the words for a full device */
export function wordsForFull(onDevice: string): string {
  return deviceStorage.isLasting ? onDevice : memoryStrings.full;
}

/** Explains why a drop could not be stored, changed or exported. */
export function wordsForOutboxFault(fault: OutboxFault): string {
  switch (fault) {
    case 'device-full':
      return wordsForFull(outboxStrings.diskFull);
    case 'recording-gone':
      return recordStrings.gone;
    case 'no-storage':
      return outboxStrings.noStore;
    case 'audio-gone':
      return outboxStrings.audioGone;
    case 'not-stored':
      return outboxStrings.keepFailed;
  }
}

/** Explains an error of the outbox or of the device's storage. */
export function wordsForOutboxError(error: unknown): string {
  return wordsForOutboxFault(outboxFaultOf(error));
}
