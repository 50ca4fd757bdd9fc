import type { CreatedParcours, Parcours } from '../../contracts/parcours.ts';
import { mayCreateParcours } from '../../contracts/permissions.ts';
import type { CallParsed } from '../../contracts/routes.ts';
import { type ParcoursId, PRIVILEGES, type Privilege } from '../../contracts/vocabulary.ts';
import type { Database, Reader } from '../store/database.ts';
import {
  findParcours,
  findPrivilege,
  insertParcours,
  listFellowMembers,
  listParcoursOf,
  type ParcoursMemberRow,
  putMembership,
} from '../store/parcours.ts';
import { AppError } from './app-error.ts';
import type { Caller } from './caller.ts';
import { type Clock, stamp } from './clock.ts';

/** Parcours: shared maps and who belongs to them. */
export interface ParcoursBook {
  /**
   * Creates a parcours; its creator becomes its admin.
   *
   * @throws AppError `forbidden` for guests.
   */
  create(caller: Caller, parcours: CallParsed<'createParcours'>['body']): Promise<CreatedParcours>;
  /** The parcours that the caller is a member of, oldest first. */
  list(caller: Caller): Promise<Parcours[]>;
}

/** Parcours kept in this database. */
export function createParcoursBook(database: Database, clock: Clock): ParcoursBook {
  return {
    create: async (caller, { title, description }) => {
      if (!mayCreateParcours(caller.role)) throw new AppError('forbidden', 'A guest cannot create a parcours');
      const now = stamp(clock);
      const id = await database.transact(async (tx) => {
        const created = await insertParcours(tx, { title, description, image_url: null, created_at: now });
        await putMembership(tx, { parcours_id: created, account_id: caller.id, privilege: 'admin', joined_at: now });
        return created;
      });
      return { id, title, description, privilege: 'admin' };
    },

    list: async (caller) => {
      const [rows, members] = await Promise.all([
        listParcoursOf(database.reader, caller.id),
        listFellowMembers(database.reader, caller.id),
      ]);
      const membersOf = new Map<ParcoursId, ParcoursMemberRow[]>();
      for (const member of members) {
        const known = membersOf.get(member.parcours_id);
        if (known === undefined) membersOf.set(member.parcours_id, [member]);
        else known.push(member);
      }
      return rows.map(({ id, title, description, image_url, privilege }) => ({
        id,
        name: title,
        description,
        image_url,
        privilege,
        users: (membersOf.get(id) ?? [])
          .sort((one, other) => rank(other.privilege) - rank(one.privilege))
          .map((member) => ({ id: member.id, name: member.name, picture: member.picture })),
      }));
    },
  };
}

/**
 * What the caller may do on a parcours; null for somebody who is not a member.
 *
 * @throws AppError `not_found` where there is no such parcours.
 */
export async function privilegeOn(reader: Reader, parcoursId: ParcoursId, caller: Caller): Promise<Privilege | null> {
  const privilege = await findPrivilege(reader, parcoursId, caller.id);
  if (privilege === null && (await findParcours(reader, parcoursId)) === undefined) {
    throw new AppError('not_found', `There is no parcours ${parcoursId}`);
  }
  return privilege;
}

/** Where a privilege stands, from least (0) to most. */
export function rank(privilege: Privilege): number {
  return PRIVILEGES.indexOf(privilege);
}
