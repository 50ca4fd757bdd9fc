import type { Geometry } from '../../../contracts/geo.ts';
import type { ParcoursId, PlaceId, UserId } from '../../../contracts/vocabulary.ts';
import { randomKey } from '../../platform/page/random.ts';
import type { OutboxRecord } from '../../platform/storage/outbox-store.ts';
import { wordsForNoRoom } from '../keeping.ts';
import { recordStrings } from '../record/record-words.ts';
import type { ReadyAudio } from './outbox-steps.ts';
import { outboxStrings } from './outbox-words.ts';

/** A drop to queue. */
export interface DropDraft {
  readonly mapId: ParcoursId;
  readonly geometry: Geometry;
  /** Empty becomes 'drop'; with a `placeId`, empty keeps the place's name. */
  readonly title: string;
  /** The pending shape that becomes its place; null if there is none. */
  readonly pendingId?: string | null;
  /** An existing place that gets the audio; null creates one. */
  readonly placeId: PlaceId | null;
  /** Any audio the converter reads, or a finished recording of this device. */
  readonly audio: Blob | { readonly recordingId: string };
  readonly fileName: string | null;
  readonly sessionId: string | null;
  /** The same audio, already converted; used while this page is open. */
  readonly prepared?: ReadyAudio;
  /** It is sent as a draft that nobody else sees, and stays here until `retitle` or `discard` is called. */
  readonly isDraft?: boolean;
}

/** A drop could not be queued; nothing has changed. Its message is for the person. */
export class KeepError extends Error {
  override readonly name = 'KeepError';
}

/** Makes the record of a new drop. */
export function recordOf(draft: DropDraft, id: string, userId: UserId): OutboxRecord {
  const { mapId, geometry, title, placeId, fileName, sessionId, audio, isDraft = false, pendingId = null } = draft;
  return {
    ...{ id, userId, keptAtMs: Date.now(), mapId, geometry, title, isDraft, fileName, sessionId, placeId },
    pendingId,
    recordingId: audio instanceof Blob ? null : audio.recordingId,
    makesPlace: placeId === null,
    ...{ placeKey: randomKey(), askedTitle: null, askedAsDraft: false, askedAtMs: null, serverTitle: null },
    ...{ audioKey: randomKey(), isSent: false, resumeUrl: null, begunKeys: [], isDiscarded: false },
    ...{ attempts: 0, nextTryMs: 0, notBeforeMs: 0, refusal: null },
  };
}

/** Explains in words why a drop could not be queued. */
export function wordsForKeeping(error: unknown): string {
  if (!(error instanceof Error)) return outboxStrings.keepFailed;
  if (error instanceof KeepError) return error.message;
  if (error.name === 'QuotaExceededError') return wordsForNoRoom(outboxStrings.diskFull);
  if (error.name === 'NotFoundError') return recordStrings.gone;
  return error.name === 'RecordingStoreError' ? outboxStrings.noStore : outboxStrings.keepFailed;
}
