import type { ParcoursMember } from '../../../contracts/parcours.ts';
import { mayManageParcours, mayReadParcours, mayRemoveMember } from '../../../contracts/permissions.ts';
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
import type { Caller } from '../caller.ts';
import { type Clock, stamp } from '../clock.ts';
import { privilegeOn, rank } from './parcours.ts';

/** The members of parcours, and what they may do. */
export interface Members {
  /**
   * The members of a parcours, those with the highest privilege first.
   *
   * @throws AppError `not_found` without the parcours, `forbidden` for people who are no members.
   */
  list(caller: Caller, parcoursId: ParcoursId): Promise<ParcoursMember[]>;
  /**
   * Gives a member another privilege. Whoever is lowered by somebody else is not raised again by an older invitation.
   *
   * @throws AppError `not_found` without the parcours or the member, `forbidden` for those who do not manage the parcours,
   *   `last_admin`.
   */
  setPrivilege(caller: Caller, parcoursId: ParcoursId, id: UserId, privilege: Privilege): Promise<ParcoursMember>;
  /**
   * Removes a member, or lets the caller leave. Whoever was removed does not come back by an older invitation.
   *
   * @throws AppError `not_found` without the parcours or the member, `forbidden` where the caller may not remove that
   *   member, `last_admin`.
   */
  remove(caller: Caller, parcoursId: ParcoursId, id: UserId): Promise<void>;
}

/** Memberships kept in this database. */
export function createMembers(database: Database, clock: Clock): Members {
  return {
    list: async (caller, parcoursId) => {
      const privilege = await privilegeOn(database.reader, parcoursId, caller);
      if (!mayReadParcours(privilege)) throw new AppError('forbidden', `You are no member of parcours ${parcoursId}`);
      return (await listMembers(database.reader, parcoursId)).map(asMember);
    },

    setPrivilege: async (caller, parcoursId, id, privilege) =>
      database.transact(async (tx) => {
        const own = await privilegeOn(tx, parcoursId, caller);
        if (!mayManageParcours(caller.role, own)) {
          throw new AppError('forbidden', `You may not change what the members of parcours ${parcoursId} may do`);
        }
        const member = await memberOf(tx, parcoursId, id);
        if (privilege !== 'admin') await refuseToLose(tx, member);
        if (rank(privilege) < rank(member.privilege) && id !== caller.id) await barFromInvitations(tx, parcoursId, id);
        await putMembership(tx, { parcours_id: parcoursId, account_id: id, privilege, joined_at: stamp(clock) });
        return { ...asMember(member), privilege };
      }),

    remove: async (caller, parcoursId, id) =>
      database.transact(async (tx) => {
        const own = await privilegeOn(tx, parcoursId, caller);
        if (!mayRemoveMember(caller.role, own, id === caller.id)) {
          throw new AppError('forbidden', `You may not remove member ${id} of parcours ${parcoursId}`);
        }
        await refuseToLose(tx, await memberOf(tx, parcoursId, id));
        if (id !== caller.id) await barFromInvitations(tx, parcoursId, id);
        await deleteMembership(tx, parcoursId, id);
      }),
  };
}

async function memberOf(reader: Reader, parcoursId: ParcoursId, id: UserId): Promise<ParcoursMemberRow> {
  const member = await findMember(reader, parcoursId, id);
  if (member === undefined) throw new AppError('not_found', `There is no member ${id} of parcours ${parcoursId}`);
  return member;
}

/** A guest with the privilege admin manages nothing, so one such admin more does not keep a parcours manageable. */
async function refuseToLose(reader: Reader, member: ParcoursMemberRow): Promise<void> {
  if (member.privilege !== 'admin') return;
  const admins = await listAdmins(reader, member.parcours_id);
  if (admins.some(({ id, role, privilege }) => id !== member.id && mayManageParcours(role, privilege))) return;
  throw new AppError('last_admin', `Member ${member.id} is the last admin of parcours ${member.parcours_id}`);
}

function asMember({ id, name, picture, privilege }: ParcoursMemberRow): ParcoursMember {
  return { id, name, picture, privilege };
}
