import type { AnalyticsEvent } from '../../../contracts/events.ts';
import type { PlaceId } from '../../../contracts/vocabulary.ts';
import type { Database, Reader, Transactor } from '../../store/database.ts';
import { deleteEventsBefore, type EventRow, insertEvents, listVisiblePlaces } from '../../store/events.ts';
import { addListens, deleteListensBefore, listCountedPlaces } from '../../store/listens.ts';
import { refusesStatistics } from '../../store/rights.ts';
import type { Caller } from '../caller.ts';
import { type Clock, stamp } from '../clock.ts';
import type { DiskReserve } from '../disk-reserve.ts';
import { findOutcome, fingerprintOf, type RepeatableRequest, saveOutcome } from '../idempotency.ts';

/** How long events are stored, as the terms state: the maximum that the French authority (CNIL) allows for them. */
const EVENTS_RETENTION_MONTHS = 25;

type HeardEvent = Extract<AnalyticsEvent, { readonly name: 'Heard Story' }>;

/** Stores analytics events. */
export type Events = ReturnType<typeof createEvents>;

/** The events in this database. */
export function createEvents(database: Database, disk: DiskReserve, clock: Clock) {
  return {
    /**
     * Stores a batch under the caller's account, whatever account the events name; returns the number of stored events.
     * Leaves out events at places that don't exist, or that the caller can't see: their place may have been deleted while
     * a phone was offline, and nobody may distort the figures of other people's parcours. A time in the future (a phone's
     * clock may be fast) becomes the current time. Stories that were heard are not stored as events, but for the counts
     * (`listens.ts`), except by those who made the place or edit its parcours. Stores nothing for a caller who wants no
     * statistics. A retry with the same key stores nothing and returns the first number.
     * @param key the request's Idempotency-Key.
     * @throws AppError `conflict` if the key was used for a different request; `disk_full`.
     */
    record: async (caller: Caller, batch: readonly AnalyticsEvent[], key?: string): Promise<number> => {
      await disk.expectRoom(0);
      const toRow = (event: Exclude<AnalyticsEvent, HeardEvent>): EventRow => ({
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
          const believed = await believable(tx, caller, batch);
          await insertEvents(tx, believed.filter(isStored).map(toRow));
          await noteHeard(tx, caller, believed, stamp(clock).slice(0, 10));
          await saveOutcome(tx, clock, request, { recorded: believed.length });
          return believed.length;
        },
        { account: caller.id },
      );
    },

    /** Deletes events, listens and counts older than the terms allow; returns the number of events. */
    deleteOld: (): Promise<number> => {
      const oldest = new Date(clock());
      oldest.setUTCMonth(oldest.getUTCMonth() - EVENTS_RETENTION_MONTHS);
      return database.transact(async (tx) => {
        await deleteListensBefore(tx, oldest.toISOString().slice(0, 10));
        return deleteEventsBefore(tx, oldest.toISOString());
      });
    },
  };
}

/** Returns the events without those at places that the caller can't see. */
async function believable(
  reader: Reader,
  caller: Caller,
  batch: readonly AnalyticsEvent[],
): Promise<readonly AnalyticsEvent[]> {
  const named = batch.flatMap((event) => (event.name === 'Logged in' ? [] : event.properties.geometryId));
  if (named.length === 0) return batch;
  const visible = await listVisiblePlaces(reader, caller.id, [...new Set(named)]);
  return batch.filter((event) => event.name === 'Logged in' || visible.has(event.properties.geometryId));
}

function isStored(event: AnalyticsEvent): event is Exclude<AnalyticsEvent, HeardEvent> {
  return event.name !== 'Heard Story';
}

async function noteHeard(tx: Transactor, caller: Caller, batch: readonly AnalyticsEvent[], day: string): Promise<void> {
  const isFinished = new Map<PlaceId, boolean>();
  for (const event of batch) {
    if (isStored(event)) continue;
    const { geometryId, finished } = event.properties;
    isFinished.set(geometryId, finished || isFinished.get(geometryId) === true);
  }
  if (isFinished.size === 0) return;
  const counted = await listCountedPlaces(tx, caller.id, [...isFinished.keys()]);
  const rows = counted.map((place_id) => ({
    ...{ account_id: caller.id, place_id, day },
    is_finished: isFinished.get(place_id) === true,
  }));
  await addListens(tx, rows);
}
