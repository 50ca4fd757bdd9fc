import type { RecordingFault } from '../../../workers/client/recording-client.ts';
import { MicrophoneError } from '../../platform/audio/microphone.ts';
import { formatDuration } from '../../platform/page/time.ts';
import { deviceStorage } from '../device-storage.ts';
import { wordsForFull } from '../drop-fault-words.ts';
import { memoryStrings } from '../memory-words.ts';
import { outboxStrings } from '../outbox/outbox-words.ts';
import { recordStrings } from './record-words.ts';
import type { SessionFailure } from './recordings.ts';

/** Explains why a recording could not start. */
export function wordsForFailedStart(error: unknown): string {
  if (error instanceof MicrophoneError) return recordStrings.microphone[error.failure];
  const name = error instanceof Error ? error.name : '';
  if (name === 'QuotaExceededError') return wordsForFull(outboxStrings.diskFull);
  return name === 'RecordingStoreError' ? recordStrings.noStore : recordStrings.beginFailed;
}

/** Explains why a running recording has no session; it is sent nevertheless. */
export function wordsForNoSession(why: SessionFailure): string {
  const { noSession, startFailed, startOffline } = recordStrings;
  return { unreachable: startOffline, empty: noSession, refused: startFailed }[why];
}

/** Explains why a recording could not be written any further. */
export function wordsForWriteFault(fault: RecordingFault): string {
  if (fault !== 'disk-full') return recordStrings.writeFailed;
  return deviceStorage.isLasting ? recordStrings.diskFull : memoryStrings.recordingFull;
}

/** Explains that a recording ended because it reached the server's limit. */
export function wordsForTooLong(longestS: number): string {
  return recordStrings.tooLong(formatDuration(longestS));
}
