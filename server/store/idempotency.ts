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
