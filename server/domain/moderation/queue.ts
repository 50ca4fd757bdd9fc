import { MODERATION_LISTED_MAX } from '../../../contracts/limits.ts';
import type { ModerationQueue } from '../../../contracts/moderation.ts';
import { listSuspended } from '../../store/accounts.ts';
import type { Database, Reader } from '../../store/database.ts';
import {
  listAllOpenReports,
  listHeldParcours,
  listHeldPlaces,
  listUnreadAnswers,
  type ThingColumns,
} from '../../store/moderation.ts';
import type { SessionCaller } from '../caller.ts';
import type { MediaLinks, SignLink } from '../media/media-links.ts';
import { describeThings, toModeratedAccount } from './queue-responses.ts';
import { expectModerator } from './reported-things.ts';

/** The queue of the site's admins: reports, and the answers of authors. */
export interface Queue {
  /** @throws AppError `forbidden`. */
  read(caller: SessionCaller): Promise<ModerationQueue>;
}

/** The moderation queue of this database. */
export function createQueue(database: Database, links: MediaLinks): Queue {
  return {
    read: async (caller) => {
      expectModerator(caller);
      return readQueue(database.reader, links.signFor(caller));
    },
  };
}

/** Reads the moderation queue. Checks no permission. */
export async function readQueue(reader: Reader, sign: SignLink): Promise<ModerationQueue> {
  const reports = await listAllOpenReports(reader);
  const open = distinct([...reports, ...(await listUnreadAnswers(reader))]);
  const held = [
    ...(await listHeldPlaces(reader, MODERATION_LISTED_MAX)).map((id) => ({ place_id: id, parcours_id: null })),
    ...(await listHeldParcours(reader, MODERATION_LISTED_MAX)).map((id) => ({ place_id: null, parcours_id: id })),
  ];
  const listed = distinct([...open.slice(0, MODERATION_LISTED_MAX), ...held]);
  const suspended = await listSuspended(reader);
  return {
    things: await describeThings(reader, sign, listed, reports),
    openCount: open.length,
    suspended: suspended.map((row) => ({ ...toModeratedAccount(row), suspendedAt: row.suspended_at ?? '' })),
  };
}

/** Returns the first row about each reported item. */
function distinct(rows: readonly ThingColumns[]): ThingColumns[] {
  const seen = new Map<string, ThingColumns>();
  for (const row of rows) {
    const key = `${row.place_id} ${row.parcours_id}`;
    if (!seen.has(key)) seen.set(key, row);
  }
  return [...seen.values()];
}
