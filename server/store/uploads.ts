import type { Knex } from 'knex';
import type { PlaceId, UserId } from '../../contracts/vocabulary.ts';
import { countRows, sumColumn } from './aggregates.ts';
import type { Reader, Transactor } from './database.ts';

/** A row of `unfinished_uploads`: an upload in parts. */
export interface UnfinishedRow {
  readonly id: string;
  /** The account that started it. */
  readonly account_id: UserId;
  /** The sender's Idempotency-Key; null if none was given. */
  readonly key: string | null;
  /** Size of the whole file. */
  readonly size_bytes: number;
  readonly created_at: string;
}

/** The upload with this id, unless it was started at `since` or earlier. */
export async function findUnfinished(reader: Reader, id: string, since = ''): Promise<UnfinishedRow | undefined> {
  return reader<UnfinishedRow>('unfinished_uploads').where({ id }).andWhere('created_at', '>', since).first();
}

/** An account's uploads started after `since`, oldest first. */
export async function listUnfinishedOf(reader: Reader, accountId: UserId, since: string): Promise<UnfinishedRow[]> {
  return reader<UnfinishedRow>('unfinished_uploads')
    .where({ account_id: accountId })
    .andWhere('created_at', '>', since)
    .orderBy(['created_at', 'id'])
    .select('*');
}

/** Those of these ids that belong to an upload. */
export async function listKnown(reader: Reader, ids: readonly string[]): Promise<Set<string>> {
  const known = new Set<string>();
  for (const some of chunksOf(ids)) {
    const found: string[] = await reader<UnfinishedRow>('unfinished_uploads').whereIn('id', some).pluck('id');
    for (const id of found) known.add(id);
  }
  return known;
}

/** Adds an upload. */
export async function insertUnfinished(tx: Transactor, row: UnfinishedRow): Promise<void> {
  await tx<UnfinishedRow>('unfinished_uploads').insert(row);
}

/** Deletes an upload; returns false if there is none. */
export async function deleteUnfinished(tx: Transactor, id: string): Promise<boolean> {
  return (await tx<UnfinishedRow>('unfinished_uploads').where({ id }).delete()) > 0;
}

/** Deletes an account's uploads with this key, and returns their ids. */
export async function deleteUnfinishedNamed(tx: Transactor, accountId: UserId, key: string): Promise<string[]> {
  const named = { account_id: accountId, key };
  const ids: string[] = await tx<UnfinishedRow>('unfinished_uploads').where(named).pluck('id');
  await tx<UnfinishedRow>('unfinished_uploads').where(named).delete();
  return ids;
}

/** Deletes every upload started at this time or earlier. */
export async function deleteUnfinishedUntil(tx: Transactor, time: string): Promise<void> {
  await tx<UnfinishedRow>('unfinished_uploads').where('created_at', '<=', time).delete();
}

/** Total size of the uploads started after `since`, of one account or of all. */
export async function sumUnfinished(reader: Reader, since: string, accountId?: UserId): Promise<number> {
  return sumSizes(reader('unfinished_uploads').where('created_at', '>', since), accountId);
}

/** A row of `arriving_bytes`: the bytes reserved for an arriving upload. */
interface ArrivingRow {
  readonly id: string;
  readonly account_id: UserId;
  readonly size_bytes: number;
  /** The reservation expires then, unless its server extends it. */
  readonly until: string;
}

/** Adds a reservation. */
export async function insertArriving(tx: Transactor, row: ArrivingRow): Promise<void> {
  await tx<ArrivingRow>('arriving_bytes').insert(row);
}

/** Extends these reservations. */
export async function extendArriving(tx: Transactor, ids: readonly string[], until: string): Promise<void> {
  for (const some of chunksOf(ids)) {
    await tx<ArrivingRow>('arriving_bytes').whereIn('id', some).update({ until });
  }
}

/** Deletes a reservation. */
export async function deleteArriving(tx: Transactor, id: string): Promise<void> {
  await tx<ArrivingRow>('arriving_bytes').where({ id }).delete();
}

/** Deletes all reservations. */
export async function deleteAllArriving(tx: Transactor): Promise<void> {
  await tx<ArrivingRow>('arriving_bytes').delete();
}

/** Deletes the reservations that expired at this time or before. */
export async function deleteArrivingUntil(tx: Transactor, time: string): Promise<void> {
  await tx<ArrivingRow>('arriving_bytes').where('until', '<=', time).delete();
}

/** The bytes reserved at this time, of one account or of all. */
export async function sumArriving(reader: Reader, time: string, accountId?: UserId): Promise<number> {
  return sumSizes(reader('arriving_bytes').where('until', '>', time), accountId);
}

async function sumSizes(rows: Knex.QueryBuilder, accountId: UserId | undefined): Promise<number> {
  if (accountId !== undefined) rows.where({ account_id: accountId });
  return sumColumn(rows, 'size_bytes');
}

/** Within the limit of variables of a statement. */
const CHUNK_IDS = 500;

function* chunksOf(ids: readonly string[]): Generator<readonly string[]> {
  for (let at = 0; at < ids.length; at += CHUNK_IDS) yield ids.slice(at, at + CHUNK_IDS);
}

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
  return countRows(reader('recording_sessions').where({ account_id: accountId }));
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
