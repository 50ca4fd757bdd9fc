import { createHash, randomBytes } from 'node:crypto';
import { MAIL_LINK_PATHS } from '../../../contracts/link-paths.ts';
import type { UserId } from '../../../contracts/vocabulary.ts';
import { findMailLink, insertMailLink, type LinkPurpose, type MailLinkRow } from '../../store/accounts.ts';
import type { Reader, Transactor } from '../../store/database.ts';
import { AppError } from '../app-error.ts';
import { type Clock, stamp } from '../clock.ts';

/** 256 bits: cannot be guessed, so one round of SHA-256 is enough for the stored hash. */
const TOKEN_BYTES = 32;

/** The account and the purpose of a new link. */
export interface NewMailLink {
  readonly accountId: UserId;
  readonly purpose: LinkPurpose;
  /** Whether a mail brings it to the account's address. */
  readonly isMailed: boolean;
  readonly lifetimeMs: number;
}

/** Adds a link for an account and returns its path, with the token as the fragment. Only the token's hash is stored. */
export async function makeMailLink(tx: Transactor, clock: Clock, link: NewMailLink): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  await insertMailLink(tx, {
    token_hash: hashOf(token),
    account_id: link.accountId,
    purpose: link.purpose,
    is_mailed: link.isMailed,
    created_at: stamp(clock),
    expires_at: stamp(() => clock() + link.lifetimeMs),
  });
  return `${MAIL_LINK_PATHS[link.purpose]}#${token}`;
}

/**
 * Finds the link that a token belongs to.
 *
 * @throws AppError `mail_link_ended` if there is none for this purpose, such as a used, replaced or expired one.
 */
export async function expectMailLink(
  reader: Reader,
  clock: Clock,
  token: string,
  purpose: LinkPurpose,
): Promise<MailLinkRow> {
  const link = await findMailLink(reader, hashOf(token), purpose, stamp(clock));
  if (link === undefined) throw new AppError('mail_link_ended', 'This link has ended or was used');
  return link;
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
