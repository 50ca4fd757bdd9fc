import type { Deleted } from '../../../contracts/deleted.ts';
import { MODERATION_LISTED_MAX, UNDELETE_DAYS } from '../../../contracts/limits.ts';
import type { ReportedItem } from '../../../contracts/moderation.ts';
import { mayBringBack, mayDeleteForGood } from '../../../contracts/moderation-permissions.ts';
import { mayManageParcours } from '../../../contracts/permissions.ts';
import type { ParcoursId, PlaceId } from '../../../contracts/vocabulary.ts';
import type { Database, Reader, Transactor } from '../../store/database.ts';
import {
  findAnyPrivilege,
  listDeletedParcours,
  listDeletedPlaces,
  listParcoursDeletedUntil,
  listPlacesDeletedUntil,
} from '../../store/deleted.ts';
import { imageNameOf, listParcoursImages } from '../../store/media.ts';
import { isHiddenOrRemoved, isUnderReport, listReportedAudio } from '../../store/moderation.ts';
import { deleteParcours, findAnyParcours, type ParcoursRow, updateParcours } from '../../store/parcours.ts';
import { listPictureFilesOf, listPictureFilesOn } from '../../store/pictures.ts';
import { listVersionAudio, listVersionAudioOn } from '../../store/place-versions.ts';
import { changePlace, deletePlace, findAnyPlace, listPlayedOn, type PlaceRow } from '../../store/places.ts';
import { listTellingSounds } from '../../store/tellings.ts';
import { AppError } from '../app-error.ts';
import { addToAuditLog } from '../audit-log/write-audit-log.ts';
import type { Caller } from '../caller.ts';
import { type Clock, DAY_MS, daysAgo } from '../clock.ts';
import type { PlayedChange, PlayedMedia } from '../media/played-media.ts';
import { hideKnownAudio } from '../places/known-audio.ts';
import { expectWithinBounds, type PlaceBounds } from '../places/place-bounds.ts';
import { settlePlan } from '../places/planned-places.ts';

/** The deleted places and parcours of this database. */
export function createDeletedItems(database: Database, played: PlayedMedia, bounds: PlaceBounds, clock: Clock) {
  const earliest = (): string => daysAgo(clock, UNDELETE_DAYS);
  const endOf = (deletedAt: string): string => new Date(Date.parse(deletedAt) + UNDELETE_DAYS * DAY_MS).toISOString();

  async function expectPlace(reader: Reader, caller: Caller, id: PlaceId, may: typeof mayBringBack): Promise<PlaceRow> {
    const place = await findAnyPlace(reader, id);
    const parcours = place === undefined ? undefined : await findAnyParcours(reader, place.parcours_id);
    const isThere = isRestorable(place, earliest()) && parcours?.deleted_at === null;
    // Nobody else has seen a hidden place.
    const isHiddenFromCaller = place?.hidden_at != null && place.author_id !== caller.id;
    if (place === undefined || !isThere || isHiddenFromCaller)
      throw new AppError('not_found', `There is no deleted place ${id}`);
    const privilege = await findAnyPrivilege(reader, place.parcours_id, caller.id);
    if (may(caller.role, privilege, place.author_id === caller.id, place.deleted_as)) return place;
    throw new AppError('forbidden', `You may not bring place ${id} back, or delete it for good`);
  }

  async function expectParcours(reader: Reader, caller: Caller, id: ParcoursId): Promise<ParcoursRow> {
    const parcours = await findAnyParcours(reader, id);
    if (parcours === undefined || !isRestorable(parcours, earliest())) {
      throw new AppError('not_found', `There is no deleted parcours ${id}`);
    }
    if (mayManageParcours(caller.role, await findAnyPrivilege(reader, id, caller.id))) return parcours;
    throw new AppError('forbidden', `You may not bring parcours ${id} back`);
  }

  return {
    /** Returns what the caller may restore, and what they made. */
    list: async (caller: Caller): Promise<Deleted> => {
      const { reader } = database;
      const [places, maps] = await Promise.all([
        listDeletedPlaces(reader, caller.id, earliest(), MODERATION_LISTED_MAX),
        listDeletedParcours(reader, caller.id, earliest(), MODERATION_LISTED_MAX),
      ]);
      return {
        places: places
          .filter((row) => mayDeleteForGood(caller.role, row.privilege, row.author_id === caller.id, row.deleted_as))
          .map(({ id, name, parcours_id, parcours_title, author_id, privilege, deleted_at, deleted_as }) => ({
            id,
            name,
            map: { id: parcours_id, name: parcours_title },
            isOwn: author_id === caller.id,
            mayRestore: mayBringBack(caller.role, privilege, author_id === caller.id, deleted_as),
            deletedAt: deleted_at,
            endsAt: endOf(deleted_at),
          })),
        maps: maps
          .filter(({ privilege }) => mayManageParcours(caller.role, privilege))
          .map(({ id, title, deleted_at }) => ({ id, name: title, deletedAt: deleted_at, endsAt: endOf(deleted_at) })),
      };
    },

    /** @throws AppError `not_found`, `forbidden`; `map_full` if the parcours no longer has room for it. */
    restorePlace: async (caller: Caller, id: PlaceId) =>
      database.transact(async (tx) => {
        const { parcours_id, author_id } = await expectPlace(tx, caller, id, mayBringBack);
        await changePlace(tx, id, { deleted_at: null, deleted_as: null });
        await hideKnownAudio(tx, clock, id);
        await settlePlan(tx, clock, id);
        await expectWithinBounds(tx, bounds, parcours_id, { id: author_id ?? caller.id });
        const about = { place: id, parcours: parcours_id, account: author_id };
        await addToAuditLog(tx, clock, { action: 'restored', by: caller, ...about });
      }),

    /** @throws AppError `not_found`, `forbidden`. */
    restoreParcours: async (caller: Caller, id: ParcoursId) =>
      database.transact(async (tx) => {
        await expectParcours(tx, caller, id);
        await updateParcours(tx, id, { deleted_at: null });
        await addToAuditLog(tx, clock, { action: 'restored', by: caller, parcours: id });
      }),

    /**
     * Deletes a deleted place for good; its author may, no matter who deleted it.
     * @throws AppError `not_found`, `forbidden`; `conflict` while a report about it is open, or it is hidden.
     */
    purgePlace: async (caller: Caller, id: PlaceId) =>
      played.release(async (tx) => {
        const place = await expectPlace(tx, caller, id, mayDeleteForGood);
        await expectNoReports(tx, { kind: 'place', id });
        await addToAuditLog(tx, clock, {
          action: 'place_deleted',
          by: caller,
          account: place.author_id,
          place: id,
          parcours: place.parcours_id,
          detail: 'for good',
        });
        return purgePlace(tx, place);
      }),

    /** Deletes a deleted parcours for good. @throws AppError as `purgePlace`. */
    purgeParcours: async (caller: Caller, id: ParcoursId) =>
      played.release(async (tx) => {
        await expectParcours(tx, caller, id);
        await expectNoReports(tx, { kind: 'map', id });
        await addToAuditLog(tx, clock, { action: 'map_deleted', by: caller, parcours: id, detail: 'for good' });
        return purgeParcours(tx, id);
      }),

    /** Deletes for good what was deleted too long ago to be restored. */
    purgeOld: async () => {
      const until = earliest();
      // Each is read again in its transaction, because an admin of the site may have restored it meanwhile.
      for (const { id } of await listParcoursDeletedUntil(database.reader, until)) {
        await played.release(async (tx) =>
          isOver(await findAnyParcours(tx, id), until) ? purgeParcours(tx, id) : NOTHING_PURGED,
        );
      }
      for (const place of await listPlacesDeletedUntil(database.reader, until)) {
        await played.release(async (tx) =>
          isOver(await findAnyPlace(tx, place.id), until) ? purgePlace(tx, place) : NOTHING_PURGED,
        );
      }
    },
  };
}

/** Whether something was deleted so long ago that it is now deleted for good. */
function isOver(row: Pick<PlaceRow | ParcoursRow, 'deleted_at'> | undefined, until: string): boolean {
  return row !== undefined && row.deleted_at !== null && row.deleted_at <= until;
}

/** Whether it can be restored here: only the site's admins restore what one of them deleted, from their queue. */
function isRestorable(
  row: Pick<PlaceRow | ParcoursRow, 'deleted_at' | 'is_removed'> | undefined,
  earliest: string,
): boolean {
  return row !== undefined && row.deleted_at !== null && row.deleted_at > earliest && !row.is_removed;
}

/** The change that deletes nothing. */
const NOTHING_PURGED: PlayedChange<undefined> = { result: undefined, released: [] };

/** Deletes a place for good. */
async function purgePlace(tx: Transactor, { id, media_sha256 }: PlaceRow): Promise<PlayedChange<undefined>> {
  const versions = await listVersionAudio(tx, id);
  const others = [...versions, ...(await listTellingSounds(tx, [id]))].map((one) => one.media_sha256);
  const released = [media_sha256, ...others, ...(await listReportedAudio(tx, id))];
  const releasedImages = await listPictureFilesOf(tx, id);
  await deletePlace(tx, id);
  return { result: undefined, released, releasedImages };
}

/** Deletes a parcours for good, with its places. */
export async function purgeParcours(tx: Transactor, id: ParcoursId): Promise<PlayedChange<undefined>> {
  const released = [...(await listPlayedOn(tx, id)), ...(await listVersionAudioOn(tx, id))];
  const images = await listParcoursImages(tx, id);
  const releasedImages = [...images.map(({ sha256 }) => imageNameOf(sha256)), ...(await listPictureFilesOn(tx, id))];
  await deleteParcours(tx, id);
  return { result: undefined, released, releasedImages };
}

/**
 * Checks that the site's admins neither have to look at an item, nor hide it until its author is heard; of a parcours,
 * also that it contains no such item. Others can't be deleted for good.
 * @throws AppError `conflict` while a report is open, or something is hidden or removed.
 */
async function expectNoReports(reader: Reader, item: ReportedItem): Promise<void> {
  const isDisputed = (await isUnderReport(reader, item)) || (await isHiddenOrRemoved(reader, item));
  if (!isDisputed) return;
  throw new AppError('conflict', `The site's admins have ${item.kind} ${item.id}, or something on it, before them`);
}
