import { mayListWorkOf, mayReadParcours } from '../../../contracts/permissions.ts';
import type { ParcoursId, PlaceId, UserId } from '../../../contracts/vocabulary.ts';
import type { Database } from '../../store/database.ts';
import { findPrivilege } from '../../store/parcours.ts';
import { listPlacesBy, measurePlacesBy } from '../../store/places.ts';
import { AppError } from '../app-error.ts';
import type { SessionCaller } from '../caller.ts';
import { listWeight } from '../costly-work.ts';
import { type FairQueue, ownerOf } from '../fair-queue.ts';
import { privilegeOfMember } from '../maps/parcours.ts';
import type { MediaLinks } from '../media/media-links.ts';
import { existingPlace } from './changeable-place.ts';
import { fillTexts, printPlaces } from './lists/places-text.ts';
import { printPlaceDetail } from './place-responses.ts';

/** Reads places, with signed links to their audio, and serializes them. */
export interface Places {
  /**
   * Returns the places that `author` made, newest first, on parcours that the caller is a member of; only on
   * `parcoursIds` if given. Drafts, and places that are hidden or not approved, are listed for their author alone.
   *
   * @param field the name of the list in the response.
   * @throws AppError `forbidden` for another account's places, except to the site's admins; `busy`.
   */
  printOf(
    caller: SessionCaller,
    author: UserId,
    field: 'places' | 'drops',
    parcoursIds?: readonly ParcoursId[],
  ): Promise<Buffer[]>;
  /**
   * Returns the places that `author` made on one parcours, newest first.
   *
   * @throws AppError as {@link Places.printOf}; `forbidden` for non-members, `not_found` if there is no such parcours.
   */
  printOfOnParcours(caller: SessionCaller, author: UserId, parcoursId: ParcoursId): Promise<Buffer[]>;
  /**
   * Returns the response of `readPlace`. @throws AppError `not_found`, also if the caller may not see it; `forbidden`
   * for non-members.
   */
  print(caller: SessionCaller, id: PlaceId): Promise<Buffer[]>;
}

/** The places in this database. `takeTurn` is weighed by {@link listWeight}. */
export function createPlaces(database: Database, links: MediaLinks, takeTurn: FairQueue): Places {
  const printOf: Places['printOf'] = async (caller, author, field, parcoursIds) => {
    if (!mayListWorkOf(caller.role, caller.id === author)) {
      throw new AppError('forbidden', `You may not list what user ${author} made`);
    }
    // An upper bound of what is listed.
    const weight = listWeight(await measurePlacesBy(database.reader, author));
    const print = async () => printPlaces(await listPlacesBy(database.reader, author, caller.id, parcoursIds));
    const text = await takeTurn(ownerOf(caller), print, weight);
    const query = Buffer.from(links.queryFor(caller));
    return fillTexts([text], query, Buffer.from(`{"${field}":[`), Buffer.from(']}'));
  };

  return {
    printOf,

    printOfOnParcours: async (caller, author, parcoursId) => {
      await privilegeOfMember(database.reader, parcoursId, caller);
      return printOf(caller, author, 'places', [parcoursId]);
    },

    print: async (caller, id) => {
      const row = await existingPlace(database.reader, caller, id);
      const privilege = await findPrivilege(database.reader, row.parcours_id, caller.id);
      if (!mayReadParcours(privilege)) throw new AppError('forbidden', `You may not see place ${id}`);
      return [Buffer.from(printPlaceDetail(row, links.signFor(caller)))];
    },
  };
}
