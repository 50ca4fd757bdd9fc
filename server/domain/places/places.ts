import { DEFAULT_PLACE_TITLE } from '../../../contracts/limits.ts';
import { mayDrop, mayListWorkOf, mayReadParcours } from '../../../contracts/permissions.ts';
import type { Place, PlaceDetail } from '../../../contracts/place.ts';
import type { CallParsed } from '../../../contracts/routes.ts';
import type { ParcoursId, PlaceId, UserId } from '../../../contracts/vocabulary.ts';
import type { Database } from '../../store/database.ts';
import { findPrivilege } from '../../store/parcours.ts';
import { changePlace, findPlace, insertPlace, listPlaces, listPlacesBy } from '../../store/places.ts';
import { AppError } from '../app-error.ts';
import type { Caller } from '../caller.ts';
import { type Clock, stamp } from '../clock.ts';
import { findOutcome, fingerprintOf, keepOutcome, type RepeatableRequest } from '../kept-answers.ts';
import { privilegeOn } from '../maps/parcours.ts';
import type { MediaLinks } from '../media/media-links.ts';
import { changeablePlace } from './changeable-place.ts';
import { asPlace, asPlaceDetail } from './place-answers.ts';

/** Places on parcours, with links to their audio. */
export interface Places {
  /**
   * Puts a place on a parcours. A repeat with the same key makes none, and is answered with the first one.
   *
   * @param key The request's Idempotency-Key.
   * @throws AppError `forbidden` for guests and for people who are no members, `not_found` without the parcours or where
   *   the place that a repeat asks for is gone, `conflict` for a key that was sent with another request.
   */
  create(caller: Caller, place: CallParsed<'createPlace'>['body'], key?: string): Promise<PlaceId>;
  /**
   * Gives a place a name, 'drop' where that is empty, and a shape where one is given.
   *
   * @throws AppError `not_found`, `forbidden`.
   */
  update(caller: Caller, change: CallParsed<'updatePlace'>['body']): Promise<PlaceDetail>;
  /**
   * The places of these parcours, oldest first. Parcours that don't exist, or that the caller is no member of, are left
   * out without an error: a device that remembers a parcours its owner has left must still show the others.
   */
  list(caller: Caller, parcoursIds: readonly ParcoursId[]): Promise<Place[]>;
  /**
   * The places that somebody made, newest first, on parcours that the caller is a member of; on `parcoursIds` alone where
   * they are given.
   *
   * @throws AppError `forbidden` for somebody else's, except to the site's admins.
   */
  listOf(caller: Caller, author: UserId, parcoursIds?: readonly ParcoursId[]): Promise<Place[]>;
  /**
   * The places that somebody made on one parcours, newest first.
   *
   * @throws AppError as {@link Places.listOf}, `forbidden` for people who are no members, `not_found` without the parcours.
   */
  listOfOnParcours(caller: Caller, author: UserId, parcoursId: ParcoursId): Promise<Place[]>;
  /** @throws AppError `not_found`, or `forbidden` for people who are no members. */
  read(caller: Caller, id: PlaceId): Promise<PlaceDetail>;
}

/** Places kept in this database. */
export function createPlaces(database: Database, links: MediaLinks, clock: Clock): Places {
  const listOf: Places['listOf'] = async (caller, author, parcoursIds) => {
    if (!mayListWorkOf(caller.role, caller.id === author)) {
      throw new AppError('forbidden', `You may not list what user ${author} made`);
    }
    const rows = await listPlacesBy(database.reader, author, caller.id, parcoursIds);
    return rows.map((row) => asPlace(row, links));
  };

  return {
    create: async (caller, body, key) => {
      const { geometry, properties } = body;
      const { appelation, type, mapId } = properties;
      const request: RepeatableRequest = {
        caller,
        call: 'createPlace',
        key,
        fingerprint: fingerprintOf([appelation, type, mapId, geometry]),
      };
      return database.transact(async (tx) => {
        const privilege = await privilegeOn(tx, mapId, caller);
        if (!mayDrop(caller.role, privilege)) {
          throw new AppError('forbidden', `You may not put places on parcours ${mapId}`);
        }
        const made = await findOutcome(tx, clock, request);
        if (made !== undefined) {
          if ((await findPlace(tx, made.placeId)) !== undefined) return made.placeId;
          throw new AppError('not_found', `Place ${made.placeId}, which this request made, has been deleted`);
        }
        const placeId = await insertPlace(tx, {
          parcours_id: mapId,
          author_id: caller.id,
          name: appelation,
          kind: type,
          geometry: JSON.stringify(geometry),
          media_sha256: null,
          created_at: stamp(clock),
        });
        await keepOutcome(tx, clock, request, { placeId });
        return placeId;
      });
    },

    update: async (caller, { id, appelation, feature }) => {
      const row = await database.transact(async (tx) => {
        await changeablePlace(tx, caller, id);
        await changePlace(tx, id, {
          name: appelation === '' ? DEFAULT_PLACE_TITLE : appelation,
          ...(feature === undefined ? {} : { geometry: JSON.stringify(feature) }),
        });
        return findPlace(tx, id);
      });
      if (row === undefined) throw new Error(`Expected place ${id}, which was just changed, got no row`);
      return asPlaceDetail(row, links);
    },

    list: async (caller, parcoursIds) => {
      const rows = await listPlaces(database.reader, parcoursIds, caller.id);
      return rows.map((row) => asPlace(row, links));
    },

    listOf,

    listOfOnParcours: async (caller, author, parcoursId) => {
      const privilege = await privilegeOn(database.reader, parcoursId, caller);
      if (!mayReadParcours(privilege)) throw new AppError('forbidden', `You may not see parcours ${parcoursId}`);
      return listOf(caller, author, [parcoursId]);
    },

    read: async (caller, id) => {
      const row = await findPlace(database.reader, id);
      if (row === undefined) throw new AppError('not_found', `There is no place ${id}`);
      const privilege = await findPrivilege(database.reader, row.parcours_id, caller.id);
      if (!mayReadParcours(privilege)) throw new AppError('forbidden', `You may not see place ${id}`);
      return asPlaceDetail(row, links);
    },
  };
}
