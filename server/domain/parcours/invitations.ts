import { createHmac, randomBytes } from 'node:crypto';
import type { Invite, InviteLook, JoinedParcours, OpenInvite, ShareLink } from '../../../contracts/invite.ts';
import { INVITE_DAYS, INVITES_OPEN_MAX } from '../../../contracts/limits.ts';
import { invitablePrivileges, mayManageParcours } from '../../../contracts/permissions.ts';
import type { CallParsed } from '../../../contracts/routes.ts';
import type { InviteId, Language, ParcoursId, Privilege } from '../../../contracts/vocabulary.ts';
import type { Database, Reader, Transactor } from '../../store/database.ts';
import {
  countOpenInvitations,
  deleteEndedInvitations,
  findInvitation,
  findInvitationById,
  hasUsed,
  type InvitationRow,
  type InvitationWithInviterRow,
  insertInvitation,
  isBarredFrom,
  listOpenInvitations,
  listUses,
  noteUse,
  revokeInvitation,
} from '../../store/invitations.ts';
import { findParcours, findPrivilege, type ParcoursRow, putMembership } from '../../store/parcours.ts';
import { AppError } from '../app-error.ts';
import { addToAuditLog } from '../audit-log/write-audit-log.ts';
import type { Caller } from '../caller.ts';
import { type Clock, daysAgo, stamp } from '../clock.ts';
import { deriveKey, sha256Of } from '../keys.ts';
import { expectFewMemberships, privilegeOfMember, privilegeOn, rank } from './parcours.ts';

const NONCE_BYTES = 32;

/**
 * Links that make everybody who follows them a member of a parcours, until they expire, are revoked, or their inviter
 * may no longer give that privilege. A link with the privilege `admin` is for one person, within 30 days.
 */
export interface Invitations {
  /**
   * @throws AppError `forbidden` if the caller may not give that privilege, `not_found` if there is no such parcours,
   * `invalid_request` if it would last too long, `too_many` if the caller has too many open invitations there.
   */
  create(caller: Caller, invite: CallParsed<'createInvite'>['body']): Promise<Invite>;
  /** As `create`, in the given transaction. */
  createIn(tx: Transactor, caller: Caller, invite: CallParsed<'createInvite'>['body']): Promise<Invite>;
  /** Describes the target of an invitation, with the inviter's language. @throws AppError `invite_invalid`, `invite_expired`, `invite_revoked`. */
  look(token: string): Promise<InviteLook & { readonly language: Language | null }>;
  /**
   * Makes the caller a member with the invitation's privilege; a higher privilege stays. After an admin removed the
   * caller or lowered their privilege, only a newer invitation counts.
   * @throws AppError `invite_invalid`, `invite_expired`, `invite_revoked`; `account_needed` if the caller is a guest
   * and the invitation gives more than listening; `too_many` for members of too many parcours.
   */
  accept(caller: Caller, token: string): Promise<JoinedParcours>;
  /** Accepts an invitation in the given transaction. */
  acceptIn(tx: Transactor, caller: Caller, token: string): Promise<JoinedParcours>;
  /**
   * Checks an invitation for guests, before there is a guest account.
   * @throws AppError as `accept` does for a guest.
   */
  expectForGuests(reader: Reader, token: string): Promise<void>;
  /**
   * Lists the valid invitations of a parcours, oldest first: all if the caller manages it, otherwise the caller's own.
   * @throws AppError `not_found` if there is no such parcours, `forbidden` for non-members.
   */
  list(caller: Caller, parcoursId: ParcoursId): Promise<OpenInvite[]>;
  /**
   * Revokes an invitation, expired or not.
   * @throws AppError `not_found`; `forbidden` unless the caller made it or manages its parcours.
   */
  revoke(caller: Caller, id: InviteId): Promise<void>;
  /**
   * Returns the caller's share link to a parcours with a privilege, by default the lowest that the caller may give: the
   * same link each time until it expires or is revoked.
   * @throws AppError as `create` does.
   */
  share(caller: Caller, parcoursId: ParcoursId, privilege?: Privilege): Promise<ShareLink>;
}

/** The invitations in this database. Tokens are derived from their nonces with the secret. */
export function createInvitations(database: Database, secret: string, clock: Clock): Invitations {
  const key = deriveKey(secret, 'share link');
  const tokenOf = (nonce: string) => createHmac('sha256', key).update(nonce).digest('base64url');

  return {
    create: async (caller, invite) => database.transact((tx) => createIn(tx, caller, invite)),
    createIn,

    look: async (token) => {
      const { parcours_id, privilege, inviter_name, inviter_language } = await expectOpen(database.reader, token);
      const parcours = await findParcours(database.reader, parcours_id);
      // The parcours was deleted meanwhile.
      if (parcours === undefined) throw noInvitation();
      return { mapId: parcours_id, name: parcours.title, privilege, inviter: inviter_name, language: inviter_language };
    },

    accept: async (caller, token) => database.transact((tx) => acceptIn(tx, caller, token)),
    acceptIn,
    expectForGuests: async (reader, token) => {
      refuseGuest(await expectOpen(reader, token));
    },

    list: async (caller, parcoursId) => {
      const { reader } = database;
      const own = await privilegeOfMember(reader, parcoursId, caller);
      const open = await listOpenInvitations(reader, parcoursId, stamp(clock));
      const uses = new Map((await listUses(reader, parcoursId)).map((row) => [row.invite_id, row]));
      return open
        .filter((invitation) => invitation.inviter_id === caller.id || mayManageParcours(caller.role, own))
        .filter(mayStillBeGiven)
        .map((invitation) => {
          const { id, privilege, label, inviter_id, inviter_name, created_at, expires_at } = invitation;
          const isOwn = inviter_id === caller.id;
          // An admin of the parcours may revoke other people's links, but only pass on what their own role can give.
          const token = isOwn ? tokenAgain(invitation) : null;
          return {
            id,
            privilege,
            label,
            inviter: inviter_name,
            isOwn,
            link: token === null ? null : linkOf(token, privilege),
            uses: uses.get(id)?.uses ?? 0,
            lastUsedAt: uses.get(id)?.last_used_at ?? null,
            createdAt: created_at,
            expiresAt: expires_at,
          };
        });
    },

    revoke: async (caller, id) =>
      database.transact(async (tx) => {
        const invitation = await findInvitationById(tx, id);
        if (invitation === undefined) throw new AppError('not_found', `There is no invitation ${id}`);
        const own = await findPrivilege(tx, invitation.parcours_id, caller.id);
        if (invitation.inviter_id !== caller.id && !mayManageParcours(caller.role, own)) {
          throw new AppError('forbidden', `You may not revoke invitation ${id}`);
        }
        if (invitation.revoked_at !== null) return;
        await revokeInvitation(tx, id, stamp(clock));
        await addToAuditLog(tx, clock, { action: 'invitation_revoked', by: caller, ...subjectsOf(invitation) });
      }),

    share: async (caller, parcoursId, wanted) =>
      database.transact(async (tx) => {
        const privilege = await expectInvitable(tx, caller, parcoursId, wanted);
        const found = (await listOpenInvitations(tx, parcoursId, stamp(clock))).find(
          (open) =>
            open.inviter_id === caller.id &&
            open.privilege === privilege &&
            Boolean(open.is_share_link) &&
            tokenAgain(open) !== null,
        );
        const known = found === undefined ? null : tokenAgain(found);
        const as = { days: INVITE_DAYS[privilege], label: null, is_share_link: true };
        const token = known ?? (await insert(tx, caller, parcoursId, privilege, as));
        return { token, link: linkOf(token, privilege), privilege };
      }),
  };

  async function createIn(
    tx: Transactor,
    caller: Caller,
    { mapId: parcoursId, privilege, days = INVITE_DAYS[privilege], label = null }: CallParsed<'createInvite'>['body'],
  ): Promise<Invite> {
    await expectInvitable(tx, caller, parcoursId, privilege);
    if (isForOne(privilege) && (days === null || days > INVITE_DAYS[privilege])) {
      throw new AppError(
        'invalid_request',
        `An invitation with the privilege ${privilege} ends within ${INVITE_DAYS[privilege]} days`,
      );
    }
    const token = await insert(tx, caller, parcoursId, privilege, { days, label, is_share_link: false });
    return { token, link: linkOf(token, privilege) };
  }

  /** Returns the token of an invitation; null if it was made before tokens could be derived, or with another secret. */
  function tokenAgain({ nonce, token_hash }: InvitationWithInviterRow): string | null {
    const token = nonce === null ? null : tokenOf(nonce);
    return token !== null && sha256Of(token) === token_hash ? token : null;
  }

  async function expectOpen(reader: Reader, token: string): Promise<InvitationWithInviterRow> {
    const invitation = await findInvitation(reader, sha256Of(token));
    if (invitation === undefined) throw noInvitation();
    if (invitation.revoked_at !== null || !mayStillBeGiven(invitation)) {
      throw new AppError('invite_revoked', 'This invitation was revoked');
    }
    if (invitation.expires_at !== null && invitation.expires_at <= stamp(clock)) {
      throw new AppError('invite_expired', `This invitation expired at ${invitation.expires_at}`);
    }
    return invitation;
  }

  async function acceptIn(tx: Transactor, caller: Caller, token: string): Promise<JoinedParcours> {
    const repeated = await findRepeated(tx, caller, token);
    if (repeated !== null) return { mapId: repeated, hasGained: false };
    const invitation = await expectOpen(tx, token);
    if (caller.role === 'guest') refuseGuest(invitation);
    const { parcours_id, privilege } = invitation;
    const current = await findPrivilege(tx, parcours_id, caller.id);
    const isBarred = await isBarredFrom(tx, invitation, caller.id);
    if (current === null && isBarred) {
      throw new AppError('invite_revoked', 'This invitation is older than your removal from its parcours');
    }
    const hasGained = current === null || (rank(privilege) > rank(current) && !isBarred);
    if (current === null) await expectFewMemberships(tx, caller.id);
    if (hasGained) {
      await putMembership(tx, { parcours_id, account_id: caller.id, privilege, joined_at: stamp(clock) });
      await addToAuditLog(tx, clock, { action: 'invitation_accepted', by: caller, ...subjectsOf(invitation) });
    }
    // Inviters may try their own link, and a person who already has the privilege doesn't use up a link for one.
    const isUsed = invitation.inviter_id !== caller.id && (hasGained || !isForOne(privilege));
    if (isUsed) await noteUse(tx, invitation.id, caller.id, stamp(clock));
    if (hasGained && isForOne(privilege)) await revokeInvitation(tx, invitation.id, stamp(clock));
    return { mapId: parcours_id, hasGained };
  }

  /** Finds the parcours that this invitation for one person has already opened to the caller, after a lost response. */
  async function findRepeated(tx: Transactor, caller: Caller, token: string): Promise<ParcoursId | null> {
    const invitation = await findInvitation(tx, sha256Of(token));
    if (invitation === undefined || !isForOne(invitation.privilege)) return null;
    const own = await findPrivilege(tx, invitation.parcours_id, caller.id);
    return own !== null && (await hasUsed(tx, invitation.id, caller.id)) ? invitation.parcours_id : null;
  }

  async function insert(
    tx: Transactor,
    caller: Caller,
    parcoursId: ParcoursId,
    privilege: Privilege,
    { days, ...facts }: Pick<InvitationRow, 'label' | 'is_share_link'> & { readonly days: number | null },
  ): Promise<string> {
    const own = { inviter_id: caller.id, parcours_id: parcoursId };
    const open = await countOpenInvitations(tx, own, stamp(clock));
    if (open >= INVITES_OPEN_MAX) {
      throw new AppError('too_many', `Expected fewer than ${INVITES_OPEN_MAX} open invitations of yours, got ${open}`);
    }
    await deleteEndedInvitations(tx, own, stamp(clock), INVITES_OPEN_MAX);
    const nonce = randomBytes(NONCE_BYTES).toString('base64url');
    const token = tokenOf(nonce);
    const row = {
      ...facts,
      token_hash: sha256Of(token),
      nonce,
      parcours_id: parcoursId,
      privilege,
      inviter_id: caller.id,
      created_at: stamp(clock),
      expires_at: days === null ? null : daysAgo(clock, -days),
    };
    const id = await insertInvitation(tx, row);
    await addToAuditLog(tx, clock, { action: 'invitation_made', by: caller, ...subjectsOf({ ...row, id }) });
    return token;
  }
}

/** Returns the privilege to invite with: `wanted` if the caller may give it, by default the lowest they may give. */
export async function expectInvitable(
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

/** Whether the inviter is not suspended and may still give the privilege: otherwise the invitation is void. */
function mayStillBeGiven(invitation: InvitationWithInviterRow): boolean {
  const { inviter_role, inviter_privilege, inviter_suspended_at, privilege } = invitation;
  return inviter_suspended_at === null && invitablePrivileges(inviter_role, inviter_privilege).includes(privilege);
}

/** Whether an invitation is for one person, because members with the privilege `admin` can remove everybody else. */
function isForOne(privilege: Privilege): privilege is 'admin' {
  return privilege === 'admin';
}

/** Returns the inviter and the target of an invitation, for the audit log. */
function subjectsOf({
  id,
  inviter_id,
  parcours_id,
  privilege,
}: Pick<InvitationRow, 'id' | 'inviter_id' | 'parcours_id' | 'privilege'>) {
  return { account: inviter_id, parcours: parcours_id, detail: `invitation ${id}, ${privilege}` };
}

/** Refuses privileges that need an account to which people can log in again: a guest account only listens. */
function refuseGuest({ privilege }: InvitationWithInviterRow): void {
  if (privilege === 'guest') return;
  throw new AppError('account_needed', `Expected an account that is no guest's for the privilege ${privilege}`);
}

function noInvitation(): AppError {
  return new AppError('invite_invalid', 'There is no invitation with this token');
}

/** Returns the path and query of the app's screen that accepts an invitation. */
function linkOf(token: string, privilege: Privilege): string {
  return `/invite?${new URLSearchParams({ token, privilege })}`;
}

/** The parcours that an invitation leads to, and the inviter's language. */
interface Invited {
  readonly parcours: ParcoursRow;
  readonly language: Language | null;
}

/** Finds what an invitation leads to, without counting a use; null if the invitation is not valid. */
export type FindInvited = (token: string) => Promise<Invited | null>;

/** Finds parcours by the invitations in this database. */
export function createFindInvited({ reader }: Database, invitations: Pick<Invitations, 'look'>): FindInvited {
  return async (token) => {
    try {
      const { mapId: parcoursId, language } = await invitations.look(token);
      const parcours = await findParcours(reader, parcoursId);
      return parcours === undefined ? null : { parcours, language };
    } catch (error) {
      if (error instanceof AppError) return null;
      throw error;
    }
  };
}
