import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { Invite, JoinedParcours, NewInvite, OpenInvite, ShareLink } from '../../../contracts/invite.ts';
import { INVITE_DAYS } from '../../../contracts/limits.ts';
import { invitablePrivileges, mayManageParcours } from '../../../contracts/permissions.ts';
import type { InviteId, ParcoursId, Privilege } from '../../../contracts/vocabulary.ts';
import type { Database, Reader, Transactor } from '../../store/database.ts';
import {
  findInvitation,
  findInvitationById,
  type InvitationWithInviterRow,
  insertInvitation,
  isBarredFrom,
  listOpenInvitations,
  revokeInvitation,
} from '../../store/invitations.ts';
import { findPrivilege, putMembership } from '../../store/parcours.ts';
import { AppError } from '../app-error.ts';
import type { Caller } from '../caller.ts';
import { type Clock, daysAgo, stamp } from '../clock.ts';
import { deriveKey } from '../keys.ts';
import { privilegeOfMember, privilegeOn, rank } from './parcours.ts';

const TOKEN_BYTES = 32;

/**
 * Invitations: links that make everybody who follows them a member of a parcours, until they expire, are revoked, or
 * their inviter may no longer give that privilege.
 */
export interface Invitations {
  /** @throws AppError `forbidden` if the caller may not give that privilege, `not_found` if there is no such parcours. */
  create(caller: Caller, invite: NewInvite): Promise<Invite>;
  /**
   * Makes the caller a member with the invitation's privilege; a higher one stays. After an admin removed or lowered the
   * caller, only a newer invitation counts.
   *
   * @throws AppError `invite_invalid`, `invite_expired`, `invite_revoked`.
   */
  accept(caller: Caller, token: string): Promise<JoinedParcours>;
  /**
   * The valid invitations of a parcours, oldest first: all of them if the caller manages it, otherwise the caller's own.
   *
   * @throws AppError `not_found` if there is no such parcours, `forbidden` for non-members.
   */
  list(caller: Caller, parcoursId: ParcoursId): Promise<OpenInvite[]>;
  /**
   * Revokes an invitation, expired or not.
   *
   * @throws AppError `not_found`; `forbidden` unless the caller made it or manages its parcours.
   */
  revoke(caller: Caller, id: InviteId): Promise<void>;
  /**
   * The caller's share link to a parcours with a privilege, by default the lowest that the caller may give: the same link
   * each time until it expires or is revoked.
   *
   * @throws AppError as `create` does.
   */
  share(caller: Caller, parcoursId: ParcoursId, privilege?: Privilege): Promise<ShareLink>;
}

/** The invitations in this database. The token of a share link is derived from its nonce with the secret. */
export function createInvitations(database: Database, secret: string, clock: Clock): Invitations {
  const key = deriveKey(secret, 'share link');
  const tokenOf = (nonce: string) => createHmac('sha256', key).update(nonce).digest('base64url');

  return {
    create: async (caller, { mapId, privilege, days = INVITE_DAYS[privilege] }) =>
      database.transact(async (tx) => {
        await expectInvitable(tx, caller, mapId, privilege);
        const token = makeToken();
        await insert(tx, caller, mapId, privilege, { token, nonce: null, days });
        return { token, link: linkOf(token, privilege) };
      }),

    accept: async (caller, token) =>
      database.transact(async (tx) => {
        const invitation = await findInvitation(tx, hashToken(token));
        if (invitation === undefined) throw new AppError('invite_invalid', 'There is no invitation with this token');
        if (invitation.revoked_at !== null || !mayStillBeGiven(invitation)) {
          throw new AppError('invite_revoked', 'This invitation was revoked');
        }
        if (invitation.expires_at !== null && invitation.expires_at <= stamp(clock)) {
          throw new AppError('invite_expired', `This invitation expired at ${invitation.expires_at}`);
        }
        const { parcours_id, privilege } = invitation;
        const current = await findPrivilege(tx, parcours_id, caller.id);
        const isBarred = await isBarredFrom(tx, invitation, caller.id);
        if (current === null && isBarred) {
          throw new AppError('invite_revoked', 'This invitation is older than your removal from its parcours');
        }
        if (current === null || (rank(privilege) > rank(current) && !isBarred)) {
          await putMembership(tx, { parcours_id, account_id: caller.id, privilege, joined_at: stamp(clock) });
        }
        return { mapId: parcours_id };
      }),

    list: async (caller, parcoursId) => {
      const own = await privilegeOfMember(database.reader, parcoursId, caller);
      const open = await listOpenInvitations(database.reader, parcoursId, stamp(clock));
      return open
        .filter((invitation) => invitation.inviter_id === caller.id || mayManageParcours(caller.role, own))
        .filter(mayStillBeGiven)
        .map(({ id, privilege, inviter_name, created_at, expires_at }) => ({
          id,
          privilege,
          inviter: inviter_name,
          createdAt: created_at,
          expiresAt: expires_at,
        }));
    },

    revoke: async (caller, id) =>
      database.transact(async (tx) => {
        const invitation = await findInvitationById(tx, id);
        if (invitation === undefined) throw new AppError('not_found', `There is no invitation ${id}`);
        const own = await findPrivilege(tx, invitation.parcours_id, caller.id);
        if (invitation.inviter_id !== caller.id && !mayManageParcours(caller.role, own)) {
          throw new AppError('forbidden', `You may not revoke invitation ${id}`);
        }
        await revokeInvitation(tx, id, stamp(clock));
      }),

    share: async (caller, parcoursId, wanted) =>
      database.transact(async (tx) => {
        const privilege = await expectInvitable(tx, caller, parcoursId, wanted);
        const known = (await listOpenInvitations(tx, parcoursId, stamp(clock))).find(
          (open) =>
            open.inviter_id === caller.id &&
            open.privilege === privilege &&
            open.nonce !== null &&
            // A link made with another secret cannot be derived again.
            hashToken(tokenOf(open.nonce)) === open.token_hash,
        );
        const nonce = known?.nonce ?? makeToken();
        const token = tokenOf(nonce);
        if (known === undefined) {
          await insert(tx, caller, parcoursId, privilege, { token, nonce, days: INVITE_DAYS[privilege] });
        }
        return { token, link: linkOf(token, privilege), privilege };
      }),
  };

  async function insert(
    tx: Transactor,
    caller: Caller,
    parcoursId: ParcoursId,
    privilege: Privilege,
    { token, nonce, days }: { readonly token: string; readonly nonce: string | null; readonly days: number | null },
  ): Promise<void> {
    await insertInvitation(tx, {
      token_hash: hashToken(token),
      nonce,
      parcours_id: parcoursId,
      privilege,
      inviter_id: caller.id,
      created_at: stamp(clock),
      expires_at: days === null ? null : daysAgo(clock, -days),
    });
  }
}

/** The privilege to invite with: `wanted` if the caller may give it; the lowest that they may give if undefined. */
async function expectInvitable(
  reader: Reader,
  caller: Caller,
  parcoursId: ParcoursId,
  wanted: Privilege | undefined,
): Promise<Privilege> {
  const offered = invitablePrivileges(caller.role, await privilegeOn(reader, parcoursId, caller));
  const privilege = wanted ?? offered.at(-1);
  if (privilege === undefined) throw new AppError('forbidden', `You may not invite to parcours ${parcoursId}`);
  if (!offered.includes(privilege)) {
    throw new AppError('forbidden', `You may not invite to parcours ${parcoursId} with the privilege ${privilege}`);
  }
  return privilege;
}

/** An invitation is void once its inviter has left the parcours or may no longer give its privilege. */
function mayStillBeGiven({ inviter_role, inviter_privilege, privilege }: InvitationWithInviterRow): boolean {
  return invitablePrivileges(inviter_role, inviter_privilege).includes(privilege);
}

function makeToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** Path and query of the app's screen that accepts an invitation. */
function linkOf(token: string, privilege: Privilege): string {
  return `/invite?${new URLSearchParams({ token, privilege })}`;
}

/** One round of SHA-256 is enough: a token is long and random. */
function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
