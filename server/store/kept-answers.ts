import type { UserId } from '../../contracts/vocabulary.ts';
import type { Reader, Transactor } from './database.ts';

/** A row of kept answers: what a request made, by the key that its sender gave it. */
export interface KeptAnswerRow {
  readonly account_id: UserId;
  /** The client's Idempotency-Key. */
  readonly key: string;
  readonly call: string;
  /** SHA-256 of what was asked, in hexadecimal. */
  readonly fingerprint: string;
  /** JSON of what the answer is made from again. */
  readonly outcome: string;
  readonly created_at: string;
}

/** What this account's request with this key made; nothing where it is older than `since`. */
export async function findKeptAnswer(
  reader: Reader,
  accountId: UserId,
  key: string,
  since: string,
): Promise<KeptAnswerRow | undefined> {
  return reader<KeptAnswerRow>('kept_answers')
    .where({ account_id: accountId, key })
    .andWhere('created_at', '>', since)
    .first();
}

/** Keeps an answer. There must be none of this account with this key. */
export async function insertKeptAnswer(tx: Transactor, row: KeptAnswerRow): Promise<void> {
  await tx<KeptAnswerRow>('kept_answers').insert(row);
}

/** Forgets every answer that was given at this moment or earlier. */
export async function deleteKeptAnswersUntil(tx: Transactor, moment: string): Promise<void> {
  await tx<KeptAnswerRow>('kept_answers').where('created_at', '<=', moment).delete();
}
