import type { UserId } from '../../../contracts/vocabulary.ts';
import type { Reader, Transactor } from '../database.ts';
import { someAtOnce } from '../some-ids.ts';

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
  for (const some of someAtOnce(ids)) {
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
  const rows: { size_bytes: number | null }[] = await reader('unfinished_uploads')
    .where('created_at', '>', since)
    .modify((query) => {
      if (accountId !== undefined) query.andWhere({ account_id: accountId });
    })
    .sum({ size_bytes: 'size_bytes' });
  return rows[0]?.size_bytes ?? 0;
}
