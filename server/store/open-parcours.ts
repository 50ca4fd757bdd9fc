import type { Knex } from 'knex';
import type { Slug } from '../../contracts/open-parcours.ts';
import type { ParcoursId, PlaceId } from '../../contracts/vocabulary.ts';
import type { Reader } from './database.ts';
import type { ParcoursRow } from './parcours.ts';
import { PUBLIC_PLACE } from './place-visibility.ts';

/**
 * Decides what people without an account see: the conditions of all queries for public pages and for readers who have no
 * token. They see open parcours, and the places there that all members see. Nothing that is hidden or deleted, or has
 * an open report, is shown to them.
 */

/** A row of an open parcours. */
export type OpenParcoursRow = ParcoursRow & {
  readonly visibility: NonNullable<ParcoursRow['visibility']>;
  readonly slug: Slug;
};

/** Limits a query of `parcours` to open ones. */
export function onlyOpen(query: Knex.QueryBuilder): void {
  query
    .whereNotNull('parcours.visibility')
    .where({ 'parcours.deleted_at': null, 'parcours.hidden_at': null })
    .whereNotExists((reports) =>
      reports.from('reports').whereRaw('reports.parcours_id = parcours.id').whereNull('reports.closed_at'),
    );
}

/** Limits a query of `places` that joins `parcours` to what people without an account see. */
export function onlyOpenPlaces(query: Knex.QueryBuilder): void {
  onlyOpen(query);
  query
    .where(PUBLIC_PLACE)
    .whereNotExists((reports) =>
      reports.from('reports').whereRaw('reports.place_id = places.id').whereNull('reports.closed_at'),
    );
}

/** The open parcours with this slug. */
export async function findOpenParcours(reader: Reader, slug: Slug): Promise<OpenParcoursRow | undefined> {
  const query = reader('parcours').where({ slug });
  onlyOpen(query);
  return query.first<OpenParcoursRow | undefined>();
}

/** All parcours of the catalogue, by title. */
export async function listCatalogue(reader: Reader): Promise<OpenParcoursRow[]> {
  const query = reader('parcours').where({ visibility: 'catalogue' }).orderBy(['title', 'id']);
  onlyOpen(query);
  return query.select<OpenParcoursRow[]>('parcours.*');
}

/** The ids of the places of a parcours that people without an account see; none if it isn't open. */
export async function listOpenPlaceIds(reader: Reader, parcoursId: ParcoursId): Promise<PlaceId[]> {
  const query = reader('places').join('parcours', 'parcours.id', 'places.parcours_id').where('parcours.id', parcoursId);
  onlyOpenPlaces(query);
  return (await query.select<{ id: PlaceId }[]>('places.id')).map(({ id }) => id);
}

/** A place that people without an account see, and the slug of its parcours; undefined if they don't. */
export async function findOpenPlace(
  reader: Reader,
  placeId: PlaceId,
): Promise<{ readonly placeId: PlaceId; readonly parcoursId: ParcoursId; readonly slug: Slug } | undefined> {
  const query = reader('places').join('parcours', 'parcours.id', 'places.parcours_id').where('places.id', placeId);
  onlyOpenPlaces(query);
  const row = await query.first<{ parcours_id: ParcoursId; slug: Slug } | undefined>(
    'places.parcours_id',
    'parcours.slug',
  );
  return row === undefined ? undefined : { placeId, parcoursId: row.parcours_id, slug: row.slug };
}
