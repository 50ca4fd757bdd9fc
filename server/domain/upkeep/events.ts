import type { AnalyticsEvent } from '../../../contracts/events.ts';
import type { Database } from '../../store/database.ts';
import { deleteEventsBefore, insertEvents } from '../../store/events.ts';
import type { Caller } from '../caller.ts';
import { type Clock, stamp } from '../clock.ts';

/** How long personal data is kept, as the legal notice states. */
const DATA_RETENTION_YEARS = 3;

/** Analytics events. */
export interface Events {
  /**
   * Keeps a batch in the caller's name, whoever the events say it was; returns how many there were. A time that lies
   * ahead, as clocks of phones do, becomes the present one.
   */
  record(caller: Caller, batch: readonly AnalyticsEvent[]): Promise<number>;
  /** Removes what is older than the legal notice allows, and returns how much that was. */
  forgetOld(): Promise<number>;
}

/** Events kept in this database. */
export function createEvents(database: Database, clock: Clock): Events {
  return {
    record: async (caller, batch) => {
      const rows = batch.map((event) => ({
        account_id: caller.id,
        name: event.name,
        happened_at: new Date(Math.max(0, Math.min(event.atMs, clock()))).toISOString(),
        received_at: stamp(clock),
        properties: JSON.stringify(
          event.name === 'Logged in' ? { user: { id: caller.id, role: caller.role } } : event.properties,
        ),
      }));
      await database.transact((tx) => insertEvents(tx, rows));
      return rows.length;
    },

    forgetOld: () => {
      const oldest = new Date(clock());
      oldest.setUTCFullYear(oldest.getUTCFullYear() - DATA_RETENTION_YEARS);
      return database.transact((tx) => deleteEventsBefore(tx, oldest.toISOString()));
    },
  };
}
