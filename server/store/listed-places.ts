import type { Knex } from 'knex';
import type { ParcoursId, Privilege, UserId } from '../../contracts/vocabulary.ts';
import { compiled } from './compiled-queries.ts';
import type { Reader } from './database.ts';
import { onlyReadable } from './place-visibility.ts';
import { measure, type PlacesMeasure, type PlaceWithMediaRow, placesWithMedia } from './places.ts';

/** A parcours whose places an account may list. */
export interface ListedParcoursRow {
  readonly parcours_id: ParcoursId;
  readonly privilege: Privilege;
  /** Changes whenever the result of {@link listForAll} changes. */
  readonly version: string;
}

const listedParcours = compiled<ListedParcoursRow, readonly [UserId, ...ParcoursId[]]>((reader, values) => {
  const [accountId, ...parcoursIds] = values;
  const query = reader('memberships')
    .join('parcours', 'parcours.id', 'memberships.parcours_id')
    .join('list_versions', 'list_versions.parcours_id', 'memberships.parcours_id')
    .where({ 'memberships.account_id': accountId })
    .whereIn('memberships.parcours_id', parcoursIds)
    .orderBy('memberships.parcours_id')
    .select('memberships.parcours_id', 'memberships.privilege', 'list_versions.version');
  onlyReadable(query, 'memberships');
  return query;
});

/** The given parcours that this account may see as a member. */
export async function findListed(
  reader: Reader,
  parcoursIds: readonly ParcoursId[],
  accountId: UserId,
): Promise<ListedParcoursRow[]> {
  return listedParcours(reader, [accountId, ...parcoursIds]);
}

/** The places of a parcours that at least some of its members see, oldest first. */
export async function listForAll(reader: Reader, parcoursId: ParcoursId): Promise<PlaceWithMediaRow[]> {
  return onlyListed(placesWithMedia(reader), [parcoursId]).orderBy('places.id');
}

/** The measure of what {@link listForAll} returns for these parcours. */
export async function measureForAll(reader: Reader, parcoursIds: readonly ParcoursId[]): Promise<PlacesMeasure> {
  return measure(reader, onlyListed(reader('places'), parcoursIds));
}

/** Leaves out places that no member may see; those that wait for approval are visible to some. */
function onlyListed<Query extends Knex.QueryBuilder>(query: Query, parcoursIds: readonly ParcoursId[]): Query {
  query
    .whereIn('places.parcours_id', parcoursIds)
    .where({
      'places.is_draft': false,
      'places.hidden_at': null,
      'places.deleted_at': null,
      'places.is_planned': false,
    })
    .where((shown) => shown.whereNull('places.approval').orWhere('places.approval', 'waiting'));
  return query;
}
