import type { ParcoursId, PlaceId, Privilege, UserId } from '../../contracts/vocabulary.ts';
import type { Reader, Transactor } from './database.ts';
import { onlyVisibleToMember } from './place-visibility.ts';

/** A row of listens: that an account listened to a place's story on a day, until that is counted. */
export interface ListenRow {
  readonly account_id: UserId;
  readonly place_id: PlaceId;
  /** The day on which the server learned of it, `YYYY-MM-DD` in UTC. */
  readonly day: string;
  /** SQLite returns 1 and 0. */
  readonly is_finished: boolean | number;
}

/** A row of heard_counts: a number of listens by day, by place or by link; it names nobody. */
export interface HeardCountRow {
  readonly parcours_id: ParcoursId;
  readonly kind: string;
  /** A place's id or a link's label; empty for days, and for what has neither. */
  readonly item: string;
  readonly from_day: string;
  readonly until_day: string;
  readonly begun: number;
  readonly finished: number;
}

/** SQLite accepts at most 500 rows in the form of knex's inserts. */
const ROWS_AT_ONCE = 100;

/** The privileges of those who listen to a parcours without making it. */
const LISTENERS: readonly Privilege[] = ['guest', 'drop'];

/** Those of the given visible places whose stories an account hears as a listener: it neither made nor edits them. */
export async function listCountedPlaces(
  reader: Reader,
  accountId: UserId,
  ids: readonly PlaceId[],
): Promise<readonly PlaceId[]> {
  const query = reader('places')
    .whereIn('places.id', ids)
    .whereIn('memberships.privilege', LISTENERS)
    .where((others) => others.whereNull('places.author_id').orWhereNot('places.author_id', accountId));
  onlyVisibleToMember(query, accountId);
  return query.pluck('places.id');
}

/** Notes listens of one account; one that is already noted can only become finished. */
export async function addListens(tx: Transactor, rows: readonly ListenRow[]): Promise<void> {
  for (const isFinished of [false, true]) {
    const same = rows.filter(({ is_finished }) => Boolean(is_finished) === isFinished);
    for (let from = 0; from < same.length; from += ROWS_AT_ONCE) {
      const insert = tx('listens')
        .insert(same.slice(from, from + ROWS_AT_ONCE))
        .onConflict(['account_id', 'place_id', 'day']);
      await (isFinished ? insert.merge(['is_finished']) : insert.ignore());
    }
  }
}

/** The parcours with listens before this day. */
export async function listParcoursHeard(reader: Reader, before: string): Promise<ParcoursId[]> {
  return reader('listens')
    .join('places', 'places.id', 'listens.place_id')
    .where('day', '<', before)
    .distinct('parcours_id')
    .pluck('parcours_id');
}

/** A listen with the label of the link by which its listener came last; empty without one. */
export type LabelledListenRow = ListenRow & { readonly label: string };

/** The listens of a parcours before this day. */
export async function listListens(
  reader: Reader,
  parcoursId: ParcoursId,
  before: string,
): Promise<LabelledListenRow[]> {
  const rows: ListenRow[] = await reader('listens')
    .join('places', 'places.id', 'listens.place_id')
    .where('places.parcours_id', parcoursId)
    .where('day', '<', before)
    .orderBy(['day', 'account_id', 'place_id'])
    .select('listens.*');
  const labels = await listLabels(reader, parcoursId);
  return rows.map((row) => ({ ...row, label: labels.get(row.account_id) ?? '' }));
}

/** The labels of the links by which people came to a parcours last. */
async function listLabels(reader: Reader, parcoursId: ParcoursId): Promise<ReadonlyMap<UserId, string | null>> {
  const uses = await reader('invite_uses')
    .join('invites', 'invites.id', 'invite_uses.invite_id')
    .where('invites.parcours_id', parcoursId)
    .orderBy(['used_at', 'invites.id'])
    .select<{ account_id: UserId; label: string | null }[]>('account_id', 'label');
  return new Map(uses.map(({ account_id, label }) => [account_id, label]));
}

/** Reads whose listens on a parcours are counted, and at which places they are not. */
export async function readAudience(reader: Reader, parcoursId: ParcoursId) {
  const labels = await listLabels(reader, parcoursId);
  const ids: UserId[] = await reader('memberships')
    .where({ parcours_id: parcoursId })
    .whereIn('privilege', LISTENERS)
    .pluck('account_id');
  const places = await reader('places')
    .where({ parcours_id: parcoursId })
    .whereNotNull('author_id')
    .select<{ id: PlaceId; author_id: UserId }[]>('id', 'author_id');
  return {
    members: ids.map((accountId) => ({ accountId, label: labels.get(accountId) ?? '' })),
    authors: new Map(places.map(({ id, author_id }) => [id, author_id])),
  };
}

/** Deletes the listens of a parcours before this day. */
export async function deleteListens(tx: Transactor, parcoursId: ParcoursId, before: string): Promise<void> {
  const own = tx('places').where({ parcours_id: parcoursId }).select('id');
  await tx('listens').where('day', '<', before).whereIn('place_id', own).delete();
}

/** The last day that is counted on a parcours; undefined before the first. */
export async function findLastCountedDay(reader: Reader, parcoursId: ParcoursId): Promise<string | undefined> {
  const row = await reader<HeardCountRow>('heard_counts')
    .where({ parcours_id: parcoursId })
    .orderBy('until_day', 'desc')
    .first('until_day');
  return row?.until_day;
}

/** Adds counts. */
export async function insertHeardCounts(tx: Transactor, rows: readonly HeardCountRow[]): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    await tx('heard_counts').insert(rows.slice(from, from + ROWS_AT_ONCE));
  }
}

/** The counts of a parcours, oldest first. */
export async function listHeardCounts(reader: Reader, parcoursId: ParcoursId): Promise<HeardCountRow[]> {
  return reader<HeardCountRow>('heard_counts')
    .where({ parcours_id: parcoursId })
    .orderBy(['until_day', 'kind', 'item'])
    .select('*');
}

/** The names of a parcours' places that are not deleted. */
export async function listPlaceNames(reader: Reader, parcoursId: ParcoursId): Promise<ReadonlyMap<PlaceId, string>> {
  const rows = await reader('places')
    .where({ parcours_id: parcoursId, deleted_at: null })
    .select<{ id: PlaceId; name: string }[]>('id', 'name');
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Those of these places that are on another parcours, whatever has become of them there. */
export async function listElsewhere(
  reader: Reader,
  parcoursId: ParcoursId,
  ids: readonly PlaceId[],
): Promise<readonly PlaceId[]> {
  return reader('places').whereIn('id', ids).whereNot({ parcours_id: parcoursId }).pluck('id');
}

/** Deletes listens, and counts of days, before this day. */
export async function deleteListensBefore(tx: Transactor, day: string): Promise<void> {
  await tx('listens').where('day', '<', day).delete();
  await tx('heard_counts').where('until_day', '<', day).delete();
}

/** Deletes the listens of an account that are not counted yet. */
export async function deleteListensOf(tx: Transactor, accountId: UserId): Promise<void> {
  await tx('listens').where({ account_id: accountId }).delete();
}

/** Deletes the listens of places that are not counted yet. */
export async function deleteListensOfPlaces(tx: Transactor, ids: readonly PlaceId[]): Promise<void> {
  await tx('listens').whereIn('place_id', ids).delete();
}
