import type { UserId } from '../../../contracts/vocabulary.ts';
import type { Reader, Transactor } from '../database.ts';

/** A row of guests who became somebody. */
export interface AdoptionRow {
  /** Of the account that was deleted; no other gets its id. */
  readonly guest_id: UserId;
  readonly account_id: UserId;
  readonly adopted_at: string;
}

/** Columns with an account's id that simply get another: places and files stay whoever's they were made by. */
const OWNED: ReadonlyArray<readonly [table: string, column: string]> = [
  ['places', 'author_id'],
  ['places', 'audio_by'],
  ['media', 'uploader_id'],
  ['images', 'uploader_id'],
  ['recording_sessions', 'account_id'],
  ['unfinished_uploads', 'account_id'],
  ['events', 'account_id'],
  ['invites', 'inviter_id'],
  ['adopted_guests', 'account_id'],
  ['consents', 'account_id'],
  ['role_requests', 'account_id'],
  ['role_requests', 'answered_by'],
  ['reports', 'reporter_id'],
  ['measures', 'account_id'],
  ['measures', 'taken_by'],
];

/** Tables in which an account has at most one row for each value of a column. */
const OWNED_ONCE: ReadonlyArray<readonly [table: string, column: string]> = [
  ['kept_answers', 'key'],
  ['invite_uses', 'invite_id'],
];

/** Who this guest became; undefined for an account that nobody adopted. */
export async function findAdoption(reader: Reader, guestId: UserId): Promise<AdoptionRow | undefined> {
  return reader<AdoptionRow>('adopted_guests').where({ guest_id: guestId }).first();
}

/** Notes who a guest became. */
export async function insertAdoption(tx: Transactor, row: AdoptionRow): Promise<void> {
  await tx<AdoptionRow>('adopted_guests').insert(row);
}

/** Gives an account what another made and sent; of what both have one of, it keeps its own. */
export async function moveBelongings(tx: Transactor, from: UserId, to: UserId): Promise<void> {
  for (const [table, column] of OWNED)
    await tx(table)
      .where({ [column]: from })
      .update({ [column]: to });
  for (const [table, column] of OWNED_ONCE) {
    await tx(table)
      .where({ account_id: from })
      .whereNotIn(column, tx(table).where({ account_id: to }).select(column))
      .update({ account_id: to });
  }
}
