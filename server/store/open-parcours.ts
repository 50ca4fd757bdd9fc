import type { Knex } from 'knex';
import type { Slug } from '../../contracts/open-parcours.ts';
import type { ParcoursId, PlaceId } from '../../contracts/vocabulary.ts';
import { compiled } from './compiled-queries.ts';
import type { Reader } from './database.ts';
import type { ReportRow } from './moderation.ts';
import type { ParcoursRow, ParcoursWordsRow } from './parcours.ts';
import { onlyHiding, PUBLIC_PLACE } from './place-visibility.ts';
import { HEARD_IN, type PlaceWithMediaRow, placesWithMedia } from './places.ts';

/**
 * Decides what people without an account see: the conditions of all queries for public pages and for readers who have no
 * token. They see open parcours, and the places there that all members see. Nothing that is hidden or deleted, or has
 * an open report from an account, is shown to them, nor a parcours whose admins are all suspended.
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
    .whereNotExists((reports) => onlyHiding(reports.from('reports').whereRaw('reports.parcours_id = parcours.id')))
    .whereExists((answering) =>
      answering
        .from('memberships as managing')
        .join('accounts as manager', 'manager.id', 'managing.account_id')
        .whereRaw('managing.parcours_id = parcours.id')
        .where({ 'managing.privilege': 'admin', 'manager.suspended_at': null }),
    );
}

/** Limits a query of `places` that joins `parcours` to what people without an account see. */
export function onlyOpenPlaces(query: Knex.QueryBuilder): void {
  onlyOpen(query);
  query
    .where(PUBLIC_PLACE)
    .whereNotExists((reports) => onlyHiding(reports.from('reports').whereRaw('reports.place_id = places.id')));
}

const openBySlug = compiled<OpenParcoursRow, readonly [Slug]>((reader, [slug]) => {
  const query = reader('parcours').where({ 'parcours.slug': slug }).select('parcours.*');
  onlyOpen(query);
  return query;
});

/** The open parcours with this slug. */
export async function findOpenParcours(reader: Reader, slug: Slug): Promise<OpenParcoursRow | undefined> {
  return (await openBySlug(reader, [slug]))[0];
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

/** Where people without an account see a place; undefined if they don't. */
export async function findWhereOpen(
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

/** How many places of a parcours people without an account see, and how many seconds of audio these have. */
export async function measureOpen(
  reader: Reader,
  parcoursId: ParcoursId,
): Promise<{ readonly places: number; readonly audioS: number }> {
  const query = reader('places')
    .join('parcours', 'parcours.id', 'places.parcours_id')
    .leftJoin('media', 'media.sha256', 'places.media_sha256')
    .where('parcours.id', parcoursId);
  onlyOpenPlaces(query);
  const [row] = await query.select<{ places: number; audioS: number }[]>(
    reader.raw('count(*) as places'),
    reader.raw('coalesce(sum(media.duration_s), 0) as ??', ['audioS']),
  );
  return { places: Number(row?.places ?? 0), audioS: Number(row?.audioS ?? 0) };
}

/** The place with this id, if people without an account see it on this parcours. */
export async function findOpenPlace(
  reader: Reader,
  id: PlaceId,
  parcoursId: ParcoursId,
): Promise<PlaceWithMediaRow | undefined> {
  const query = placesWithMedia(reader)
    .join('parcours', 'parcours.id', 'places.parcours_id')
    .where({ 'places.id': id, 'parcours.id': parcoursId });
  onlyOpenPlaces(query);
  return (await query)[0];
}

const openListVersions = compiled<{ readonly version: string }, readonly [ParcoursId]>((reader, [parcoursId]) => {
  const query = reader('parcours')
    .join('list_versions', 'list_versions.parcours_id', 'parcours.id')
    .where('parcours.id', parcoursId)
    .select('list_versions.version');
  onlyOpen(query);
  return query;
});

const placeReports = compiled<Pick<ReportRow, 'id' | 'closed_at'>, readonly [ParcoursId]>((reader, [parcoursId]) =>
  reader('reports')
    .join('places', 'places.id', 'reports.place_id')
    .where({ 'places.parcours_id': parcoursId, 'reports.is_outside': false })
    .orderBy('reports.id')
    .select('reports.id', 'reports.closed_at'),
);

/**
 * Returns the version of the list of an open parcours' places, which changes whenever people without an account see
 * others, and does not return to one that it had before; undefined if it isn't open.
 */
export async function findOpenListVersion(reader: Reader, parcoursId: ParcoursId): Promise<string | undefined> {
  const [list] = await openListVersions(reader, [parcoursId]);
  if (list === undefined) return undefined;
  const reports = await placeReports(reader, [parcoursId]);
  const open = reports.filter(({ closed_at }) => closed_at === null).map(({ id }) => id);
  return `${list.version} open ${open.join()} closed ${reports.length - open.length}`;
}

const openlyHeard = HEARD_IN.map((table) =>
  compiled<unknown, readonly [Slug, string]>((reader, [slug, sha256]) => {
    const query = reader(table)
      .where({ [`${table}.media_sha256`]: sha256, 'parcours.slug': slug })
      .limit(1)
      .select(`${table}.id`);
    if (table === 'tellings') query.join('places', 'places.id', 'tellings.place_id');
    query.join('parcours', 'parcours.id', 'places.parcours_id');
    onlyOpenPlaces(query);
    return query;
  }),
);

/** Whether people without an account hear this audio on the open parcours with this slug. */
export async function isHeardOpenly(reader: Reader, slug: Slug, sha256: string): Promise<boolean> {
  for (const heard of openlyHeard) {
    if ((await heard(reader, [slug, sha256])).length > 0) return true;
  }
  return false;
}

/** How much there is to hear on an open parcours. */
export interface OpenSummary {
  readonly parcours_id: ParcoursId;
  readonly places: number;
  readonly stories: number;
  readonly audio_s: number;
}

/** Summarizes the places of the catalogue's parcours that people without an account see; without parcours that have none. */
export async function summarizeCatalogue(reader: Reader): Promise<OpenSummary[]> {
  const query = reader('places')
    .join('parcours', 'parcours.id', 'places.parcours_id')
    .leftJoin('media', 'media.sha256', 'places.media_sha256')
    .where({ 'parcours.visibility': 'catalogue' })
    .groupBy('parcours.id')
    .select<OpenSummary[]>(
      'parcours.id as parcours_id',
      reader.raw('count(*) as places'),
      reader.raw('count(places.media_sha256) as stories'),
      reader.raw('coalesce(sum(media.duration_s), 0) as audio_s'),
    );
  onlyOpenPlaces(query);
  return (await query).map(({ parcours_id, places, stories, audio_s }) => ({
    parcours_id,
    ...{ places: Number(places), stories: Number(stories), audio_s: Number(audio_s) },
  }));
}

/** What the catalogue's parcours are called in this language; without parcours that have no name in it. */
export async function listCatalogueNames(reader: Reader, language: string): Promise<ParcoursWordsRow[]> {
  const query = reader('parcours_words')
    .join('parcours', 'parcours.id', 'parcours_words.parcours_id')
    .where({ 'parcours.visibility': 'catalogue', 'parcours_words.language': language })
    .select<ParcoursWordsRow[]>('parcours_words.*');
  onlyOpen(query);
  return query;
}

/** Where a parcours begins. */
export interface OpenStart {
  readonly parcours_id: ParcoursId;
  /** The beginning of a shape's GeoJSON text, {@link START_CHARS} long. */
  readonly begins: string;
}

/** As much of a shape as is sure to have its first position. */
const START_CHARS = 200;

/** The first place in the order of each of the catalogue's parcours, among those that people without an account see. */
export async function listCatalogueStarts(reader: Reader): Promise<OpenStart[]> {
  const order = 'order by places.step is null, places.step, places.id';
  const ranked = reader('places')
    .join('parcours', 'parcours.id', 'places.parcours_id')
    .where({ 'parcours.visibility': 'catalogue' })
    .select('places.id', reader.raw(`row_number() over (partition by places.parcours_id ${order}) as position`));
  onlyOpenPlaces(ranked);
  return reader('places')
    .join(ranked.as('ranked'), 'ranked.id', 'places.id')
    .where({ 'ranked.position': 1 })
    .select<OpenStart[]>('places.parcours_id', reader.raw('substr(places.geometry, 1, ?) as begins', [START_CHARS]));
}
