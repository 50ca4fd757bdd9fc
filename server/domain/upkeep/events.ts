import type { AnalyticsEvent } from '../../../contracts/events.ts';
import type { Database, Reader } from '../../store/database.ts';
import { deleteEventsBefore, type EventRow, insertEvents, listVisiblePlaces } from '../../store/events.ts';
import { refusesStatistics } from '../../store/rights.ts';
import type { Caller } from '../caller.ts';
import { type Clock, stamp } from '../clock.ts';
import type { DiskReserve } from '../disk-reserve.ts';
import { findOutcome, fingerprintOf, type RepeatableRequest, saveOutcome } from '../idempotency.ts';

/** How long events are stored, as the terms state: the maximum that the French authority (CNIL) allows for them. */
const EVENTS_RETENTION_MONTHS = 25;

/** Stores analytics events. */
export type Events = ReturnType<typeof createEvents>;

/** The events in this database. */
export function createEvents(database: Database, disk: DiskReserve, clock: Clock) {
  return {
    /**
     * Stores a batch under the caller's account, whatever account the events name; returns the number of stored events.
     * Leaves out events at places that don't exist, or that the caller can't see: their place may have been deleted while
     * a phone was offline, and nobody may distort the figures of other people's parcours. A time in the future (a phone's
     * clock may be fast) becomes the current time. Stores nothing for a caller who wants no statistics. A retry with the
     * same key stores nothing and returns the first number.
     * @param key the request's Idempotency-Key.
     * @throws AppError `conflict` if the key was used for a different request; `disk_full`.
     */
    record: async (caller: Caller, batch: readonly AnalyticsEvent[], key?: string): Promise<number> => {
      await disk.expectRoom(0);
      const toRow = (event: AnalyticsEvent): EventRow => ({
        account_id: caller.id,
        name: event.name,
        happened_at: new Date(Math.max(0, Math.min(event.atMs, clock()))).toISOString(),
        received_at: stamp(clock),
        properties: JSON.stringify(
          event.name === 'Logged in' ? { user: { id: caller.id, role: caller.role } } : event.properties,
        ),
      });
      const request: RepeatableRequest<'recordEvents'> = {
        caller,
        call: 'recordEvents',
        key,
        fingerprint: fingerprintOf([batch]),
      };
      return database.transact(
        async (tx) => {
          if (await refusesStatistics(tx, caller.id)) return 0;
          const first = await findOutcome(tx, clock, request);
          if (first !== undefined) return first.recorded;
          const rows = (await believable(tx, caller, batch)).map(toRow);
          await insertEvents(tx, rows);
          await saveOutcome(tx, clock, request, { recorded: rows.length });
          return rows.length;
        },
        { account: caller.id },
      );
    },

    /** Deletes events older than the terms allow; returns their number. */
    deleteOld: (): Promise<number> => {
      const oldest = new Date(clock());
      oldest.setUTCMonth(oldest.getUTCMonth() - EVENTS_RETENTION_MONTHS);
      return database.transact((tx) => deleteEventsBefore(tx, oldest.toISOString()));
    },
  };
}

/** Returns the events without those at places that the caller can't see. */
async function believable(
  reader: Reader,
  caller: Caller,
  batch: readonly AnalyticsEvent[],
): Promise<readonly AnalyticsEvent[]> {
  const named = batch.flatMap((event) => (event.name === 'User Entered Geometry' ? event.properties.geometryId : []));
  if (named.length === 0) return batch;
  const visible = await listVisiblePlaces(reader, caller.id, [...new Set(named)]);
  return batch.filter((event) => event.name !== 'User Entered Geometry' || visible.has(event.properties.geometryId));
}
