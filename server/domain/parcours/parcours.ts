import { AVATARS_PER_ROW, DRAFT_HOLDS_DAYS, PARCOURS_IDS_MAX } from '../../../contracts/limits.ts';
import { mayApprove } from '../../../contracts/moderation-permissions.ts';
import type { CreatedParcours, Parcours, ParcoursInfo } from '../../../contracts/parcours.ts';
import {
  mayCreateParcours,
  mayDrop,
  mayEditParcours,
  mayManageParcours,
  mayReadParcours,
  mayRecord,
} from '../../../contracts/permissions.ts';
import type { CallParsed } from '../../../contracts/routes.ts';
import { type ParcoursId, PRIVILEGES, type Privilege, type UserId } from '../../../contracts/vocabulary.ts';
import type { Database, Reader } from '../../store/database.ts';
import { listOpenReports } from '../../store/moderation.ts';
import { findOpenParcours, measureOpen } from '../../store/open-parcours.ts';
import {
  countGuests,
  countMemberships,
  findParcours,
  findPrivilege,
  insertParcours,
  listFirstMembers,
  listParcoursOf,
  type MemberParcoursRow,
  type ParcoursRow,
  putMembership,
  updateParcours,
} from '../../store/parcours.ts';
import { countPublic, countWaiting } from '../../store/places.ts';
import { countAsked, countUnfilled } from '../../store/planned-places.ts';
import { countRemarksFor } from '../../store/remarks.ts';
import { AppError } from '../app-error.ts';
import { addToAuditLog } from '../audit-log/write-audit-log.ts';
import { type Caller, isOpenReader, type OpenReader } from '../caller.ts';
import { type Clock, daysAgo, stamp } from '../clock.ts';
import type { DiskReserve } from '../disk-reserve.ts';
import { isImageOf } from '../media/media-links.ts';

/** Creates, reads, changes and deletes parcours: shared maps. */
export type ParcoursRules = ReturnType<typeof createParcoursRules>;

/** The parcours in this database. */
export function createParcoursRules(database: Database, disk: DiskReserve, clock: Clock) {
  async function listOpen({ open, parcoursId }: OpenReader): Promise<Parcours[]> {
    const row = await findOpenParcours(database.reader, open);
    if (row === undefined) return [];
    const { places, audioS } = await measureOpen(database.reader, parcoursId);
    return [
      { ...toOpenInfo(row), users: [], user_count: 0, place_count: places, ...(audioS > 0 ? { audio_s: audioS } : {}) },
    ];
  }

  return {
    /**
     * Creates a parcours; its creator becomes its admin.
     * @throws AppError `forbidden` for guests; `too_many` for members of too many; `disk_full`.
     */
    create: async (
      caller: Caller,
      { title, description }: CallParsed<'createParcours'>['body'],
    ): Promise<CreatedParcours> => {
      if (!mayCreateParcours(caller.role)) throw new AppError('forbidden', 'A guest cannot create a parcours');
      await disk.expectRoom(0);
      const now = stamp(clock);
      const id = await database.transact(async (tx) => {
        await expectFewMemberships(tx, caller.id);
        const created = await insertParcours(tx, { title, description, image_url: null, created_at: now });
        await putMembership(tx, { parcours_id: created, account_id: caller.id, privilege: 'admin', joined_at: now });
        return created;
      });
      return { id, title, description, privilege: 'admin' };
    },

    /**
     * Lists the parcours that the caller is a member of and may see, oldest first, with the members that a row shows;
     * for somebody without an account the open one, without its members.
     */
    list: async (caller: Caller | OpenReader): Promise<Parcours[]> => {
      if (isOpenReader(caller)) return listOpen(caller);
      const [rows, members, guests, waiting, asked, unfilled, remarks, shown] = await Promise.all([
        listParcoursOf(database.reader, caller.id),
        listFirstMembers(database.reader, caller.id, AVATARS_PER_ROW),
        countGuests(database.reader, caller.id),
        countWaiting(database.reader, caller.id),
        countAsked(database.reader, caller.id, daysAgo(clock, DRAFT_HOLDS_DAYS)),
        countUnfilled(database.reader, caller.id, daysAgo(clock, DRAFT_HOLDS_DAYS)),
        mayRecord(caller.role) ? countRemarksFor(database.reader, caller.id) : new Map<ParcoursId, number>(),
        countPublic(database.reader, caller.id),
      ]);
      const waitingOn = ({ privilege }: MemberParcoursRow, count: number | undefined) =>
        count === undefined || !mayApprove(caller.role, privilege) ? {} : { waiting_count: count };
      const askedOn = ({ privilege }: MemberParcoursRow, count: number | undefined) =>
        count === undefined || !mayDrop(caller.role, privilege) ? {} : { asked_count: count };
      const plannedOn = ({ privilege }: MemberParcoursRow, count: number | undefined) =>
        count === undefined || !mayDrop(caller.role, privilege) ? {} : { planned_count: count };
      const remarksOn = (count: number | undefined) => (count === undefined ? {} : { remark_count: count });
      const shownOn = ({ places, audioS } = { places: 0, audioS: 0 }) => ({
        place_count: places,
        ...(audioS > 0 ? { audio_s: audioS } : {}),
      });
      return rows.map((row) => {
        const first = members.filter(({ parcours_id }) => parcours_id === row.id);
        return {
          ...toInfo(row, row.privilege),
          users: first.map(({ id, name, picture }) => ({ id, name, picture })),
          user_count: first[0]?.members ?? 0,
          guest_count: guests.get(row.id) ?? 0,
          ...waitingOn(row, waiting.get(row.id)),
          ...askedOn(row, asked.get(row.id)),
          ...plannedOn(row, unfilled.get(row.id)),
          ...remarksOn(remarks.get(row.id)),
          ...shownOn(shown.get(row.id)),
        };
      });
    },

    /** @throws AppError `not_found`; `forbidden` for non-members. */
    read: async (caller: Caller | OpenReader, id: ParcoursId): Promise<ParcoursInfo> => {
      const privilege = await privilegeOfMember(database.reader, id, caller);
      const row = await existingParcours(database.reader, id);
      return isOpenReader(caller) ? toOpenInfo(row) : toInfo(row, privilege);
    },

    /**
     * Changes a parcours' texts, and its image if given: the URL of an image uploaded for it, or null for none.
     * @throws AppError `not_found`, `forbidden`; `invalid_request` for any other URL.
     */
    update: async (
      caller: Caller,
      id: ParcoursId,
      { name, description, image_url }: CallParsed<'updateParcours'>['body'],
    ): Promise<ParcoursInfo> =>
      database.transact(async (tx) => {
        const row = await existingParcours(tx, id);
        const privilege = await privilegeOn(tx, id, caller);
        if (privilege === null || !mayEditParcours(caller.role, privilege)) {
          throw new AppError('forbidden', `You may not change parcours ${id}`);
        }
        const image = image_url === undefined ? row.image_url : image_url;
        if (image !== null && image !== row.image_url && !(await isImageOf(tx, id, image))) {
          const message = "Expected null, the parcours' image_url, or one that an upload returned";
          throw new AppError('invalid_request', `image_url: ${message}`, { faults: [{ path: 'image_url', message }] });
        }
        const change = { title: name, description, image_url: image };
        await updateParcours(tx, id, change);
        return toInfo({ ...row, ...change }, privilege);
      }),

    /**
     * Sets whether drops of members who are not editors wait for an approval. Drops that already wait still do.
     * @throws AppError `not_found`, `forbidden`.
     */
    requireApproval: async (caller: Caller, id: ParcoursId, required: boolean): Promise<ParcoursInfo> =>
      database.transact(async (tx) => {
        const row = await existingParcours(tx, id);
        const privilege = await privilegeOn(tx, id, caller);
        if (privilege === null || !mayManageParcours(caller.role, privilege)) {
          throw new AppError('forbidden', `You may not change whether parcours ${id} needs approvals`);
        }
        if (Boolean(row.needs_approval) !== required) {
          await updateParcours(tx, id, { needs_approval: required });
          const detail = required ? 'required' : 'not required';
          await addToAuditLog(tx, clock, { action: 'approval_changed', by: caller, parcours: id, detail });
        }
        return toInfo({ ...row, needs_approval: required }, privilege);
      }),

    /**
     * Deletes a parcours with its places. It can be restored for some days.
     * @throws AppError `not_found`, `forbidden`.
     */
    delete: async (caller: Caller, id: ParcoursId) =>
      database.transact(async (tx) => {
        const privilege = await privilegeOn(tx, id, caller);
        if (!mayManageParcours(caller.role, privilege)) {
          throw new AppError('forbidden', `You may not delete parcours ${id}`);
        }
        await addToAuditLog(tx, clock, { action: 'map_deleted', by: caller, parcours: id });
        await updateParcours(tx, id, { deleted_at: stamp(clock) });
      }),
  };
}

/**
 * Checks that an account may join one more parcours; deleted parcours count until they are deleted for good. A list of
 * all parcours must fit into one response, and one call names as many.
 * @throws AppError `too_many`.
 */
export async function expectFewMemberships(tx: Reader, accountId: UserId): Promise<void> {
  const count = await countMemberships(tx, accountId);
  if (count < PARCOURS_IDS_MAX) return;
  throw new AppError('too_many', `Expected an account on fewer than ${PARCOURS_IDS_MAX} parcours, got one on ${count}`);
}

/**
 * Checks that the site's admins have neither hidden a parcours nor still to look at a report of it: its places stay there,
 * where a measure reaches them. @throws AppError `forbidden`.
 */
export async function expectUndisputed(reader: Reader, { id, hidden_at }: ParcoursRow): Promise<void> {
  const reports = await listOpenReports(reader, { kind: 'map', id });
  // Anybody can make one without an account.
  if (hidden_at === null && reports.every(({ is_outside }) => is_outside)) return;
  throw new AppError('forbidden', `The site's admins have parcours ${id} before them`);
}

/** @throws AppError `not_found` if there is no such parcours. */
export async function existingParcours(reader: Reader, id: ParcoursId): Promise<ParcoursRow> {
  const row = await findParcours(reader, id);
  if (row === undefined) throw new AppError('not_found', `There is no parcours ${id}`);
  return row;
}

/** Leaves default values out, so that the versions of existing packs don't change. */
export function toInfo(row: ParcoursRow, privilege: Privilege): ParcoursInfo {
  const { id, title, description, image_url, hidden_at, needs_approval, visibility, slug } = row;
  return {
    id,
    name: title,
    description,
    image_url,
    privilege,
    ...(hidden_at === null ? {} : { hidden: true }),
    ...(needs_approval ? { needs_approval: true } : {}),
    ...(slug === null ? {} : { opening: { visibility, slug } }),
  };
}

/** What people without an account see of a parcours: how its members work is not their business. */
function toOpenInfo(row: ParcoursRow): ParcoursInfo {
  return toInfo({ ...row, needs_approval: false }, 'guest');
}

/**
 * Returns the caller's privilege on a parcours; null for a non-member.
 * @throws AppError `not_found` if there is no such parcours.
 */
export async function privilegeOn(reader: Reader, id: ParcoursId, caller: Caller): Promise<Privilege | null> {
  const privilege = await findPrivilege(reader, id, caller.id);
  if (privilege === null) await existingParcours(reader, id);
  return privilege;
}

/**
 * Returns the caller's privilege on a parcours; that of a guest for somebody without an account.
 * @throws AppError `not_found`; `forbidden` for a non-member.
 */
export async function privilegeOfMember(
  reader: Reader,
  id: ParcoursId,
  caller: Caller | OpenReader,
): Promise<Privilege> {
  if (isOpenReader(caller)) {
    if (caller.parcoursId === id) return 'guest';
    throw new AppError('forbidden', `Only parcours ${caller.parcoursId} may be read with this slug`);
  }
  const privilege = await privilegeOn(reader, id, caller);
  if (privilege !== null && mayReadParcours(privilege)) return privilege;
  throw new AppError('forbidden', `You are not a member of parcours ${id}`);
}

/** Returns the index of a privilege in {@link PRIVILEGES}, from the lowest (0) to the highest. */
export function rank(privilege: Privilege): number {
  return PRIVILEGES.indexOf(privilege);
}
