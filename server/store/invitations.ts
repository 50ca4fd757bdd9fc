import type { ParcoursId, Privilege, UserId } from '../../contracts/vocabulary.ts';
import type { Reader, Transactor } from './database.ts';

/** A row of invitations. The token itself is never stored, only its SHA-256 in hexadecimal. */
export interface InvitationRow {
  readonly token_hash: string;
  readonly parcours_id: ParcoursId;
  readonly privilege: Privilege;
  readonly inviter_id: UserId;
  readonly created_at: string;
}

/** The invitation whose token has this hash. */
export async function findInvitation(reader: Reader, tokenHash: string): Promise<InvitationRow | undefined> {
  return reader<InvitationRow>('invites').where({ token_hash: tokenHash }).first();
}

/** Adds an invitation. */
export async function insertInvitation(tx: Transactor, row: InvitationRow): Promise<void> {
  await tx<InvitationRow>('invites').insert(row);
}
