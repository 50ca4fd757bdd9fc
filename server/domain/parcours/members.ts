import type { ParcoursMember } from '../../../contracts/parcours.ts';
import { mayManageParcours, mayRemoveMember } from '../../../contracts/permissions.ts';
import type { ParcoursId, Privilege, UserId } from '../../../contracts/vocabulary.ts';
import type { Database, Reader } from '../../store/database.ts';
import { barFromInvitations } from '../../store/invitations.ts';
import {
  deleteMembership,
  findMember,
  listAdmins,
  listMembers,
  type ParcoursMemberRow,
  putMembership,
} from '../../store/parcours.ts';
import { AppError } from '../app-error.ts';
import { addToAuditLog } from '../audit-log/write-audit-log.ts';
import type { Caller } from '../caller.ts';
import { type Clock, stamp } from '../clock.ts';
import { privilegeOfMember, privilegeOn, rank } from './parcours.ts';

/** The memberships in this database. */
export function createMembers(database: Database, clock: Clock) {
  return {
    /**
     * Returns the members of a parcours, highest privilege first; with their roles if the caller manages the parcours.
     * Guests are not listed: the list of parcours counts them.
     * @throws AppError `not_found` if there is no such parcours, `forbidden` for non-members.
     */
    list: async (caller: Caller, parcoursId: ParcoursId): Promise<ParcoursMember[]> => {
      const own = await privilegeOfMember(database.reader, parcoursId, caller);
      const toListed = mayManageParcours(caller.role, own) ? toManagedMember : toMember;
      return (await listMembers(database.reader, parcoursId)).map(toListed);
    },

    /**
     * Changes a member's privilege. If another member lowers it, an older invitation can't restore it.
     * @throws AppError `not_found` if there is no such parcours or member, `forbidden` if the caller does not manage the
     * parcours, `last_admin`.
     */
    setPrivilege: async (
      caller: Caller,
      parcoursId: ParcoursId,
      id: UserId,
      privilege: Privilege,
    ): Promise<ParcoursMember> =>
      database.transact(async (tx) => {
        const own = await privilegeOn(tx, parcoursId, caller);
        if (!mayManageParcours(caller.role, own)) {
          throw new AppError('forbidden', `You may not change the privileges of members of parcours ${parcoursId}`);
        }
        const member = await memberOf(tx, parcoursId, id);
        if (privilege !== 'admin') await refuseIfLastAdmin(tx, member);
        if (rank(privilege) < rank(member.privilege) && id !== caller.id) await barFromInvitations(tx, parcoursId, id);
        await putMembership(tx, { parcours_id: parcoursId, account_id: id, privilege, joined_at: stamp(clock) });
        if (privilege !== member.privilege) {
          await addToAuditLog(tx, clock, {
            action: 'privilege_changed',
            by: caller,
            account: id,
            parcours: parcoursId,
            detail: `${member.privilege} to ${privilege}`,
          });
        }
        return { ...toManagedMember(member), privilege };
      }),

    /**
     * Removes a member, or lets the caller leave. A removed member cannot rejoin with an older invitation.
     * @throws AppError `not_found` if there is no such parcours or member, `forbidden` if the caller may not remove that
     * member, `last_admin`.
     */
    remove: async (caller: Caller, parcoursId: ParcoursId, id: UserId) =>
      database.transact(async (tx) => {
        const own = await privilegeOn(tx, parcoursId, caller);
        if (!mayRemoveMember(caller.role, own, id === caller.id)) {
          throw new AppError('forbidden', `You may not remove member ${id} of parcours ${parcoursId}`);
        }
        const member = await memberOf(tx, parcoursId, id);
        await refuseIfLastAdmin(tx, member);
        const isSelf = id === caller.id;
        if (!isSelf) await barFromInvitations(tx, parcoursId, id);
        await deleteMembership(tx, parcoursId, id);
        await addToAuditLog(tx, clock, {
          action: isSelf ? 'left' : 'member_removed',
          by: caller,
          account: id,
          parcours: parcoursId,
          detail: member.privilege,
        });
      }),
  };
}

async function memberOf(reader: Reader, parcoursId: ParcoursId, id: UserId): Promise<ParcoursMemberRow> {
  const member = await findMember(reader, parcoursId, id);
  if (member === undefined) throw new AppError('not_found', `There is no member ${id} of parcours ${parcoursId}`);
  return member;
}

/** Admins with the role guest don't count, because they cannot manage a parcours. */
async function refuseIfLastAdmin(reader: Reader, member: ParcoursMemberRow): Promise<void> {
  if (member.privilege !== 'admin') return;
  const admins = await listAdmins(reader, member.parcours_id);
  if (admins.some(({ id, role, privilege }) => id !== member.id && mayManageParcours(role, privilege))) return;
  throw new AppError('last_admin', `Member ${member.id} is the last admin of parcours ${member.parcours_id}`);
}

function toMember({ id, name, picture, privilege }: ParcoursMemberRow): ParcoursMember {
  return { id, name, picture, privilege };
}

/** Maps a row to a member as people who manage the parcours see them. */
function toManagedMember(row: ParcoursMemberRow): ParcoursMember {
  return { ...toMember(row), role: row.role };
}
