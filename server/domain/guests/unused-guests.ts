import type { Database } from '../../store/database.ts';
import { deleteUnusedGuests } from '../../store/guests/unused-guests.ts';
import { GUEST_LIFETIME_S } from '../accounts/sessions.ts';
import { type Clock, DAY_MS, daysAgo } from '../clock.ts';

/** After so many days without any use, a guest who is a member of nothing is deleted. */
export const UNUSED_GUEST_DAYS = 30;

const GUEST_LIFETIME_DAYS = (GUEST_LIFETIME_S * 1000) / DAY_MS;

/**
 * Deletes the accounts of guests who are members of no parcours any more and have not used theirs for 30 days: no visit, no
 * renewal of a session, no event. Members stay: they come back for as long as they are members.
 */
export function createUnusedGuests(database: Database, clock: Clock): { deleteAll(): Promise<number> } {
  return {
    deleteAll: () =>
      database.transact((tx) =>
        deleteUnusedGuests(tx, {
          since: daysAgo(clock, UNUSED_GUEST_DAYS),
          // A guest's session lasts its whole time from when it was begun or renewed.
          sessionsUntil: daysAgo(clock, UNUSED_GUEST_DAYS - GUEST_LIFETIME_DAYS),
        }),
      ),
  };
}
