import { DEFAULT_PLACE_TITLE } from '../../../contracts/limits.ts';
import { mayListWorkOf } from '../../../contracts/permissions.ts';
import { readPlaceCode } from '../../../contracts/place-code.ts';
import type { CallParsed, CallResponse } from '../../../contracts/routes.ts';
import type { ParcoursId, PlaceId, UserId } from '../../../contracts/vocabulary.ts';
import type { Database } from '../../store/database.ts';
import { findWhereOpen } from '../../store/open-parcours.ts';
import { findPrivilege } from '../../store/parcours.ts';
import { listPictureFilesOf } from '../../store/pictures.ts';
import { changePlace, deletePlace, findPlace, insertPlace, listPlacesBy, measurePlacesBy } from '../../store/places.ts';
import { listTellingSounds } from '../../store/tellings.ts';
import { createAbandonedKeys } from '../abandoned-keys.ts';
import { AppError } from '../app-error.ts';
import { addToAuditLog } from '../audit-log/write-audit-log.ts';
import type { Caller, ParcoursReader, SessionCaller } from '../caller.ts';
import { type Clock, stamp } from '../clock.ts';
import { listWeight } from '../costly-work.ts';
import { type FairQueue, ownerOf } from '../fair-queue.ts';
import { findOutcome, findOutcomeByKey, fingerprintOf, type RepeatableRequest, saveOutcome } from '../idempotency.ts';
import type { MediaLinks } from '../media/media-links.ts';
import type { PlayedMedia } from '../media/played-media.ts';
import { privilegeOfMember } from '../parcours/parcours.ts';
import {
  approvalAfterChange,
  approvalFor,
  changeablePlace,
  existingPlace,
  expectMayDrop,
  readablePlace,
} from './changeable-place.ts';
import { hideKnownAudio } from './known-audio.ts';
import { fillTexts, serializePlaces } from './lists/places-text.ts';
import { expectWithinAuthorBounds, expectWithinBounds, type PlaceSpace } from './place-bounds.ts';
import { newPlaceOf, serializePlaceDetail, toPlaceDetail } from './place-responses.ts';
import { noteVersion } from './place-versions.ts';
import { fill, fillablePlace, settlePlan } from './planned-places.ts';

/** Reads places, with signed links to their audio, and serializes them. */
export interface Places {
  /**
   * Returns the places that `author` made, newest first, on parcours that the caller is a member of; only on
   * `parcoursIds` if given. Drafts, and places that are hidden or not approved, are listed for their author alone.
   *
   * @param field the name of the list in the response.
   * @throws AppError `forbidden` for another account's places, except to the site's admins; `busy`.
   */
  serializeBy(
    caller: SessionCaller,
    author: UserId,
    field: 'places' | 'drops',
    parcoursIds?: readonly ParcoursId[],
  ): Promise<Buffer[]>;
  /**
   * Returns the places that `author` made on one parcours, newest first.
   * @throws AppError as {@link Places.serializeBy}; `forbidden` for non-members, `not_found` if there is no such parcours.
   */
  serializeByOnParcours(caller: SessionCaller, author: UserId, parcoursId: ParcoursId): Promise<Buffer[]>;
  /**
   * Returns the response of `readPlace`. @throws AppError `not_found`, also if the caller may not see it; `forbidden`
   * for non-members.
   */
  serialize(caller: ParcoursReader, id: PlaceId): Promise<Buffer[]>;
  /** Finds the place with a code. @throws AppError `not_found`, also if people without an account don't see it */
  findOpen(code: string): Promise<CallResponse<'findOpenPlace'>>;
}

/** The places in this database. `takeTurn` limits lists by their {@link listWeight}. */
export function createPlaces(database: Database, links: MediaLinks, takeTurn: FairQueue): Places {
  const serializeBy: Places['serializeBy'] = async (caller, author, field, parcoursIds) => {
    if (!mayListWorkOf(caller.role, caller.id === author)) {
      throw new AppError('forbidden', `You may not list what user ${author} made`);
    }
    // An upper bound of what is listed.
    const weight = listWeight(await measurePlacesBy(database.reader, author));
    const list = () => listPlacesBy(database.reader, author, caller.id, parcoursIds);
    const serialize = async () => serializePlaces(await list(), undefined, true);
    const text = await takeTurn(ownerOf(caller), serialize, weight);
    const query = Buffer.from(links.queryFor(caller));
    return fillTexts([text], query, Buffer.from(`{"${field}":[`), Buffer.from(']}'));
  };

  return {
    serializeBy,

    serializeByOnParcours: async (caller, author, parcoursId) => {
      await privilegeOfMember(database.reader, parcoursId, caller);
      return serializeBy(caller, author, 'places', [parcoursId]);
    },

    serialize: async (caller, id) => {
      const row = await readablePlace(database.reader, caller, id);
      return [Buffer.from(serializePlaceDetail(row, links.signFor(caller)))];
    },

    findOpen: async (code) => {
      const id = readPlaceCode(code);
      const found = id === null ? undefined : await findWhereOpen(database.reader, id);
      if (found === undefined) throw new AppError('not_found', 'There is no open place with this code');
      return { placeId: found.placeId, mapId: found.parcoursId, slug: found.slug };
    },
  };
}

interface PlaceWritesParts {
  readonly database: Database;
  readonly links: MediaLinks;
  readonly played: PlayedMedia;
  readonly space: PlaceSpace;
  readonly clock: Clock;
}

/** Changes of the places in this database. */
export function createPlaceWrites({ database, links, played, space, clock }: PlaceWritesParts) {
  const abandonedKeys = createAbandonedKeys(clock);
  return {
    /**
     * Creates a place on a parcours: for all its members, or a draft for the caller alone. On some it waits for an
     * approval. With `planned` it fills that planned place, whose shape it gets. A retry with the same key creates nothing and returns the first place.
     * @param key the request's Idempotency-Key.
     * @throws AppError `forbidden` for guests and non-members; `not_found` without the parcours, or if a retry's place
     * was deleted; `conflict` if the key was used for a different request, or abandoned; `already_filled`,
     * `map_full`, `quota_exceeded`, `disk_full`.
     */
    create: async (
      caller: Caller,
      {
        geometry,
        properties: { appelation, type, mapId: parcoursId, draft = false, planned },
      }: CallParsed<'createPlace'>['body'],
      key?: string,
    ): Promise<CallResponse<'createPlace'>['newPlace']> => {
      const request: RepeatableRequest<'createPlace'> = {
        caller,
        call: 'createPlace',
        key,
        // Only these add a part, because outcomes from before there were drafts and plans are stored for 30 days.
        fingerprint: fingerprintOf([
          ...[appelation, type, parcoursId, geometry],
          ...(draft ? ['draft'] : []),
          ...(planned === undefined ? [] : ['planned', planned]),
        ]),
      };
      await space.disk.expectRoom(0);
      return database.transact(
        async (tx) => {
          if (key !== undefined) await abandonedKeys.refuse(tx, caller, [key]);
          await expectMayDrop(tx, caller, parcoursId);
          const made = await findOutcome(tx, clock, request);
          if (made !== undefined) {
            const place = await findPlace(tx, made.placeId, caller.id);
            if (place !== undefined) return newPlaceOf(place);
            throw new AppError('not_found', `Place ${made.placeId}, which this request created, has been deleted`);
          }
          const filled =
            planned === undefined ? undefined : await fillablePlace(tx, clock, caller, parcoursId, planned);
          const placeId = await insertPlace(tx, {
            parcours_id: parcoursId,
            author_id: caller.id,
            name: appelation,
            kind: type,
            geometry: filled?.geometry ?? JSON.stringify(geometry),
            media_sha256: null,
            is_draft: draft,
            approval: await approvalFor(tx, caller, parcoursId),
            created_at: stamp(clock),
          });
          if (filled !== undefined) await fill(tx, clock, filled.id, placeId);
          const filling = filled === undefined ? undefined : { placeId, plannedId: filled.id };
          await expectWithinBounds(tx, space, parcoursId, caller, filling);
          await expectWithinAuthorBounds(tx, space, caller.id);
          await saveOutcome(tx, clock, request, { placeId });
          return newPlaceOf(await existingPlace(tx, caller, placeId));
        },
        { account: caller.id, parcours: parcoursId },
      );
    },

    /**
     * Abandons the key of {@link create}, so that a request that is still on its way creates nothing.
     * @returns the place that an earlier request with it created, though it may be deleted; null if there was none
     * @throws AppError `conflict` if the key was used for another call.
     */
    abandon: (caller: Caller, key: string): Promise<PlaceId | null> =>
      database.transact(
        async (tx) => {
          await abandonedKeys.note(tx, caller, key);
          return (await findOutcomeByKey(tx, clock, { caller, calls: ['createPlace'], key }))?.placeId ?? null;
        },
        { account: caller.id },
      ),

    /**
     * Renames a place ('drop' if the name is empty) and replaces its shape if one is given. Publishes a draft. A place
     * that needs an approval waits for one again, unless nothing changes. What it was becomes an earlier version.
     * @throws AppError `not_found`, `forbidden`; for a larger shape `map_full`, `quota_exceeded`, `disk_full`.
     */
    update: async (
      caller: SessionCaller,
      { id, appelation, feature }: CallParsed<'updatePlace'>['body'],
    ): Promise<CallResponse<'updatePlace'>> => {
      if (feature !== undefined) await space.disk.expectRoom(0);
      const row = await played.release(async (tx) => {
        const before = await changeablePlace(tx, caller, id);
        const change = {
          name: appelation === '' ? DEFAULT_PLACE_TITLE : appelation,
          ...(feature === undefined ? {} : { geometry: JSON.stringify(feature) }),
        };
        const released = await noteVersion(tx, clock, caller, before, change);
        const { name, geometry } = { ...before, ...change };
        const isSame = !before.is_draft && name === before.name && geometry === before.geometry;
        const approval = isSame ? before.approval : await approvalAfterChange(tx, caller, before);
        await changePlace(tx, id, { ...change, is_draft: false, approval });
        if (before.is_draft) await hideKnownAudio(tx, clock, id);
        await settlePlan(tx, clock, id);
        const changed = await existingPlace(tx, caller, id);
        // Only for larger shapes, so that a parcours that was filled under wider limits can still be cleared up.
        if (changed.geometry.length > before.geometry.length) {
          await expectWithinBounds(tx, space, changed.parcours_id, caller);
          await expectWithinAuthorBounds(tx, space, changed.author_id ?? caller.id);
        }
        return { result: changed, released };
      });
      return toPlaceDetail(row, links.signFor(caller));
    },

    /**
     * Deletes a place, which can be restored for some days. A draft, which nobody else has seen, is deleted for good,
     * with its audio if no other place plays it.
     * @throws AppError `not_found`, `forbidden`.
     */
    delete: (caller: Caller, id: PlaceId) =>
      played.release(async (tx) => {
        const place = await changeablePlace(tx, caller, id);
        // Nobody but its author has seen a draft, and a closed popup should leave nothing behind.
        if (place.is_draft) {
          const told = (await listTellingSounds(tx, [id])).map(({ media_sha256 }) => media_sha256);
          const releasedImages = await listPictureFilesOf(tx, id);
          await deletePlace(tx, id);
          return { result: undefined, released: [place.media_sha256, ...told], releasedImages };
        }
        await addToAuditLog(tx, clock, {
          action: 'place_deleted',
          by: caller,
          account: place.author_id,
          parcours: place.parcours_id,
          place: id,
          detail: place.media_sha256 === null ? 'without audio' : 'with its audio',
        });
        const isAuthor = place.author_id === caller.id;
        const deleted_as = isAuthor ? null : await findPrivilege(tx, place.parcours_id, caller.id);
        await changePlace(tx, id, { deleted_at: stamp(clock), deleted_as });
        return { result: undefined, released: [] };
      }),
  };
}
