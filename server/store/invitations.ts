import type { InviteId, Language, ParcoursId, Privilege, Role, UserId } from '../../contracts/vocabulary.ts';
import { countRows } from './aggregates.ts';
import type { Reader, Transactor } from './database.ts';

/** A row of invites. The token itself is never stored, only its SHA-256 in hexadecimal. */
export interface InvitationRow {
  readonly id: InviteId;
  readonly token_hash: string;
  /** From it and the server's secret the token is derived again; null if the token could be shown only once. */
  readonly nonce: string | null;
  readonly label: string | null;
  /** The invitation that is shown again for its inviter, parcours and privilege; SQLite returns 1 and 0. */
  readonly is_share_link: boolean | number;
  readonly parcours_id: ParcoursId;
  readonly privilege: Privilege;
  readonly inviter_id: UserId;
  readonly created_at: string;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
}

/** An invitation with its inviter's language, current role and privilege; the latter is null if they have left the parcours. */
export interface InvitationWithInviterRow extends InvitationRow {
  readonly inviter_name: string;
  readonly inviter_language: Language | null;
  readonly inviter_role: Role;
  readonly inviter_privilege: Privilege | null;
  readonly inviter_suspended_at: string | null;
}

interface UsesRow {
  readonly invite_id: InviteId;
  readonly uses: number;
  readonly last_used_at: string;
}

interface UseRow {
  readonly invite_id: InviteId;
  readonly account_id: UserId;
  readonly used_at: string;
}

/** An account removed from a parcours or demoted there: invitations up to this one neither add nor promote it. */
interface BarRow {
  readonly parcours_id: ParcoursId;
  readonly account_id: UserId;
  readonly last_invite_id: number;
}

/** The invitation whose token has this hash, unless its parcours is hidden. */
export async function findInvitation(reader: Reader, tokenHash: string): Promise<InvitationWithInviterRow | undefined> {
  const [row] = await withInviter(reader).where({ 'invites.token_hash': tokenHash, 'parcours.hidden_at': null });
  return row;
}

/** The invitation with this id. */
export async function findInvitationById(reader: Reader, id: InviteId): Promise<InvitationWithInviterRow | undefined> {
  const [row] = await withInviter(reader).where('invites.id', id);
  return row;
}

/** The invitations of a parcours that are neither revoked nor expired at `now`, oldest first. */
export async function listOpenInvitations(
  reader: Reader,
  parcoursId: ParcoursId,
  now: string,
): Promise<InvitationWithInviterRow[]> {
  return withInviter(reader)
    .where('invites.parcours_id', parcoursId)
    .whereNull('invites.revoked_at')
    .where((open) => open.whereNull('invites.expires_at').orWhere('invites.expires_at', '>', now))
    .orderBy('invites.id');
}

type Invited = Pick<InvitationRow, 'inviter_id' | 'parcours_id'>;

/** The number of an account's invitations to a parcours that are neither revoked nor expired at `now`. */
export async function countOpenInvitations(reader: Reader, of: Invited, now: string): Promise<number> {
  const unrevoked = reader('invites').where(of).whereNull('revoked_at');
  return countRows(unrevoked.where((open) => open.whereNull('expires_at').orWhere('expires_at', '>', now)));
}

/** Deletes an account's revoked or expired (at `now`) invitations to a parcours, except the newest `remaining`. */
export async function deleteEndedInvitations(
  tx: Transactor,
  of: Invited,
  now: string,
  remaining: number,
): Promise<void> {
  const ids: InviteId[] = await tx<InvitationRow>('invites')
    .where(of)
    .where((ended) => ended.whereNotNull('revoked_at').orWhere('expires_at', '<=', now))
    .orderBy('id', 'desc')
    .offset(remaining)
    .pluck('id');
  const newest = ids[0];
  if (newest === undefined) return;
  await tx<InvitationRow>('invites')
    .where(of)
    .where('id', '<=', newest)
    .where((ended) => ended.whereNotNull('revoked_at').orWhere('expires_at', '<=', now))
    .delete();
}

/** Adds an invitation. */
export async function insertInvitation(
  tx: Transactor,
  row: Omit<InvitationRow, 'id' | 'revoked_at'>,
): Promise<InviteId> {
  const [inserted] = await tx<InvitationRow>('invites').insert(row).returning('id');
  if (inserted === undefined) throw new Error('Expected the new invitation’s id, got no row');
  return inserted.id;
}

/** Revokes an invitation; does nothing if it is revoked already. */
export async function revokeInvitation(tx: Transactor, id: InviteId, now: string): Promise<void> {
  await tx<InvitationRow>('invites').where({ id }).whereNull('revoked_at').update({ revoked_at: now });
}

/** Records a use of an invitation by an account; a repetition only updates the time. */
export async function noteUse(tx: Transactor, id: InviteId, accountId: UserId, now: string): Promise<void> {
  await tx<UseRow>('invite_uses')
    .insert({ invite_id: id, account_id: accountId, used_at: now })
    .onConflict(['invite_id', 'account_id'])
    .merge(['used_at']);
}

/** Whether an account used an invitation. */
export async function hasUsed(reader: Reader, id: InviteId, accountId: UserId): Promise<boolean> {
  return (await reader<UseRow>('invite_uses').where({ invite_id: id, account_id: accountId }).first()) !== undefined;
}

/** The uses of the invitations of a parcours; unused invitations are left out. */
export async function listUses(reader: Reader, parcoursId: ParcoursId): Promise<UsesRow[]> {
  const rows = await reader('invite_uses')
    .join('invites', 'invites.id', 'invite_uses.invite_id')
    .where('invites.parcours_id', parcoursId)
    .groupBy('invite_uses.invite_id')
    .select<{ invite_id: InviteId; uses: number; last_used_at: string }[]>(
      'invite_uses.invite_id',
      reader.raw('count(*) as uses'),
      reader.raw('max(??) as last_used_at', ['invite_uses.used_at']),
    );
  return rows;
}

/** The invitations that an account has used. */
export async function listUsedInvitations(
  reader: Reader,
  accountId: UserId,
): Promise<Pick<InvitationRow, 'id' | 'parcours_id' | 'privilege'>[]> {
  return reader('invites')
    .join('invite_uses', 'invite_uses.invite_id', 'invites.id')
    .where('invite_uses.account_id', accountId)
    .select('invites.id', 'invites.parcours_id', 'invites.privilege');
}

/** Prevents all existing invitations to this parcours from adding or promoting this account. */
export async function barFromInvitations(tx: Transactor, parcoursId: ParcoursId, accountId: UserId): Promise<void> {
  const newest = await tx<InvitationRow>('invites').orderBy('id', 'desc').first('id');
  await putBar(tx, { parcours_id: parcoursId, account_id: accountId, last_invite_id: newest?.id ?? 0 });
}

/** Adds a bar, or replaces the one of this account and parcours. */
export async function putBar(tx: Transactor, row: BarRow): Promise<void> {
  await tx<BarRow>('barred_members').insert(row).onConflict(['parcours_id', 'account_id']).merge(['last_invite_id']);
}

/** An account's bars: the parcours on which it was removed or demoted. */
export async function listBars(reader: Reader, accountId: UserId): Promise<BarRow[]> {
  return reader<BarRow>('barred_members').where({ account_id: accountId });
}

/** Whether an invitation is older than this account's removal from its parcours, or demotion there. */
export async function isBarredFrom(reader: Reader, invitation: InvitationRow, accountId: UserId): Promise<boolean> {
  const row = await reader<BarRow>('barred_members')
    .where({ parcours_id: invitation.parcours_id, account_id: accountId })
    .first('last_invite_id');
  return row !== undefined && invitation.id <= row.last_invite_id;
}

/** Selects the invitations to parcours that are not deleted. */
function withInviter(reader: Reader) {
  return reader('invites')
    .join('accounts', 'accounts.id', 'invites.inviter_id')
    .join('parcours', 'parcours.id', 'invites.parcours_id')
    .whereNull('parcours.deleted_at')
    .leftJoin('memberships', (join) => {
      join.on('memberships.parcours_id', 'invites.parcours_id').andOn('memberships.account_id', 'invites.inviter_id');
    })
    .select<InvitationWithInviterRow[]>(
      'invites.*',
      'accounts.name as inviter_name',
      'accounts.language as inviter_language',
      'accounts.role as inviter_role',
      'memberships.privilege as inviter_privilege',
      'accounts.suspended_at as inviter_suspended_at',
    );
}
