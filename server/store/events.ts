import type { PlaceId, UserId } from '../../contracts/vocabulary.ts';
import type { Reader, Transactor } from './database.ts';
import { onlyVisibleToMember } from './place-visibility.ts';

/** A row of analytics events. */
export interface EventRow {
  /** Null after the account was deleted. */
  readonly account_id: UserId | null;
  readonly name: string;
  readonly happened_at: string;
  readonly received_at: string;
  /** JSON of the event's properties. */
  readonly properties: string;
}

/** SQLite accepts at most 500 rows in the form of knex's inserts. */
const ROWS_AT_ONCE = 100;

/** The given places, at most a few thousand, that an account can see on the parcours that it is a member of. */
export async function listVisiblePlaces(
  reader: Reader,
  accountId: UserId,
  ids: readonly PlaceId[],
): Promise<ReadonlySet<PlaceId>> {
  const query = reader('places').whereIn('places.id', ids).select<{ id: PlaceId }[]>('places.id');
  onlyVisibleToMember(query, accountId);
  return new Set((await query).map(({ id }) => id));
}

/** Adds events in the given order. */
export async function insertEvents(tx: Transactor, rows: readonly EventRow[]): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    await tx<EventRow>('events').insert(rows.slice(from, from + ROWS_AT_ONCE));
  }
}

/** Deletes events that happened before this time; returns their number. */
export async function deleteEventsBefore(tx: Transactor, time: string): Promise<number> {
  return tx<EventRow>('events').where('happened_at', '<', time).delete();
}

/** Deletes the events of an account. */
export async function deleteEventsOf(tx: Transactor, accountId: UserId): Promise<void> {
  await tx<EventRow>('events').where({ account_id: accountId }).delete();
}
