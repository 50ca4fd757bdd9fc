import { randomUUID } from 'node:crypto';
import { mayRecord } from '../../../contracts/permissions.ts';
import type { PlaceId } from '../../../contracts/vocabulary.ts';
import type { Database, Reader, Transactor } from '../../store/database.ts';
import {
  countRecordingSessions,
  deleteRecordingSessionsUntil,
  findRecordingSession,
  finishRecordingSession,
  insertRecordingSession,
  type RecordingSessionRow,
} from '../../store/uploads.ts';
import { AppError } from '../app-error.ts';
import type { Caller } from '../caller.ts';
import { type Clock, daysAgo, stamp } from '../clock.ts';
import { changeablePlace } from '../places/changeable-place.ts';

/** Days after its start for which a recording session accepts its recording, or a repeat of it. */
export const RECORDING_SESSION_DAYS = 30;

/** Maximum number of an account's recording sessions in those days: one every twenty minutes, day and night. */
export const RECORDING_SESSIONS_MAX = 2000;

/** Recording sessions: each belongs to the account that started it and yields one recording. */
export type RecordingSessions = ReturnType<typeof createRecordingSessions>;

/** The sessions in this database. */
export function createRecordingSessions(database: Database, clock: Clock) {
  return {
    /**
     * Starts a session and returns its id. Also deletes expired sessions.
     *
     * @param placeId the place that the recording is for; null if not known yet.
     * @throws AppError `forbidden` for guests; `not_found` or `forbidden` if the caller may not change the place;
     *   `too_many`.
     */
    start: async (caller: Caller, placeId: PlaceId | null): Promise<string> => {
      if (!mayRecord(caller.role)) throw new AppError('forbidden', 'A guest cannot record');
      return database.transact(async (tx) => {
        if (placeId !== null) await changeablePlace(tx, caller, placeId);
        await deleteExpiredRecordings(tx, clock);
        const count = await countRecordingSessions(tx, caller.id);
        if (count >= RECORDING_SESSIONS_MAX) {
          const days = `${RECORDING_SESSION_DAYS} days`;
          throw new AppError(
            'too_many',
            `Expected fewer than ${RECORDING_SESSIONS_MAX} recordings in ${days}, got ${count}`,
          );
        }
        const id = randomUUID();
        const row = { id, account_id: caller.id, place_id: placeId, fingerprint: null, created_at: stamp(clock) };
        await insertRecordingSession(tx, row);
        return id;
      });
    },
  };
}

/** Deletes expired sessions. */
export async function deleteExpiredRecordings(tx: Transactor, clock: Clock): Promise<void> {
  await deleteRecordingSessionsUntil(tx, daysAgo(clock, RECORDING_SESSION_DAYS));
}

/** An upload that belongs to a session. */
interface SessionUpload {
  readonly sessionId: string;
  readonly placeId: PlaceId;
}

/**
 * Returns the session that an upload belongs to.
 * @throws AppError `not_found` if the session does not exist, has expired or belongs to another account; `conflict` if
 * it was started for another place.
 */
export async function sessionFor(
  reader: Reader,
  clock: Clock,
  caller: Caller,
  { sessionId, placeId }: SessionUpload,
): Promise<RecordingSessionRow> {
  const session = await findRecordingSession(reader, sessionId, daysAgo(clock, RECORDING_SESSION_DAYS));
  if (session === undefined || session.account_id !== caller.id) {
    throw new AppError('not_found', `You have no recording session ${sessionId}`);
  }
  if (session.place_id !== null && session.place_id !== placeId) {
    throw new AppError('conflict', `This recording session is for place ${session.place_id}, not for place ${placeId}`);
  }
  return session;
}

/**
 * Whether a session has already received this recording.
 * @throws AppError as {@link sessionFor}; also `conflict` if it has received another one.
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
  throw new AppError('conflict', 'This recording session has received another recording; expected a new session');
}

/** Whether this session belongs to the caller and has received its recording: it stores no other. */
export async function hasRecording(reader: Reader, clock: Clock, caller: Caller, sessionId: string): Promise<boolean> {
  const session = await findRecordingSession(reader, sessionId, daysAgo(clock, RECORDING_SESSION_DAYS));
  return session !== undefined && session.account_id === caller.id && session.fingerprint !== null;
}

/** Marks a session as having received its recording, in the transaction that stores the recording. */
export async function finishSession(tx: Transactor, upload: SessionUpload, fingerprint: string): Promise<void> {
  await finishRecordingSession(tx, upload.sessionId, { place_id: upload.placeId, fingerprint });
}
