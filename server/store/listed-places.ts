import type { ParcoursId, Privilege, UserId } from '../../contracts/vocabulary.ts';
import { compiled } from './compiled-queries.ts';
import type { Reader } from './database.ts';
import { onlyListed, onlyReadable, PUBLIC_PLACE } from './place-visibility.ts';
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
  const query = placesWithMedia(reader).where('places.parcours_id', parcoursId).orderBy('places.id');
  onlyListed(query);
  return query;
}

/** The measure of what {@link listForAll} returns for these parcours. */
export async function measureForAll(reader: Reader, parcoursIds: readonly ParcoursId[]): Promise<PlacesMeasure> {
  const query = reader('places').whereIn('places.parcours_id', parcoursIds);
  onlyListed(query);
  return measure(reader, query);
}

/** The places of a parcours that all its members see, and the planned ones, oldest first: those that leave with it. */
export async function listWhole(reader: Reader, parcoursId: ParcoursId): Promise<PlaceWithMediaRow[]> {
  return placesWithMedia(reader)
    .where('places.parcours_id', parcoursId)
    .where((whole) =>
      whole
        .where(PUBLIC_PLACE)
        .orWhere({ 'places.is_planned': true, 'places.deleted_at': null, 'places.hidden_at': null }),
    )
    .orderBy('places.id');
}
