import type { AnalyticsEvent } from '../../../contracts/events.ts';
import type { Database } from '../../store/database.ts';
import { deleteEventsBefore, insertEvents } from '../../store/events.ts';
import type { Caller } from '../caller.ts';
import { type Clock, stamp } from '../clock.ts';

/** How long personal data is stored, as the legal notice states. */
const DATA_RETENTION_YEARS = 3;

/** Stores analytics events. */
export interface Events {
  /**
   * Stores a batch under the caller's account, whatever account the events name; returns their number. A time in the
   * future (a phone's clock may be fast) becomes the current one.
   */
  record(caller: Caller, batch: readonly AnalyticsEvent[]): Promise<number>;
  /** Deletes events older than the legal notice allows; returns their number. */
  deleteOld(): Promise<number>;
}

/** The events in this database. */
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

    deleteOld: () => {
      const oldest = new Date(clock());
      oldest.setUTCFullYear(oldest.getUTCFullYear() - DATA_RETENTION_YEARS);
      return database.transact((tx) => deleteEventsBefore(tx, oldest.toISOString()));
    },
  };
}
