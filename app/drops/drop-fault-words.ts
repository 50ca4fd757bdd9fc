import { errorWords } from '../page/error-words.ts';
import { ACCEPTED_ENDINGS } from '../platform/audio/audio-files.ts';
import { formatDuration } from '../platform/page/time.ts';
import type { Refusal } from '../platform/storage/outbox-store.ts';
import { strings } from '../ui/common-words.ts';
import type { DropFault } from './composer/composition.ts';
import { fileFaults } from './composer/converter-words.ts';
import { deviceStorage } from './device-storage.ts';
import { dropStrings } from './drop-words.ts';
import { outboxFaultOf } from './outbox/outbox-records.ts';
import type { WaitReason } from './outbox/outbox-view.ts';
import { memoryStrings, outboxStrings } from './outbox/outbox-words.ts';
import { recordStrings } from './record/record-words.ts';
import type { RecorderFault } from './record/recorder.ts';
import type { SessionFailure } from './record/recordings.ts';

function codeWords(): Readonly<Record<string, string>> {
  const { refused, unexpected } = strings.errors;
  return { ...errorWords(), ...fileFaults, invalid_request: refused, internal: unexpected };
}

const dropFaults = (): Readonly<Record<DropFault, string>> => ({
  ...fileFaults,
  'file-type': dropStrings.typeMustBe(ACCEPTED_ENDINGS),
  'too-many-files': 'Too many files',
  'no-sound': dropStrings.missing,
  'memory-full': memoryStrings.full,
  'converter-crashed': fileFaults.TranscodeFailedError,
  'device-full': outboxStrings.diskFull,
  'recording-gone': recordStrings.gone,
  'no-storage': outboxStrings.noStore,
  'audio-gone': outboxStrings.audioGone,
  'not-stored': outboxStrings.notStored,
  'no-position': recordStrings.unplaced,
  'no-parcours': recordStrings.noMap,
  'place-unknown': dropStrings.nowhere,
  'not-removed': recordStrings.removeFailed,
  'no-longer-queued': outboxStrings.notHere,
  'not-discarded': outboxStrings.discardFailed,
  network: strings.errors.network,
  unexpected: strings.errors.unexpected,
});

/** Returns the notice about a drop that waits to be sent. */
export function wordsForQueued(): string {
  return deviceStorage.isLasting ? outboxStrings.queued : memoryStrings.queued;
}

/** Returns the message for a person for a server's error code or a converter error's name; null for any other text. */
export function wordsForCode(code: string): string | null {
  const words = codeWords();
  return Object.hasOwn(words, code) ? (words[code] ?? null) : null;
}

/** Explains why a drop could not be composed, queued, saved or discarded. */
export function wordsForDropFault(fault: DropFault): string {
  const isFull = fault === 'device-full' || fault === 'DeviceFullError';
  return isFull && !deviceStorage.isLasting ? memoryStrings.full : dropFaults()[fault];
}

/** Explains an error of the outbox or of the device's storage. */
export function wordsForOutboxError(error: unknown): string {
  return wordsForDropFault(outboxFaultOf(error));
}

/** Explains why a drop was not sent. */
export function wordsForUnsent(error: WaitReason | Refusal): string {
  if (typeof error === 'string') {
    const { offline, busyServer, serverTrouble } = outboxStrings;
    return { offline, 'busy-server': busyServer, 'server-trouble': serverTrouble }[error];
  }
  const { step, why } = error;
  if (why === 'place-gone') return outboxStrings.placeGone;
  if (why === 'plan-gone') return outboxStrings.planGone;
  if (why === 'audio-gone') return outboxStrings.audioGone;
  if (why === 'already_filled') return outboxStrings.alreadyFilled;
  const said = why === 'DeviceFullError' ? wordsForDropFault(why) : (wordsForCode(why) ?? strings.errors.unexpected);
  const { createFailed: create, uploadFailed: send } = dropStrings;
  return step === 'convert' ? said : { create, send, title: recordStrings.nameFailed }[step](said);
}

/** Explains why a recording could not start, or ended by itself. */
export function wordsForRecorderFault(fault: RecorderFault): string {
  if (fault.why === 'too-long') return recordStrings.tooLong(formatDuration(fault.longestS));
  if (fault.why === 'device-full') return wordsForDropFault('device-full');
  return fault.why === 'filled-up' && !deviceStorage.isLasting
    ? memoryStrings.recordingFull
    : recordStrings.faults[fault.why];
}

/** Explains why a running recording has no session; it is sent nevertheless. */
export function wordsForNoSession(why: SessionFailure): string {
  const { noSession, startFailed, startOffline } = recordStrings;
  return { unreachable: startOffline, empty: noSession, refused: startFailed }[why];
}
