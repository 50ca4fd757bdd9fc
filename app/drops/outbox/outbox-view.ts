import { ref } from 'valtio';
import { DEFAULT_PLACE_TITLE, TEXT_LINE_MAX } from '../../../contracts/limits.ts';
import type { ParcoursId } from '../../../contracts/vocabulary.ts';
import { ApiError } from '../../platform/net/api.ts';
import type { OutboxRecord, Refusal } from '../../platform/storage/outbox-store.ts';
import type { PickedPlace } from '../../tellings/picked.ts';
import { isUnsent, nextStep } from './outbox-machine.ts';

/**
 * `titling` sends the title of its place; `refused` until the person decides; `unsaved`, and not sent until it is
 * saved; `sent`, but not saved by the person yet.
 */
type OutboxPhase =
  | 'queued'
  | 'creating'
  | 'preparing'
  | 'converting'
  | 'sending'
  | 'titling'
  | 'waiting'
  | 'refused'
  | 'unsaved'
  | 'sent';

/** Why the last attempt to send a drop failed, so that it waits for the next. */
export type WaitReason = 'offline' | 'busy-server' | 'server-trouble';

/** The fields of a record that are shown as they are. */
type ShownField =
  | ('id' | 'title' | 'keptAtMs' | 'geometry' | 'placeId' | 'makesPlace' | 'telling')
  | ('isMoved' | 'recordingId' | 'pendingId' | 'plannedId' | 'fileName' | 'isDraft');

/** A waiting drop of this device, as it is shown. */
export interface OutboxItem extends Pick<OutboxRecord, ShownField> {
  readonly parcoursId: ParcoursId;
  /** Something of it is only on this device. */
  readonly isUnsent: boolean;
  readonly phase: OutboxPhase;
  /** Finished share of the preparation, conversion or upload, 0 to 1; null if unknown. */
  readonly progress: number | null;
  /** Why it was not sent, if known. */
  readonly error: WaitReason | Refusal | null;
  /** A manual retry makes sense now. */
  readonly canRetry: boolean;
  /** Time of the next automatic retry; null if it is not waiting. */
  readonly nextTryMs: number | null;
}

/** The drops that wait on this device. */
export interface OutboxView {
  /** The waiting drops are known. */
  isReady: boolean;
  /** Oldest first; of one account only. Replaced as a whole, never changed in place. */
  items: OutboxItem[] & { $$valtioSnapshot: OutboxItem[] };
  /** Number of drops that the person should know about before they leave or log out. */
  unsent: number;
}

/** The view of an outbox that has not been read yet, or is closed. */
export const NOTHING_WAITS = (): OutboxView => ({ isReady: false, items: ref([]), unsent: 0 });

/** Work in progress on a drop. */
export interface DropWork {
  readonly phase: Exclude<OutboxPhase, 'queued' | 'waiting' | 'refused' | 'unsaved' | 'sent'> | 'removing';
  readonly progress: number | null;
}

/** Makes the view of a record, with the work in progress, and why the last attempt failed, if known. */
export function showRecord(
  record: OutboxRecord,
  work: DropWork | undefined,
  reason: WaitReason | undefined,
): OutboxItem {
  const { id, title, keptAtMs, geometry, placeId, makesPlace, refusal } = record;
  const { telling, isMoved, recordingId, pendingId, plannedId, fileName, isDraft } = record;
  const phase = phaseOf(record, work);
  const isWaiting = phase === 'waiting';
  return {
    ...{ id, title, keptAtMs, geometry, placeId, makesPlace, recordingId, pendingId, fileName, isDraft, phase },
    ...{ telling, isMoved, plannedId },
    parcoursId: record.mapId,
    isUnsent: isUnsent(record),
    progress: work?.progress ?? null,
    error: refusal ?? (isWaiting ? (reason ?? null) : null),
    canRetry: isWaiting || (refusal !== null && mayHelp(refusal, title)),
    nextTryMs: isWaiting ? record.nextTryMs : null,
  };
}

/** The places in use, without duplicates. */
export interface PlacesAndWaiting {
  /** Places of the server, without those whose drop is not sent, or not saved yet. */
  readonly settled: PickedPlace[];
  /** Drops of these parcours that create a place and are not sent, or not saved yet. */
  readonly waiting: OutboxItem[];
}

/** Separates the server's places from those that wait on this device. */
export function splitWaiting(
  places: readonly PickedPlace[],
  items: readonly OutboxItem[],
  parcoursIds: readonly ParcoursId[],
): PlacesAndWaiting {
  const waiting = items.filter(
    ({ makesPlace, isUnsent, isDraft, parcoursId }) =>
      makesPlace && (isUnsent || isDraft) && parcoursIds.includes(parcoursId),
  );
  const onTheirWay = new Set(waiting.map(({ placeId }) => placeId));
  return { settled: places.filter(({ id }) => !onTheirWay.has(id)), waiting };
}

/** Returns the name under which a drop is shown. */
export function nameOf({ title, fileName }: Pick<OutboxItem, 'title' | 'fileName'>): string {
  return title.trim() || fileName || DEFAULT_PLACE_TITLE;
}

/** Returns why a drop waits for a retry, by the error of its last attempt. */
export function waitReasonOf(cause: unknown): WaitReason {
  if (!(cause instanceof ApiError)) return 'offline';
  return cause.status === 429 ? 'busy-server' : 'server-trouble';
}

function phaseOf(record: OutboxRecord, work: DropWork | undefined): OutboxPhase {
  if (work !== undefined && work.phase !== 'removing') return work.phase;
  if (record.refusal !== null) return 'refused';
  if (nextStep(record) === 'rest') return record.isSent ? 'sent' : 'unsaved';
  return record.attempts > 0 ? 'waiting' : 'queued';
}

/** Whether a retry may succeed: the same request is refused again, unless its title was too long. */
function mayHelp({ why }: Refusal, title: string): boolean {
  return why === 'invalid_request' ? title.trim().length > TEXT_LINE_MAX : why !== 'audio-gone';
}
