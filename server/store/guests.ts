import type { UserId } from '../../contracts/vocabulary.ts';
import { onlyThrowaway } from './accounts.ts';
import type { Reader, Transactor } from './database.ts';

/** A row of adopted_guests: a guest whose data went to the account they signed up for. */
interface AdoptionRow {
  /** Id of the guest's deleted account; never reused. */
  readonly guest_id: UserId;
  readonly account_id: UserId;
  readonly adopted_at: string;
}

/** Columns with an account's id that are simply overwritten, so that places and files keep their maker. */
const OWNED: ReadonlyArray<readonly [table: string, column: string]> = [
  // A test fails until a new column with an account's id is listed in one of the two.
  ['places', 'author_id'],
  ['places', 'audio_by'],
  ['places', 'asked_id'],
  ['tellings', 'audio_by'],
  ['tellings', 'changed_by'],
  ['place_versions', 'audio_by'],
  ['place_versions', 'replaced_by'],
  ['media', 'uploader_id'],
  ['images', 'uploader_id'],
  ['pictures', 'uploader_id'],
  ['recording_sessions', 'account_id'],
  ['unfinished_uploads', 'account_id'],
  ['events', 'account_id'],
  ['invites', 'inviter_id'],
  ['adopted_guests', 'account_id'],
  ['consents', 'account_id'],
  ['role_requests', 'account_id'],
  ['role_requests', 'answered_by'],
  ['reports', 'reporter_id'],
  ['remarks', 'sender_id'],
  ['measures', 'account_id'],
  ['measures', 'taken_by'],
];

/** Tables in which an account has at most one row for each value of a column. */
const OWNED_ONCE: ReadonlyArray<readonly [table: string, column: string]> = [
  ['kept_answers', 'key'],
  ['invite_uses', 'invite_id'],
];

/** The adoption of this guest; undefined if no account adopted it. */
export async function findAdoption(reader: Reader, guestId: UserId): Promise<AdoptionRow | undefined> {
  return reader<AdoptionRow>('adopted_guests').where({ guest_id: guestId }).first();
}

/** Records which account adopted a guest. */
export async function insertAdoption(tx: Transactor, row: AdoptionRow): Promise<void> {
  await tx<AdoptionRow>('adopted_guests').insert(row);
}

/** Transfers what one account made and sent to another, which keeps its own where it may have only one. */
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
  const same = { 'own.place_id': tx.ref('listens.place_id'), 'own.day': tx.ref('listens.day') };
  await tx('listens')
    .where({ account_id: from })
    .whereNotExists(tx('listens as own').where(same).where('own.account_id', to).select('own.day'))
    .update({ account_id: to });
}

/** Conditions for an unused guest; times are ISO 8601 in UTC. */
interface Unused {
  /** The account is older than this, and has sent no event since. */
  readonly since: string;
  /** None of its sessions lasts longer than this. */
  readonly sessionsUntil: string;
}

/** Deletes the throwaway accounts that are unused and members of no parcours, and returns their number. */
export async function deleteUnusedGuests(tx: Transactor, { since, sessionsUntil }: Unused): Promise<number> {
  const ofAccount = { account_id: tx.ref('accounts.id') };
  return tx('accounts')
    .where((account) => onlyThrowaway(account, 'accounts'))
    .where('accounts.created_at', '<', since)
    .whereNotExists(tx('memberships').where(ofAccount).select('account_id'))
    .whereNotExists(tx('sessions').where(ofAccount).where('expires_at', '>', sessionsUntil).select('id'))
    .whereNotExists(tx('events').where(ofAccount).where('received_at', '>=', since).select('id'))
    .delete();
}
