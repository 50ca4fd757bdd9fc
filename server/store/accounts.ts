import type { Knex } from 'knex';
import { GUEST_DOMAIN } from '../../contracts/user.ts';
import type { Language, Role, UserId } from '../../contracts/vocabulary.ts';
import type { Reader, Transactor } from './database.ts';

/** A row of accounts. */
export interface AccountRow {
  readonly id: UserId;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  /** Empty if the account has no password (Google only); an empty hash never matches. */
  readonly password_hash: string;
  /** Google's id of the account; null if not linked. */
  readonly google_subject: string | null;
  readonly picture: string | null;
  readonly created_at: string;
  /** Null unless an admin of the site has suspended the account. */
  readonly suspended_at: string | null;
  /** The newest version of the terms that the user agreed to; null if none is recorded. */
  readonly terms_version: string | null;
  /** The user opted out of visit statistics; SQLite returns 1 and 0. */
  readonly no_statistics: boolean | number;
  /** When the owner proved access to the mailbox of this email; null until then. */
  readonly email_verified_at: string | null;
  /** Storage quota in bytes that an admin of the site set; null for the configured default. */
  readonly quota_bytes: number | null;
  /** The owner wants mails about drops that wait for their approval; SQLite returns 1 and 0. */
  readonly approval_mails: boolean | number;
  /** When the last of these mails was sent; null for never. */
  readonly approval_mailed_at: string | null;
  /** The language of its mails and its export; null until the app has told it. */
  readonly language: Language | null;
}

/** The account with this id. */
export async function findAccount(reader: Reader, id: UserId): Promise<AccountRow | undefined> {
  return reader<AccountRow>('accounts').where({ id }).first();
}

/** The accounts with these ids. */
export async function listAccounts(reader: Reader, ids: readonly UserId[]): Promise<AccountRow[]> {
  return reader<AccountRow>('accounts').whereIn('id', ids).select('*');
}

/** The account with exactly this email. */
export async function findAccountByEmail(reader: Reader, email: string): Promise<AccountRow | undefined> {
  return reader<AccountRow>('accounts').where({ email }).first();
}

/** The account with this Google id. */
export async function findAccountByGoogleSubject(reader: Reader, subject: string): Promise<AccountRow | undefined> {
  return reader<AccountRow>('accounts').where({ google_subject: subject }).first();
}

/** The accounts with one of these roles, by id. */
export async function listAccountsWithRole(reader: Reader, roles: readonly Role[]): Promise<AccountRow[]> {
  return reader<AccountRow>('accounts').whereIn('role', roles).orderBy('id');
}

/** Whether there are no accounts. */
export async function hasNoAccounts(reader: Reader): Promise<boolean> {
  return (await reader<AccountRow>('accounts').select('id').first()) === undefined;
}

/** Adds an account; returns undefined if its email is taken. */
export async function insertAccount(
  tx: Transactor,
  row: Omit<
    AccountRow,
    | 'id'
    | 'google_subject'
    | 'email_verified_at'
    | 'suspended_at'
    | 'terms_version'
    | 'no_statistics'
    | 'quota_bytes'
    | 'approval_mails'
    | 'approval_mailed_at'
    | 'language'
  > &
    Partial<Pick<AccountRow, 'google_subject' | 'email_verified_at' | 'language'>>,
): Promise<AccountRow | undefined> {
  const [inserted] = await tx<AccountRow>('accounts').insert(row).onConflict('email').ignore().returning('*');
  return inserted;
}

/**
 * Limits a query, whose table of accounts has this name, to those for which `isThrowaway` (contracts/user.ts) holds.
 */
export function onlyThrowaway(query: Knex.QueryBuilder, accounts: string): void {
  query.where(`${accounts}.role`, 'guest').whereLike(`${accounts}.email`, `%@${GUEST_DOMAIN}`);
}

/** Changes what calls and the operator's commands may change of an account. */
export async function updateAccount(
  tx: Transactor,
  id: UserId,
  change: Partial<
    Pick<
      AccountRow,
      | 'role'
      | 'password_hash'
      | 'google_subject'
      | 'picture'
      | 'suspended_at'
      | 'quota_bytes'
      | 'approval_mails'
      | 'approval_mailed_at'
      | 'language'
    >
  >,
): Promise<void> {
  await tx<AccountRow>('accounts').where({ id }).update(change);
}

/** Records when an account's email was verified; the first time stays. */
export async function markEmailVerified(tx: Transactor, id: UserId, at: string): Promise<void> {
  await tx<AccountRow>('accounts').where({ id }).whereNull('email_verified_at').update({ email_verified_at: at });
}

/** The accounts with a verified address that want approval mails and got none since `before`. */
export async function listApprovalMailed(reader: Reader, before: string): Promise<AccountRow[]> {
  return reader<AccountRow>('accounts')
    .where({ approval_mails: true })
    .whereNull('suspended_at')
    .whereNotNull('email_verified_at')
    .where((due) => due.whereNull('approval_mailed_at').orWhere('approval_mailed_at', '<=', before))
    .orderBy('id');
}

/** The suspended accounts, latest suspension first. */
export async function listSuspended(reader: Reader): Promise<AccountRow[]> {
  return reader<AccountRow>('accounts').whereNotNull('suspended_at').orderBy('suspended_at', 'desc');
}

/** Deletes an account with its sessions, memberships and everything else that belongs to it alone. */
export async function deleteAccount(tx: Transactor, id: UserId): Promise<void> {
  await tx<AccountRow>('accounts').where({ id }).delete();
}

/** The purpose of a mailed link: to set another password, or to verify an address. */
export type LinkPurpose = 'reset' | 'verify';

/** A row of mail_links. */
export interface MailLinkRow {
  /** SHA-256 of the link's token. */
  readonly token_hash: string;
  readonly account_id: UserId;
  readonly purpose: LinkPurpose;
  /** Whether it was sent by mail: a link that the operator's command gave proves nothing about the mailbox. */
  readonly is_mailed: boolean;
  readonly created_at: string;
  readonly expires_at: string;
}

/** Adds a link. */
export async function insertMailLink(tx: Transactor, row: MailLinkRow): Promise<void> {
  await tx<MailLinkRow>('mail_links').insert(row);
}

/** The link with this hash and purpose that expires after `now`. */
export async function findMailLink(
  reader: Reader,
  tokenHash: string,
  purpose: LinkPurpose,
  now: string,
): Promise<MailLinkRow | undefined> {
  return reader<MailLinkRow>('mail_links')
    .where({ token_hash: tokenHash, purpose })
    .where('expires_at', '>', now)
    .first();
}

/** Deletes an account's links for this purpose. */
export async function deleteMailLinksOf(tx: Transactor, accountId: UserId, purpose: LinkPurpose): Promise<void> {
  await tx<MailLinkRow>('mail_links').where({ account_id: accountId, purpose }).delete();
}

/** Deletes the links that expired at this time or before. */
export async function deleteExpiredMailLinks(tx: Transactor, now: string): Promise<void> {
  await tx<MailLinkRow>('mail_links').where('expires_at', '<=', now).delete();
}
