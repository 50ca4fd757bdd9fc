import type { UserId } from '../../contracts/vocabulary.ts';
import type { Reader, Transactor } from './database.ts';

/** The purpose of a mailed link: to set another password, or to verify an address. */
export type LinkPurpose = 'reset' | 'verify';

/** A row of mail_links. */
export interface MailLinkRow {
  /** SHA-256 of the link's token. */
  readonly token_hash: string;
  readonly account_id: UserId;
  readonly purpose: LinkPurpose;
  /** Whether it was sent by mail: a link that the operator's command printed proves nothing about the mailbox. */
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
