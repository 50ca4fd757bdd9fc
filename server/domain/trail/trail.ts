import { TRAIL_DAYS } from '../../../contracts/trail/trail.ts';
import type { Database } from '../../store/database.ts';
import { deleteOtherSalts, deleteTrailBefore } from '../../store/trail/trail.ts';
import { type Clock, daysAgo } from '../clock.ts';
import { dayOf } from './add-to-trail.ts';

/** The trail: who did what to whose what, when, and from where. */
export interface Trail {
  /** Deletes entries older than {@link TRAIL_DAYS}, and the salts of other days. */
  deleteOld(): Promise<void>;
}

/** The trail in this database. */
export function createTrail(database: Database, clock: Clock): Trail {
  return {
    deleteOld: () =>
      database.transact(async (tx) => {
        await deleteTrailBefore(tx, daysAgo(clock, TRAIL_DAYS));
        await deleteOtherSalts(tx, dayOf(clock));
      }),
  };
}
