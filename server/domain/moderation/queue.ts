import { MODERATION_LISTED_MAX } from '../../../contracts/limits.ts';
import type { ModerationQueue, OpenedParcours } from '../../../contracts/moderation/moderation.ts';
import type { ParcoursId } from '../../../contracts/vocabulary.ts';
import { listSuspended } from '../../store/accounts.ts';
import type { Database } from '../../store/database.ts';
import { listUnreadAnswers } from '../../store/moderation/measures.ts';
import { listAllOpenReports, type ThingColumns } from '../../store/moderation/reports.ts';
import {
  listFirstAdmins,
  listHeldParcours,
  listHeldPlaces,
  listPlacesToModerate,
} from '../../store/moderation/things.ts';
import { findAnyParcours } from '../../store/parcours.ts';
import { AppError } from '../app-error.ts';
import type { SessionCaller } from '../caller.ts';
import type { Clock } from '../clock.ts';
import type { MediaLinks } from '../media/media-links.ts';
import { toPlace } from '../places/place-responses.ts';
import { addToTrail } from '../trail/add-to-trail.ts';
import { describeThings, toModeratedAccount } from './queue-responses.ts';
import { expectModerator, stateOf } from './reported-things.ts';

/** What the site's admins look at: reports, answers, and whole parcours. */
export interface Moderation {
  /** @throws AppError `forbidden`. */
  readQueue(caller: SessionCaller): Promise<ModerationQueue>;
  /**
   * One parcours with its places, whoever its members are. The trail notes who opened it.
   *
   * @throws AppError `forbidden`, `not_found`.
   */
  openParcours(caller: SessionCaller, id: ParcoursId): Promise<OpenedParcours>;
}

/** What is to be moderated in this database. */
export function createModeration(database: Database, links: MediaLinks, clock: Clock): Moderation {
  return {
    readQueue: async (caller) => {
      expectModerator(caller);
      const { reader } = database;
      const reports = await listAllOpenReports(reader);
      const open = distinct([...reports, ...(await listUnreadAnswers(reader))]);
      const held = [
        ...(await listHeldPlaces(reader, MODERATION_LISTED_MAX)).map((id) => ({ place_id: id, parcours_id: null })),
        ...(await listHeldParcours(reader, MODERATION_LISTED_MAX)).map((id) => ({ place_id: null, parcours_id: id })),
      ];
      const listed = distinct([...open.slice(0, MODERATION_LISTED_MAX), ...held]);
      const suspended = await listSuspended(reader);
      return {
        things: await describeThings(reader, links.signFor(caller), listed, reports),
        openCount: open.length,
        suspended: suspended.map((row) => ({ ...toModeratedAccount(row), suspendedAt: row.suspended_at ?? '' })),
      };
    },

    openParcours: async (caller, id) => {
      expectModerator(caller);
      const parcours = await database.transact(async (tx) => {
        const row = await findAnyParcours(tx, id);
        if (row === undefined) throw new AppError('not_found', `There is no parcours ${id}`);
        await addToTrail(tx, clock, { action: 'admin_opened_map', by: caller, parcours: id });
        return row;
      });
      const { reader } = database;
      const author = (await listFirstAdmins(reader, [id])).get(id);
      const places = await listPlacesToModerate(reader, id);
      const sign = links.signFor(caller);
      return {
        id,
        name: parcours.title,
        description: parcours.description,
        state: stateOf(parcours),
        author: author === undefined ? null : toModeratedAccount(author),
        places: places.map((row) => toPlace(row, sign)),
      };
    },
  };
}

/** The first of those that are about the same thing. */
function distinct(rows: readonly ThingColumns[]): ThingColumns[] {
  const seen = new Map<string, ThingColumns>();
  for (const row of rows) {
    const key = `${row.place_id} ${row.parcours_id}`;
    if (!seen.has(key)) seen.set(key, row);
  }
  return [...seen.values()];
}
