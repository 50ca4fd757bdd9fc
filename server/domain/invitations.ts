import { createHash, randomBytes } from 'node:crypto';
import type { Invite, JoinedParcours, NewInvite } from '../../contracts/invite.ts';
import { invitablePrivileges } from '../../contracts/permissions.ts';
import type { Privilege } from '../../contracts/vocabulary.ts';
import type { Database } from '../store/database.ts';
import { findInvitation, insertInvitation } from '../store/invitations.ts';
import { findPrivilege, putMembership } from '../store/parcours.ts';
import { AppError } from './app-error.ts';
import type { Caller } from './caller.ts';
import { type Clock, stamp } from './clock.ts';
import { privilegeOn, rank } from './parcours.ts';

const TOKEN_BYTES = 32;

/** Invitations: links that make whoever follows them a member of a parcours, as often as they are followed. */
export interface Invitations {
  /** @throws AppError `forbidden` where the caller may not give that privilege, `not_found` without the parcours. */
  create(caller: Caller, invite: NewInvite): Promise<Invite>;
  /**
   * Makes the caller a member with the invitation's privilege, or leaves a higher one as it is.
   *
   * @throws AppError `invite_invalid`.
   */
  accept(caller: Caller, token: string): Promise<JoinedParcours>;
}

/** Invitations kept in this database. */
export function createInvitations(database: Database, clock: Clock): Invitations {
  return {
    create: async (caller, { mapId, privilege }) =>
      database.transact(async (tx) => {
        const own = await privilegeOn(tx, mapId, caller);
        if (!invitablePrivileges(caller.role, own).includes(privilege)) {
          throw new AppError('forbidden', `You may not invite to parcours ${mapId} with the privilege ${privilege}`);
        }
        const invite = makeInvite(privilege);
        await insertInvitation(tx, {
          token_hash: hashToken(invite.token),
          parcours_id: mapId,
          privilege,
          inviter_id: caller.id,
          created_at: stamp(clock),
        });
        return invite;
      }),

    accept: async (caller, token) =>
      database.transact(async (tx) => {
        const invitation = await findInvitation(tx, hashToken(token));
        if (invitation === undefined) throw new AppError('invite_invalid', 'There is no such invitation');
        const { parcours_id, privilege } = invitation;
        const current = await findPrivilege(tx, parcours_id, caller.id);
        if (current === null || rank(privilege) > rank(current)) {
          await putMembership(tx, { parcours_id, account_id: caller.id, privilege, joined_at: stamp(clock) });
        }
        return { mapId: parcours_id };
      }),
  };
}

function makeInvite(privilege: Privilege): Invite {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  return { token, link: `/invite?${new URLSearchParams({ token, privilege })}` };
}

/** A token is random and long, so one round of SHA-256 keeps it from whoever reads the database. */
function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
