import { createHash } from 'node:crypto';
import { invitablePrivileges } from '../../../contracts/permissions.ts';
import type { Database } from '../../store/database.ts';
import { findInvitation } from '../../store/invitations.ts';
import { findParcours, type ParcoursRow } from '../../store/parcours.ts';
import { type Clock, stamp } from '../clock.ts';

/**
 * Reads where an invitation leads, for whoever has its token, without accepting it: nothing is written, no use is counted.
 * Null if the invitation is unknown, revoked, expired, or its inviter may no longer give its privilege.
 */
export type FindInvited = (token: string) => Promise<ParcoursRow | null>;

/** Finds parcours by the invitations in this database. */
export function createFindInvited(database: Database, clock: Clock): FindInvited {
  return async (token) => {
    const { reader } = database;
    const invitation = await findInvitation(reader, createHash('sha256').update(token).digest('hex'));
    if (invitation === undefined || invitation.revoked_at !== null) return null;
    if (invitation.expires_at !== null && invitation.expires_at <= stamp(clock)) return null;
    const mayStillBeGiven = invitablePrivileges(invitation.inviter_role, invitation.inviter_privilege);
    if (!mayStillBeGiven.includes(invitation.privilege)) return null;
    return (await findParcours(reader, invitation.parcours_id)) ?? null;
  };
}
