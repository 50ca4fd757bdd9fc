import type { UserId } from '../../contracts/vocabulary.ts';
import type { Reader, Transactor } from './database.ts';

/** A row of `kept_answers`: the outcome of a request with an Idempotency-Key. */
export interface OutcomeRow {
  readonly account_id: UserId;
  /** The client's Idempotency-Key. */
  readonly key: string;
  readonly call: string;
  /** SHA-256 of the request's content, in hexadecimal. */
  readonly fingerprint: string;
  /** JSON from which the response is rebuilt. */
  readonly outcome: string;
  readonly created_at: string;
}

/** The outcome of this account's request with this key; undefined if it is older than `since`. */
export async function findOutcomeRow(
  reader: Reader,
  accountId: UserId,
  key: string,
  since: string,
): Promise<OutcomeRow | undefined> {
  return reader<OutcomeRow>('kept_answers')
    .where({ account_id: accountId, key })
    .andWhere('created_at', '>', since)
    .first();
}

/** Adds an outcome. The account must not have one with this key. */
export async function insertOutcomeRow(tx: Transactor, row: OutcomeRow): Promise<void> {
  await tx<OutcomeRow>('kept_answers').insert(row);
}

/** Deletes outcomes created at this time or earlier, too old to answer a retry. */
export async function deleteOutcomesUntil(tx: Transactor, time: string): Promise<void> {
  await tx<OutcomeRow>('kept_answers').where('created_at', '<=', time).delete();
}

/** A row of `given_up_keys`: the key of an abandoned request. */
interface RefusedKeyRow {
  readonly account_id: UserId;
  readonly key: string;
  /** The key is refused until then. */
  readonly until: string;
}

/** Whether one of an account's keys is refused at this time. */
export async function isAnyKeyRefused(
  reader: Reader,
  accountId: UserId,
  keys: readonly string[],
  time: string,
): Promise<boolean> {
  if (keys.length === 0) return false;
  const row = await reader<RefusedKeyRow>('given_up_keys')
    .where({ account_id: accountId })
    .whereIn('key', keys)
    .andWhere('until', '>', time)
    .first('key');
  return row !== undefined;
}

/** Refuses a key until the given time. */
export async function refuseKey(tx: Transactor, row: RefusedKeyRow): Promise<void> {
  await tx<RefusedKeyRow>('given_up_keys').insert(row).onConflict(['account_id', 'key']).merge(['until']);
}

/** Deletes the keys whose refusal ended at this time or before. */
export async function deleteRefusedKeysUntil(tx: Transactor, time: string): Promise<void> {
  await tx<RefusedKeyRow>('given_up_keys').where('until', '<=', time).delete();
}
