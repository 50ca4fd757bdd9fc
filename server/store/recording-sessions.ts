import type { PlaceId, UserId } from '../../contracts/vocabulary.ts';
import type { Reader, Transactor } from './database.ts';

/** A row of recording sessions. */
export interface RecordingSessionRow {
  /** A UUID. */
  readonly id: string;
  /** The account that started it; only it may use the session. */
  readonly account_id: UserId;
  /** The place of its recording; null while unknown. The session is deleted with the place. */
  readonly place_id: PlaceId | null;
  /** SHA-256 of the upload that finished it, in hexadecimal; null until then. */
  readonly fingerprint: string | null;
  readonly created_at: string;
}

/** The session with this id; undefined if it was started at `since` or earlier. */
export async function findRecordingSession(
  reader: Reader,
  id: string,
  since: string,
): Promise<RecordingSessionRow | undefined> {
  return reader<RecordingSessionRow>('recording_sessions').where({ id }).andWhere('created_at', '>', since).first();
}

/** The number of an account's sessions. */
export async function countRecordingSessions(reader: Reader, accountId: UserId): Promise<number> {
  const [row] = await reader('recording_sessions')
    .where({ account_id: accountId })
    .select<{ sessions: number }[]>(reader.raw('count(*) as sessions'));
  return row?.sessions ?? 0;
}

/** Adds a session. */
export async function insertRecordingSession(tx: Transactor, row: RecordingSessionRow): Promise<void> {
  await tx<RecordingSessionRow>('recording_sessions').insert(row);
}

/** Sets the upload that finished a session, and its place. */
export async function finishRecordingSession(
  tx: Transactor,
  id: string,
  end: { readonly place_id: PlaceId; readonly fingerprint: string },
): Promise<void> {
  await tx<RecordingSessionRow>('recording_sessions').where({ id }).update(end);
}

/** Deletes every session started at this time or earlier. */
export async function deleteRecordingSessionsUntil(tx: Transactor, time: string): Promise<void> {
  await tx<RecordingSessionRow>('recording_sessions').where('created_at', '<=', time).delete();
}
