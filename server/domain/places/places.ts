import { mayListWorkOf, mayReadParcours } from '../../../contracts/permissions.ts';
import type { Place, PlaceDetail } from '../../../contracts/place.ts';
import type { ParcoursId, PlaceId, UserId } from '../../../contracts/vocabulary.ts';
import type { Database } from '../../store/database.ts';
import { findPrivilege } from '../../store/parcours.ts';
import { listPlacesBy, type PlaceWithMediaRow } from '../../store/places.ts';
import { AppError } from '../app-error.ts';
import type { SessionCaller } from '../caller.ts';
import { privilegeOfMember } from '../maps/parcours.ts';
import type { MediaLinks, SignLink } from '../media/media-links.ts';
import { nextTurn, SLICE_CHARS } from '../turns.ts';
import { existingPlace } from './changeable-place.ts';
import { toPlace, toPlaceDetail } from './place-responses.ts';

/** Reads places, with signed links to their audio. */
export interface Places {
  /**
   * The places that `author` made, newest first, on parcours that the caller is a member of; only on `parcoursIds` if
   * given. Drafts, and what is hidden or was not approved, are listed for their author alone.
   *
   * @throws AppError `forbidden` for another account's places, except to the site's admins.
   */
  listOf(caller: SessionCaller, author: UserId, parcoursIds?: readonly ParcoursId[]): Promise<Place[]>;
  /**
   * The places that `author` made on one parcours, newest first.
   *
   * @throws AppError as {@link Places.listOf}; `forbidden` for non-members, `not_found` if there is no such parcours.
   */
  listOfOnParcours(caller: SessionCaller, author: UserId, parcoursId: ParcoursId): Promise<Place[]>;
  /** @throws AppError `not_found`, also for what is kept from the caller; `forbidden` for non-members. */
  read(caller: SessionCaller, id: PlaceId): Promise<PlaceDetail>;
}

/** The places in this database. */
export function createPlaces(database: Database, links: MediaLinks): Places {
  const listOf: Places['listOf'] = async (caller, author, parcoursIds) => {
    if (!mayListWorkOf(caller.role, caller.id === author)) {
      throw new AppError('forbidden', `You may not list what user ${author} made`);
    }
    const rows = await listPlacesBy(database.reader, author, caller.id, parcoursIds);
    return toPlaces(rows, links.signFor(caller));
  };

  return {
    listOf,

    listOfOnParcours: async (caller, author, parcoursId) => {
      await privilegeOfMember(database.reader, parcoursId, caller);
      return listOf(caller, author, [parcoursId]);
    },

    read: async (caller, id) => {
      const row = await existingPlace(database.reader, caller, id);
      const privilege = await findPrivilege(database.reader, row.parcours_id, caller.id);
      if (!mayReadParcours(privilege)) throw new AppError('forbidden', `You may not see place ${id}`);
      return toPlaceDetail(row, links.signFor(caller));
    },
  };
}

/** Reads the shapes in slices, so that other calls don't wait for all. */
async function toPlaces(rows: readonly PlaceWithMediaRow[], sign: SignLink): Promise<Place[]> {
  const places: Place[] = [];
  let chars = 0;
  for (const row of rows) {
    places.push(toPlace(row, sign));
    chars += row.geometry.length;
    if (chars < SLICE_CHARS) continue;
    chars = 0;
    await nextTurn();
  }
  return places;
}
