import type { Database } from '../../store/database.ts';
import { deleteUnusedGuests } from '../../store/guests.ts';
import { GUEST_LIFETIME_S } from '../accounts/sessions.ts';
import { type Clock, DAY_MS, daysAgo } from '../clock.ts';

/** Days without any use after which a guest who is a member of no parcours is deleted. */
export const UNUSED_GUEST_DAYS = 30;

const GUEST_LIFETIME_DAYS = (GUEST_LIFETIME_S * 1000) / DAY_MS;

/**
 * Deletes the accounts of guests who are no longer members of any parcours and have not used their account for 30 days:
 * no visit, no renewal of a session, no event. Members stay, because they may return for as long as they are members.
 */
export function createUnusedGuests(database: Database, clock: Clock): { deleteAll(): Promise<number> } {
  return {
    deleteAll: () =>
      database.transact((tx) =>
        deleteUnusedGuests(tx, {
          since: daysAgo(clock, UNUSED_GUEST_DAYS),
          // A guest's session lasts its full lifetime from its start or renewal.
          sessionsUntil: daysAgo(clock, UNUSED_GUEST_DAYS - GUEST_LIFETIME_DAYS),
        }),
      ),
  };
}
