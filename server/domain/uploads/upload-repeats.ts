import type { UploadedAudio } from '../../../contracts/recording.ts';
import { type TellingKey, tellingCode } from '../../../contracts/telling.ts';
import type { PlaceId } from '../../../contracts/vocabulary.ts';
import type { Database, Reader, Transactor } from '../../store/database.ts';
import { findTelling } from '../../store/tellings.ts';
import { deleteUnfinished } from '../../store/uploads.ts';
import type { AbandonedKeys } from '../abandoned-keys.ts';
import { AppError } from '../app-error.ts';
import type { Caller, SessionCaller } from '../caller.ts';
import type { Clock } from '../clock.ts';
import {
  deleteOldOutcomes,
  findOutcome,
  findOutcomeByKey,
  hasOutcome,
  type RepeatableRequest,
  saveOutcome,
} from '../idempotency.ts';
import type { MediaLinks } from '../media/media-links.ts';
import { changeablePlace } from '../places/changeable-place.ts';
import { toMediaLink } from '../places/place-responses.ts';
import {
  deleteExpiredRecordings,
  finishSession,
  hasRecording,
  isSessionFinished,
  sessionFor,
} from './recording-sessions.ts';

/** The calls that give audio to a place. */
export type UploadCall = 'uploadAudio' | 'uploadSessionAudio';

/** What an upload gives audio to. */
export interface UploadTarget {
  readonly placeId: PlaceId;
  /** One of its tellings; undefined for the place itself. */
  readonly telling?: TellingKey | undefined;
}

/** The properties that identify a repeated upload. */
export interface UploadIdentity {
  /** The Idempotency-Key. */
  readonly key?: string | undefined;
  /** The key with which an upload in parts began; it may be abandoned by this key as well. */
  readonly begunKey?: string | undefined;
  /** The recording session that the upload belongs to. */
  readonly sessionId?: string | undefined;
  /** The upload in parts as which it arrived, and which ends with it. */
  readonly unfinishedId?: string | undefined;
}

/** Recognizes repeated uploads by their Idempotency-Key or their recording session. */
export interface UploadRepeats {
  /** Whether such an upload was stored before, so that this one takes no additional space. */
  isStored(caller: Caller, identity: UploadIdentity): Promise<boolean>;
  /**
   * Whether this same request was completed before.
   * @throws AppError `conflict` if its key or its session was used for another recording.
   */
  isRepeat(
    reader: Reader,
    request: RepeatableRequest<UploadCall>,
    placeId: PlaceId,
    sessionId?: string,
  ): Promise<boolean>;
  /** @throws AppError `not_found`, `conflict` if a session is given that the upload may not belong to. */
  checkSession(reader: Reader, caller: Caller, placeId: PlaceId, sessionId?: string): Promise<void>;
  /** @throws AppError `conflict` if one of the keys was just abandoned, unless its upload was complete before. */
  refuseAbandoned(caller: Caller, keys: readonly string[]): Promise<void>;
  /**
   * Stores that a request was completed, in its transaction, and ends the upload in parts as which it arrived.
   * @throws AppError as `isRepeat` and `checkSession`; `not_found` if that upload has ended meanwhile.
   */
  save(
    tx: Transactor,
    request: RepeatableRequest<UploadCall>,
    target: UploadTarget,
    identity: Pick<UploadIdentity, 'sessionId' | 'unfinishedId'>,
  ): Promise<void>;
  /** Returns the response to an upload: the current audio of its target. @throws AppError `not_found`, `forbidden`. */
  respond(caller: SessionCaller, target: UploadTarget): Promise<UploadedAudio>;
  /**
   * Returns the response to a repeated upload whose file no longer exists. Undefined if no upload with this key gave
   * this target its audio.
   * @throws AppError `not_found`, `forbidden`, `conflict` if the key was used for another call.
   */
  respondByKey(caller: SessionCaller, target: UploadTarget, key: string): Promise<UploadedAudio | undefined>;
  /** Deletes keys (of other calls, too) and recording sessions that are too old to recognize a repeat. */
  deleteOld(): Promise<void>;
}

/** Recognizes the uploads stored in this database. */
export function createUploadRepeats(
  database: Database,
  links: MediaLinks,
  abandonedKeys: AbandonedKeys,
  clock: Clock,
): UploadRepeats {
  const { reader } = database;

  async function respond(caller: SessionCaller, { placeId, telling }: UploadTarget): Promise<UploadedAudio> {
    const place = await changeablePlace(reader, caller, placeId);
    const row = telling === undefined ? place : await findTelling(reader, placeId, telling);
    const media = row === undefined ? null : toMediaLink(row, links.signFor(caller));
    if (media === null) throw new AppError('not_found', `Place ${placeId} has no such audio any more`);
    return { place_id: placeId, media_data: media };
  }

  async function checkSession(tx: Reader, caller: Caller, placeId: PlaceId, sessionId?: string): Promise<void> {
    if (sessionId !== undefined) await sessionFor(tx, clock, caller, { sessionId, placeId });
  }

  return {
    isStored: async (caller, { key, sessionId }) =>
      (key !== undefined && (await hasOutcome(reader, clock, caller, key))) ||
      (sessionId !== undefined && (await hasRecording(reader, clock, caller, sessionId))),

    isRepeat: async (reader, request, placeId, sessionId) => {
      const { caller, fingerprint } = request;
      if ((await findOutcome(reader, clock, request)) !== undefined) return true;
      return sessionId !== undefined && isSessionFinished(reader, clock, caller, { sessionId, placeId }, fingerprint);
    },

    checkSession,

    refuseAbandoned: async (caller, keys) => {
      for (const key of keys) {
        if ((await abandonedKeys.has(reader, caller, key)) && (await hasOutcome(reader, clock, caller, key))) return;
      }
      await abandonedKeys.refuse(reader, caller, keys);
    },

    save: async (tx, request, { placeId, telling }, { sessionId, unfinishedId }) => {
      await saveOutcome(tx, clock, request, { placeId, ...(telling && { telling: tellingCode(telling) }) });
      await checkSession(tx, request.caller, placeId, sessionId);
      if (sessionId !== undefined) await finishSession(tx, { sessionId, placeId }, request.fingerprint);
      if (unfinishedId !== undefined && !(await deleteUnfinished(tx, unfinishedId))) {
        throw new AppError('not_found', `Upload ${unfinishedId} was given up or finished meanwhile`);
      }
    },

    respond,

    respondByKey: async (caller, target, key) => {
      const outcome = await findOutcomeByKey(reader, clock, {
        caller,
        calls: ['uploadAudio', 'uploadSessionAudio'],
        key,
      });
      const isSame =
        outcome?.placeId === target.placeId && outcome.telling === (target.telling && tellingCode(target.telling));
      return isSame ? respond(caller, target) : undefined;
    },

    deleteOld: () =>
      database.transact(async (tx) => {
        await deleteOldOutcomes(tx, clock);
        await deleteExpiredRecordings(tx, clock);
      }),
  };
}
