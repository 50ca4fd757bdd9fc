import { AVATARS_PER_ROW } from '../../../contracts/limits.ts';
import type { CreatedParcours, Parcours, ParcoursInfo } from '../../../contracts/parcours.ts';
import {
  mayCreateParcours,
  mayEditParcours,
  mayManageParcours,
  mayReadParcours,
} from '../../../contracts/permissions.ts';
import type { CallParsed } from '../../../contracts/routes.ts';
import { type ParcoursId, PRIVILEGES, type Privilege } from '../../../contracts/vocabulary.ts';
import type { Database, Reader } from '../../store/database.ts';
import { listParcoursImages } from '../../store/images.ts';
import {
  deleteParcours,
  findParcours,
  findPrivilege,
  insertParcours,
  listFirstMembers,
  listParcoursOf,
  type ParcoursRow,
  putMembership,
  updateParcours,
} from '../../store/parcours.ts';
import { listPlayedOn } from '../../store/places.ts';
import { AppError } from '../app-error.ts';
import type { Caller } from '../caller.ts';
import { type Clock, stamp } from '../clock.ts';
import type { PlayedMedia } from '../media/played-media.ts';

/** Parcours: shared maps. */
export interface ParcoursBook {
  /**
   * Creates a parcours; its creator becomes its admin.
   *
   * @throws AppError `forbidden` for guests.
   */
  create(caller: Caller, parcours: CallParsed<'createParcours'>['body']): Promise<CreatedParcours>;
  /** The parcours that the caller is a member of, oldest first, each with its first members only. */
  list(caller: Caller): Promise<Parcours[]>;
  /** @throws AppError `not_found`, or `forbidden` for people who are no members. */
  read(caller: Caller, id: ParcoursId): Promise<ParcoursInfo>;
  /**
   * Changes a parcours' texts, and its image where one is given: the address of a stored image, or null for none.
   *
   * @throws AppError `not_found`, `forbidden`; `invalid_request` for the address of anything else.
   */
  update(caller: Caller, id: ParcoursId, text: CallParsed<'updateParcours'>['body']): Promise<ParcoursInfo>;
  /**
   * Removes a parcours with its places, and the audio that nothing else plays.
   *
   * @throws AppError `not_found`, `forbidden`.
   */
  delete(caller: Caller, id: ParcoursId): Promise<void>;
}

/** Tells whether an image that was uploaded for a parcours is served under an address. */
export type KnowsImage = (reader: Reader, id: ParcoursId, address: string) => Promise<boolean>;

/** Parcours kept in this database. */
export function createParcoursBook(
  database: Database,
  played: PlayedMedia,
  knowsImage: KnowsImage,
  clock: Clock,
): ParcoursBook {
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
        listFirstMembers(database.reader, caller.id, AVATARS_PER_ROW),
      ]);
      return rows.map((row) => {
        const first = members.filter(({ parcours_id }) => parcours_id === row.id);
        return {
          ...asInfo(row, row.privilege),
          users: first.map(({ id, name, picture }) => ({ id, name, picture })),
          user_count: first[0]?.members ?? 0,
        };
      });
    },

    read: async (caller, id) => {
      const { row, privilege } = await parcoursFor(database.reader, id, caller);
      if (privilege === null || !mayReadParcours(privilege)) {
        throw new AppError('forbidden', `You are no member of parcours ${id}`);
      }
      return asInfo(row, privilege);
    },

    update: async (caller, id, { name, description, image_url }) =>
      database.transact(async (tx) => {
        const { row, privilege } = await parcoursFor(tx, id, caller);
        if (privilege === null || !mayEditParcours(caller.role, privilege)) {
          throw new AppError('forbidden', `You may not change parcours ${id}`);
        }
        const image = image_url === undefined ? row.image_url : image_url;
        if (image !== null && image !== row.image_url && !(await knowsImage(tx, id, image))) {
          const message = "Expected null, the parcours' image_url, or one that an upload answered";
          throw new AppError('invalid_request', `image_url: ${message}`, { faults: [{ path: 'image_url', message }] });
        }
        const change = { title: name, description, image_url: image };
        await updateParcours(tx, id, change);
        return asInfo({ ...row, ...change }, privilege);
      }),

    delete: async (caller, id) =>
      played.release(async (tx) => {
        const privilege = await privilegeOn(tx, id, caller);
        if (!mayManageParcours(caller.role, privilege)) {
          throw new AppError('forbidden', `You may not delete parcours ${id}`);
        }
        const released = await listPlayedOn(tx, id);
        const images = await listParcoursImages(tx, id);
        await deleteParcours(tx, id);
        return { result: undefined, released, releasedImages: images.map(({ sha256 }) => sha256) };
      }),
  };
}

async function parcoursFor(
  reader: Reader,
  id: ParcoursId,
  caller: Caller,
): Promise<{ row: ParcoursRow; privilege: Privilege | null }> {
  const row = await findParcours(reader, id);
  if (row === undefined) throw new AppError('not_found', `There is no parcours ${id}`);
  return { row, privilege: await findPrivilege(reader, id, caller.id) };
}

function asInfo({ id, title, description, image_url }: ParcoursRow, privilege: Privilege): ParcoursInfo {
  return { id, name: title, description, image_url, privilege };
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
