import type { PlaceId, UserId } from '../../contracts/vocabulary.ts';
import type { Reader, Transactor } from './database.ts';

/** A row of recording sessions. */
export interface RecordingSessionRow {
  /** A UUID. */
  readonly id: string;
  /** Who started it, and alone may use it. */
  readonly account_id: UserId;
  /** Where its recording goes; null while that is open. With the place the session goes. */
  readonly place_id: PlaceId | null;
  /** SHA-256 of the upload that finished it, in hexadecimal; null until then. */
  readonly fingerprint: string | null;
  readonly created_at: string;
}

/** The session with this id; nothing where it was started at `since` or earlier. */
export async function findRecordingSession(
  reader: Reader,
  id: string,
  since: string,
): Promise<RecordingSessionRow | undefined> {
  return reader<RecordingSessionRow>('recording_sessions').where({ id }).andWhere('created_at', '>', since).first();
}

/** Adds a session. */
export async function insertRecordingSession(tx: Transactor, row: RecordingSessionRow): Promise<void> {
  await tx<RecordingSessionRow>('recording_sessions').insert(row);
}

/** Notes what finished a session, and where it went. */
export async function finishRecordingSession(
  tx: Transactor,
  id: string,
  end: { readonly place_id: PlaceId; readonly fingerprint: string },
): Promise<void> {
  await tx<RecordingSessionRow>('recording_sessions').where({ id }).update(end);
}

/** Forgets every session that was started at this moment or earlier. */
export async function deleteRecordingSessionsUntil(tx: Transactor, moment: string): Promise<void> {
  await tx<RecordingSessionRow>('recording_sessions').where('created_at', '<=', moment).delete();
}
