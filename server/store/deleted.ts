import type { Knex } from 'knex';
import type { ParcoursId, Privilege, UserId } from '../../contracts/vocabulary.ts';
import type { Reader } from './database.ts';
import type { ParcoursRow } from './parcours.ts';
import { onlyReadable } from './place-visibility.ts';
import type { PlaceRow } from './places.ts';

/** A deleted place, with its parcours' title and one member's privilege there. */
interface DeletedPlaceRow extends Pick<PlaceRow, 'id' | 'name' | 'author_id' | 'deleted_as'> {
  readonly parcours_id: ParcoursId;
  readonly parcours_title: string;
  readonly privilege: Privilege;
  readonly deleted_at: string;
}

/** A deleted parcours, with one member's privilege there. */
interface DeletedParcoursRow extends Pick<ParcoursRow, 'id' | 'title'> {
  readonly privilege: Privilege;
  readonly deleted_at: string;
}

/**
 * The deleted places on an account's parcours from a time on, latest deletion first, without those on hidden or deleted
 * parcours and those deleted by an admin of the site. A hidden place is listed for its author alone.
 */
export async function listDeletedPlaces(
  reader: Reader,
  accountId: UserId,
  from: string,
  most: number,
): Promise<DeletedPlaceRow[]> {
  const query = reader('places')
    .join('parcours', 'parcours.id', 'places.parcours_id')
    .join('memberships', 'memberships.parcours_id', 'places.parcours_id')
    .where({ 'memberships.account_id': accountId, 'places.is_removed': false })
    .where('places.deleted_at', '>', from)
    .where((restorable) =>
      restorable
        .where('places.author_id', accountId)
        .orWhere((shown) => shown.whereNull('places.hidden_at').whereIn('memberships.privilege', ['editor', 'admin'])),
    )
    .orderBy('places.deleted_at', 'desc')
    .limit(most)
    .select<DeletedPlaceRow[]>(
      'places.id',
      'places.name',
      'places.author_id',
      'places.parcours_id',
      'places.deleted_at',
      'places.deleted_as',
      'parcours.title as parcours_title',
      'memberships.privilege',
    );
  onlyReadable(query, 'memberships');
  return query;
}

/** The deleted parcours of an account from a time on, latest first, but for those an admin of the site deleted. */
export async function listDeletedParcours(
  reader: Reader,
  accountId: UserId,
  from: string,
  most: number,
): Promise<DeletedParcoursRow[]> {
  return reader('parcours')
    .join('memberships', 'memberships.parcours_id', 'parcours.id')
    .where({ 'memberships.account_id': accountId, 'parcours.is_removed': false })
    .where('parcours.deleted_at', '>', from)
    .orderBy('parcours.deleted_at', 'desc')
    .limit(most)
    .select<DeletedParcoursRow[]>('parcours.id', 'parcours.title', 'parcours.deleted_at', 'memberships.privilege');
}

/** This account's privilege on this parcours, even if that is deleted or hidden; null for a non-member. */
export async function findAnyPrivilege(
  reader: Reader,
  parcoursId: ParcoursId,
  accountId: UserId,
): Promise<Privilege | null> {
  const row = await reader('memberships')
    .where({ parcours_id: parcoursId, account_id: accountId })
    .first<{ privilege: Privilege } | undefined>('privilege');
  return row?.privilege ?? null;
}

/** The parcours deleted at this time or before. */
export async function listParcoursDeletedUntil(reader: Reader, time: string): Promise<ParcoursRow[]> {
  return deletedUntil(reader<ParcoursRow>('parcours'), time);
}

/** The places deleted at this time or before. */
export async function listPlacesDeletedUntil(reader: Reader, time: string): Promise<PlaceRow[]> {
  return deletedUntil(reader<PlaceRow>('places'), time);
}

function deletedUntil(query: Knex.QueryBuilder, time: string) {
  return query.where('deleted_at', '<=', time).orderBy('id').select('*');
}
