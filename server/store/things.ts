import type { Knex } from 'knex';
import type { Thing } from '../../contracts/moderation.ts';
import type { ParcoursId, PlaceId } from '../../contracts/vocabulary.ts';
import type { AccountRow } from './accounts.ts';
import type { Reader } from './database.ts';
import type { ParcoursRow } from './parcours.ts';
import { type PlaceWithMediaRow, placesWithMedia } from './places.ts';

/** These places, whatever their visibility. */
export async function listPlacesById(reader: Reader, ids: readonly PlaceId[]): Promise<PlaceWithMediaRow[]> {
  return placesWithMedia(reader).whereIn('places.id', ids);
}

/** These parcours, whatever their visibility. */
export async function listParcoursById(reader: Reader, ids: readonly ParcoursId[]): Promise<ParcoursRow[]> {
  return reader<ParcoursRow>('parcours').whereIn('id', ids).select('*');
}

/** The ids of the places that are hidden or were deleted by an admin of the site, newest first. */
export async function listHeldPlaces(reader: Reader, most: number): Promise<PlaceId[]> {
  return held(reader, 'places', most);
}

/** The ids of the parcours that are hidden or were deleted by an admin of the site, newest first. */
export async function listHeldParcours(reader: Reader, most: number): Promise<ParcoursId[]> {
  return held(reader, 'parcours', most);
}

/**
 * Whether an item is hidden or was deleted by an admin of the site; for a parcours, also whether one of its places is.
 */
export async function isHeld(reader: Reader, { kind, id }: Thing): Promise<boolean> {
  const held = async (table: 'places' | 'parcours', of: object): Promise<boolean> =>
    (await onlyHeld(reader(table)).where(of).first('id')) !== undefined;
  if (kind === 'place') return held('places', { id });
  return (await held('parcours', { id })) || (await held('places', { parcours_id: id }));
}

/** The places of a parcours for its moderation, oldest first: without drafts and deleted ones. */
export async function listPlacesToModerate(reader: Reader, parcoursId: ParcoursId): Promise<PlaceWithMediaRow[]> {
  return placesWithMedia(reader)
    .where({ 'places.parcours_id': parcoursId, 'places.is_draft': false, 'places.deleted_at': null })
    .orderBy('places.id');
}

/** The longest-serving admin of each of these parcours; those without one are left out. */
export async function listFirstAdmins(
  reader: Reader,
  ids: readonly ParcoursId[],
): Promise<ReadonlyMap<ParcoursId, AccountRow>> {
  const rows = await reader('memberships')
    .join('accounts', 'accounts.id', 'memberships.account_id')
    .where('memberships.privilege', 'admin')
    .whereIn('memberships.parcours_id', ids)
    .orderBy([
      { column: 'memberships.joined_at', order: 'desc' },
      { column: 'accounts.id', order: 'desc' },
    ])
    .select<(AccountRow & { parcours_id: ParcoursId })[]>('accounts.*', 'memberships.parcours_id');
  // A Map keeps the last of equal keys.
  return new Map(rows.map((row) => [row.parcours_id, row]));
}

async function held<Id>(reader: Reader, table: 'places' | 'parcours', most: number): Promise<Id[]> {
  return onlyHeld(reader(table)).orderBy('id', 'desc').limit(most).pluck('id');
}

function onlyHeld(query: Knex.QueryBuilder): Knex.QueryBuilder {
  return query.where((kept) => kept.whereNotNull('hidden_at').orWhere('is_removed', true));
}
