import { ref } from 'valtio';
import type { Geometry } from '../../../../contracts/geo.ts';
import { DEFAULT_PLACE_TITLE, TEXT_LINE_MAX } from '../../../../contracts/limits.ts';
import type { ParcoursId, PlaceId } from '../../../../contracts/vocabulary.ts';
import { ApiError } from '../../../platform/net/api.ts';
import { wordsForCode } from '../../../platform/net/code-words.ts';
import { wordsFor } from '../../../platform/net/error-words.ts';
import type { OutboxRecord, Refusal } from '../../../platform/storage/outbox-store.ts';
import { dropStrings } from '../../../words/drops/drop.ts';
import { fileFaults } from '../../../words/drops/file-faults.ts';
import { outboxStrings } from '../../../words/drops/outbox.ts';
import { recordStrings } from '../../../words/drops/record.ts';
import { wordsForNoRoom } from '../keeping.ts';
import { isUnsent, nextStep } from './outbox-machine.ts';

/**
 * What goes on with a drop: `kept` (its turn will come), its place is `creating`, the converter is `preparing`, its audio
 * `converting` or `sending`, its place `titling`; `waiting` to be tried again; `refused` until the person decides; `unsaved`,
 * and not sent before it is; `sent`, but not saved by the person yet.
 */
export type OutboxPhase =
  | 'kept'
  | 'creating'
  | 'preparing'
  | 'converting'
  | 'sending'
  | 'titling'
  | 'waiting'
  | 'refused'
  | 'unsaved'
  | 'sent';

/** A drop that waits on this device, as it is shown. */
export interface OutboxItem {
  readonly id: string;
  /** As the person wrote it; may be empty. */
  readonly title: string;
  readonly keptAtMs: number;
  readonly mapId: ParcoursId;
  readonly geometry: Geometry;
  /** Its place on the server, once that is known. */
  readonly placeId: PlaceId | null;
  /** Its place is made for it, and goes with it. */
  readonly makesPlace: boolean;
  /** The recording that holds its audio; null for a file. */
  readonly recordingId: string | null;
  /** The pending shape that it is made of; null for all others. */
  readonly pendingId: string | null;
  /** Name of the file that it came from; null for a recording. */
  readonly fileName: string | null;
  /** The person has not saved it yet. */
  readonly isDraft: boolean;
  /** Something of it is on this device alone. */
  readonly isUnsent: boolean;
  readonly phase: OutboxPhase;
  /** Share that is done of what is being prepared, converted or sent, 0 to 1; null where that can't be told. */
  readonly progress: number | null;
  /** Why it was not sent, in words. */
  readonly error: string | null;
  /** Asking to try again makes sense now. */
  readonly canRetry: boolean;
  /** When it is tried again by itself; null where it is not waiting. */
  readonly nextTryMs: number | null;
}

/** The drops that wait on this device. */
export interface OutboxView {
  /** What waits is known. */
  isReady: boolean;
  /** Oldest first; one account's alone. Replaced as a whole, never changed in place. */
  items: OutboxItem[] & { $$valtioSnapshot: OutboxItem[] };
  /** How many drops the person should know of before they leave or log out. */
  unsent: number;
}

/** The view of an outbox that has not been read yet, or is closed. */
export const NOTHING_WAITS = (): OutboxView => ({ isReady: false, items: ref([]), unsent: 0 });

/** What goes on with a drop at this moment. */
export interface LiveWork {
  readonly phase: Exclude<OutboxPhase, 'kept' | 'waiting' | 'refused' | 'unsaved' | 'sent'> | 'removing';
  readonly progress: number | null;
}

/**
 * A record as it is shown.
 *
 * @param live what goes on with it; undefined where nothing does.
 * @param fault why it was not sent the last time, in words, where that is known.
 */
export function showRecord(record: OutboxRecord, live: LiveWork | undefined, fault: string | undefined): OutboxItem {
  const { id, title, keptAtMs, mapId, geometry, placeId, makesPlace, refusal } = record;
  const { recordingId, pendingId, fileName, isDraft } = record;
  const phase = phaseOf(record, live);
  const isWaiting = phase === 'waiting';
  return {
    ...{ id, title, keptAtMs, mapId, geometry, placeId, makesPlace, recordingId, pendingId, fileName, isDraft, phase },
    isUnsent: isUnsent(record),
    progress: live?.progress ?? null,
    error: refusal === null ? (isWaiting ? (fault ?? null) : null) : wordsForRefusal(refusal),
    canRetry: isWaiting || (refusal !== null && mayHelp(refusal, title)),
    nextTryMs: isWaiting ? record.nextTryMs : null,
  };
}

/** The name that a drop is shown by. */
export function nameOf({ title, fileName }: Pick<OutboxItem, 'title' | 'fileName'>): string {
  return title.trim() || fileName || DEFAULT_PLACE_TITLE;
}

/** Why a drop waits to be tried again, by what its last try threw. */
export function wordsForWaiting(cause: unknown): string {
  if (!(cause instanceof ApiError)) return outboxStrings.offline;
  return cause.status === 429 ? outboxStrings.busyServer : outboxStrings.serverTrouble;
}

function phaseOf(record: OutboxRecord, live: LiveWork | undefined): OutboxPhase {
  if (live !== undefined && live.phase !== 'removing') return live.phase;
  if (record.refusal !== null) return 'refused';
  if (nextStep(record) === 'rest') return record.isSent ? 'sent' : 'unsaved';
  return record.attempts > 0 ? 'waiting' : 'kept';
}

/** Whether another try may come to something else: the same request is refused again, unless a title was too long for it. */
function mayHelp({ why }: Refusal, title: string): boolean {
  return why === 'invalid_request' ? title.trim().length > TEXT_LINE_MAX : why !== 'audio-gone';
}

function wordsForRefusal({ step, why }: Refusal): string {
  const words = outboxStrings;
  if (why === 'place-gone') return words.placeGone;
  if (why === 'audio-gone') return words.audioGone;
  const said =
    why === 'DeviceFullError' ? wordsForNoRoom(fileFaults.deviceFull) : (wordsForCode(why) ?? wordsFor(null));
  switch (step) {
    case 'convert':
      return said;
    case 'create':
      return dropStrings.createFailed(said);
    case 'send':
      return dropStrings.uploadFailed(said);
    case 'title':
      return recordStrings.nameFailed(said);
  }
}
