import { randomUUID } from 'node:crypto';
import { mayRecord } from '../../../contracts/permissions.ts';
import type { PlaceId } from '../../../contracts/vocabulary.ts';
import type { Database, Reader, Transactor } from '../../store/database.ts';
import {
  deleteRecordingSessionsUntil,
  findRecordingSession,
  finishRecordingSession,
  insertRecordingSession,
  type RecordingSessionRow,
} from '../../store/recording-sessions.ts';
import { AppError } from '../app-error.ts';
import type { Caller } from '../caller.ts';
import { type Clock, DAY_MS, stamp } from '../clock.ts';
import { changeablePlace } from '../places/changeable-place.ts';

/** Days after its start for which a recording session takes its recording, or a repeat of it. */
export const RECORDING_SESSION_DAYS = 30;

/** Recording sessions: each belongs to whoever started it and yields one recording. */
export interface RecordingSessions {
  /**
   * Starts a session and returns its id. Old ones are forgotten on the way.
   *
   * @param placeId where the recording will go, null where that is not known yet.
   * @throws AppError `forbidden` for guests; `not_found` or `forbidden` for a place that the caller may not give audio to.
   */
  start(caller: Caller, placeId: PlaceId | null): Promise<string>;
}

/** Sessions kept in this database. */
export function createRecordingSessions(database: Database, clock: Clock): RecordingSessions {
  return {
    start: async (caller, placeId) => {
      if (!mayRecord(caller.role)) throw new AppError('forbidden', 'A guest cannot record');
      return database.transact(async (tx) => {
        if (placeId !== null) await changeablePlace(tx, caller, placeId);
        await deleteRecordingSessionsUntil(tx, endOfSessions(clock));
        const id = randomUUID();
        const now = stamp(clock);
        await insertRecordingSession(tx, {
          id,
          account_id: caller.id,
          place_id: placeId,
          fingerprint: null,
          created_at: now,
        });
        return id;
      });
    },
  };
}

/** An upload to a session. */
export interface SessionUpload {
  readonly sessionId: string;
  readonly placeId: PlaceId;
}

/**
 * The session that an upload belongs to.
 *
 * @throws AppError `not_found` for a session that does not exist, has ended or is somebody else's, `conflict` for one that
 *   was started for another place.
 */
export async function sessionFor(
  reader: Reader,
  clock: Clock,
  caller: Caller,
  { sessionId, placeId }: SessionUpload,
): Promise<RecordingSessionRow> {
  const session = await findRecordingSession(reader, sessionId, endOfSessions(clock));
  if (session === undefined || session.account_id !== caller.id) {
    throw new AppError('not_found', `You have no recording session ${sessionId}`);
  }
  if (session.place_id !== null && session.place_id !== placeId) {
    throw new AppError('conflict', `This recording session is for place ${session.place_id}, not for place ${placeId}`);
  }
  return session;
}

/**
 * True where a session has yielded this recording already.
 *
 * @throws AppError as {@link sessionFor}, and `conflict` where it has yielded another one.
 */
export async function isSessionFinished(
  reader: Reader,
  clock: Clock,
  caller: Caller,
  upload: SessionUpload,
  fingerprint: string,
): Promise<boolean> {
  const session = await sessionFor(reader, clock, caller, upload);
  if (session.fingerprint === null) return false;
  if (session.fingerprint === fingerprint) return true;
  throw new AppError('conflict', 'This recording session has got another recording already; expected a new session');
}

/** True for a session of the caller's that has yielded its recording: whatever comes to it now is kept no more. */
export async function hasRecording(reader: Reader, clock: Clock, caller: Caller, sessionId: string): Promise<boolean> {
  const session = await findRecordingSession(reader, sessionId, endOfSessions(clock));
  return session !== undefined && session.account_id === caller.id && session.fingerprint !== null;
}

/** Notes the one recording that a session yields, in the transaction that makes it. */
export async function finishSession(tx: Transactor, upload: SessionUpload, fingerprint: string): Promise<void> {
  await finishRecordingSession(tx, upload.sessionId, { place_id: upload.placeId, fingerprint });
}

function endOfSessions(clock: Clock): string {
  return stamp(() => clock() - RECORDING_SESSION_DAYS * DAY_MS);
}
