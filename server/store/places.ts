import type { Knex } from 'knex';
import type { ParcoursId, PlaceId, Privilege, UserId } from '../../contracts/vocabulary.ts';
import { compiled } from './compiled-queries.ts';
import type { Reader, Transactor } from './database.ts';
import { onlyModerated, onlyVisible, onlyVisibleToMember, PUBLIC_PLACE, WAITING_PLACE } from './place-visibility.ts';

/** A row of places. */
export interface PlaceRow {
  readonly id: PlaceId;
  readonly parcours_id: ParcoursId;
  /** Null after the author's account was deleted. */
  readonly author_id: UserId | null;
  readonly name: string;
  readonly kind: string;
  /** GeoJSON text. */
  readonly geometry: string;
  readonly media_sha256: string | null;
  /** The sender of the audio; null without audio, and after that account was deleted. */
  readonly audio_by: UserId | null;
  /** True until its author saves it; SQLite returns 1 and 0. */
  readonly is_draft: boolean | number;
  readonly created_at: string;
  /** Null unless it was deleted; it can then be restored for some time. */
  readonly deleted_at: string | null;
  /** True if an admin of the site deleted it; SQLite returns 1 and 0. */
  readonly is_removed: boolean | number;
  /** The privilege of an editor or admin of the parcours who deleted somebody else's place; null otherwise. */
  readonly deleted_as: Privilege | null;
  /** Null unless an admin of the site hid it. */
  readonly hidden_at: string | null;
  /** Null if it needs no approval, or was approved. */
  readonly approval: 'waiting' | 'refused' | null;
  /** Its position in the order of its parcours, ascending with gaps; null without one. */
  readonly step: number | null;
  /** True if it is planned, and only a shape for others to fill; SQLite returns 1 and 0. */
  readonly is_planned: boolean | number;
  /** The account that is asked to fill a planned place. */
  readonly asked_id: UserId | null;
  /** The planned place that this one fills, which may be deleted for good; null once this one is public. */
  readonly plan_id: PlaceId | null;
}

/** The columns of audio; all null if there is none. */
export interface HeardRow extends Pick<PlaceRow, 'media_sha256'> {
  readonly extension: string | null;
  readonly size_bytes: number | null;
  readonly duration_s: number | null;
  readonly peaks_sha256: string | null;
  readonly rendition_sha256: string | null;
  readonly rendition_bytes: number | null;
  readonly loudness_lufs: number | null;
}

/** A place with its audio's columns. */
export interface PlaceWithMediaRow extends PlaceRow, HeardRow {}

/** The columns about the files of a place's audio. */
export type PlaceMediaRow = Pick<
  PlaceWithMediaRow,
  'media_sha256' | 'extension' | 'size_bytes' | 'peaks_sha256' | 'rendition_sha256' | 'rendition_bytes'
>;

/** The columns of `media` that a {@link HeardRow} has. */
export const MEDIA_COLUMNS = [
  'media.extension',
  'media.size_bytes',
  'media.duration_s',
  'media.peaks_sha256',
  'media.rendition_sha256',
  'media.rendition_bytes',
  'media.loudness_lufs',
];

/** The place with this id, unless it is deleted or not visible to this account, member of the parcours or not. */
export async function findPlace(
  reader: Reader,
  id: PlaceId,
  accountId: UserId,
): Promise<PlaceWithMediaRow | undefined> {
  const query = placesWithMedia(reader).where('places.id', id);
  onlyVisible(query, accountId);
  const [row] = await query;
  return row;
}

/** The place with this id, even if deleted or hidden. */
export async function findAnyPlace(reader: Reader, id: PlaceId): Promise<PlaceWithMediaRow | undefined> {
  const [row] = await placesWithMedia(reader).where('places.id', id);
  return row;
}

/** The places with these ids, even if deleted or hidden, oldest first. */
export async function findAnyPlaces(reader: Reader, ids: readonly PlaceId[]): Promise<PlaceWithMediaRow[]> {
  return placesWithMedia(reader)
    .whereIn('places.id', [...ids])
    .orderBy('places.id');
}

/** The places of a parcours that wait for approval, oldest first, with their authors' names. */
export async function listWaitingPlaces(
  reader: Reader,
  parcoursId: ParcoursId,
): Promise<(PlaceWithMediaRow & { readonly author_name: string | null })[]> {
  return placesWithMedia(reader)
    .leftJoin('accounts', 'accounts.id', 'places.author_id')
    .select<(PlaceWithMediaRow & { readonly author_name: string | null })[]>('accounts.name as author_name')
    .where({ 'places.parcours_id': parcoursId, ...WAITING_PLACE })
    .orderBy('places.id');
}

/** Who made the places of a parcours, whatever their visibility, and when; oldest first. */
export async function listOrigins(
  reader: Reader,
  parcoursId: ParcoursId,
): Promise<
  (Pick<PlaceRow, 'id' | 'author_id' | 'is_draft' | 'created_at'> & { readonly author_name: string | null })[]
> {
  return reader('places')
    .leftJoin('accounts', 'accounts.id', 'places.author_id')
    .where({ 'places.parcours_id': parcoursId, 'places.deleted_at': null })
    .orderBy('places.id')
    .select('places.id', 'places.author_id', 'places.is_draft', 'places.created_at', 'accounts.name as author_name');
}

/**
 * The places that an account made on parcours that this reader is a member of, newest first; only on `parcoursIds` if
 * given. Places that are not public are listed for their author alone.
 */
export async function listPlacesBy(
  reader: Reader,
  authorId: UserId,
  readerId: UserId,
  parcoursIds?: readonly ParcoursId[],
): Promise<PlaceWithMediaRow[]> {
  const query = placesWithMedia(reader).where('places.author_id', authorId).orderBy('places.id', 'desc');
  if (readerId !== authorId) query.where(PUBLIC_PLACE);
  if (parcoursIds !== undefined) query.whereIn('places.parcours_id', parcoursIds);
  onlyVisibleToMember(query, readerId);
  return query;
}

/**
 * Whether the account of this session may hear this audio now: of a place that it may see as a member. For moderation,
 * an admin of the site also hears any place but another account's draft, and audio with an open report. False once the session has ended.
 */
export async function mayHearInSession(
  reader: Reader,
  sessionId: string,
  sha256: string,
  now: string,
): Promise<boolean> {
  const values = [sha256, sessionId, now] as const;
  for (const heardBy of HEARD) {
    if ((await heardBy(reader, values)).length > 0) return true;
  }
  return false;
}

/** In a place, or in one of its tellings: two queries, each of which finds the audio by its index. */
export const HEARD_IN = ['places', 'tellings'] as const;

const heardByMember = HEARD_IN.map((table) =>
  compiled<unknown, readonly [string, string, string]>((reader, values) => {
    const query = placesThatPlay(table, reader, values);
    onlyVisibleToMember(query, reader.ref('sessions.account_id'));
    return query;
  }),
);

const heardByAdmin = HEARD_IN.map((table) =>
  compiled<unknown, readonly [string, string, string]>((reader, values) =>
    onlyModerated(placesThatPlay(table, reader, values), reader.ref('sessions.account_id')),
  ),
);

/** As the audio of a reported place, or of one of its tellings. */
const REPORTED_IN = ['reports', 'report_sounds'] as const;

const heardAsReported = REPORTED_IN.map((table) =>
  compiled<unknown, readonly [string, string, string]>((reader, values) => {
    const query = rowsWith(table, reader, values);
    if (table === 'report_sounds') query.join('reports', 'reports.id', 'report_sounds.report_id');
    return query.where({ 'accounts.role': 'admin', 'reports.closed_at': null });
  }),
);

const HEARD = [...heardByMember, ...heardByAdmin, ...heardAsReported];

function placesThatPlay(
  table: (typeof HEARD_IN)[number],
  reader: Reader,
  values: readonly [string, string, string],
): Knex.QueryBuilder {
  const query = rowsWith(table, reader, values);
  return table === 'places' ? query : query.join('places', 'places.id', 'tellings.place_id');
}

/** Joins session and account, so that a lookup is one query: each request for a range of a recording makes one. */
function rowsWith(
  table: (typeof HEARD_IN | typeof REPORTED_IN)[number],
  reader: Reader,
  [sha256, sessionId, now]: readonly [sha256: string, sessionId: string, now: string],
): Knex.QueryBuilder {
  return reader(table)
    .join('sessions', (join) => join.onVal('sessions.id', sessionId).andOnVal('sessions.expires_at', '>', now))
    .join('accounts', 'accounts.id', 'sessions.account_id')
    .where({ [`${table}.media_sha256`]: sha256, 'accounts.suspended_at': null })
    .limit(1)
    .select(`${table}.id`);
}

/** A summary of a parcours' public places that most changes alter; computed without reading geometries. */
interface PlacesSummary {
  readonly stories: number;
  readonly places: number;
  readonly lastId: number;
  readonly geometryBytes: number;
}

/** The summary of a parcours' places. */
export async function summarizePlaces(reader: Reader, parcoursId: ParcoursId): Promise<PlacesSummary> {
  const [row] = await publishedOf(reader, parcoursId).select<{ [column in keyof PlacesSummary]: number | null }[]>(
    reader.raw('count(media_sha256) as stories'),
    reader.raw('count(*) as places'),
    reader.raw('max(id) as ??', ['lastId']),
    reader.raw('sum(octet_length(geometry)) as ??', ['geometryBytes']),
  );
  return {
    stories: row?.stories ?? 0,
    places: row?.places ?? 0,
    lastId: row?.lastId ?? 0,
    geometryBytes: row?.geometryBytes ?? 0,
  };
}

/** How many places wait for approval on each of this account's parcours; parcours without any are left out. */
export async function countWaiting(reader: Reader, accountId: UserId): Promise<ReadonlyMap<ParcoursId, number>> {
  const rows = await reader('places')
    .join('memberships', 'memberships.parcours_id', 'places.parcours_id')
    .where({ ...WAITING_PLACE, 'memberships.account_id': accountId })
    .groupBy('places.parcours_id')
    .select<{ parcours_id: ParcoursId; waiting: number }[]>('places.parcours_id', reader.raw('count(*) as waiting'));
  return new Map(rows.map(({ parcours_id, waiting }) => [parcours_id, waiting]));
}

/**
 * How many places of each of this account's parcours all members see, and how many seconds of audio these have; parcours
 * without any are left out.
 */
export async function countPublic(
  reader: Reader,
  accountId: UserId,
): Promise<ReadonlyMap<ParcoursId, { readonly places: number; readonly audioS: number }>> {
  const rows = await reader('places')
    .join('memberships', 'memberships.parcours_id', 'places.parcours_id')
    .leftJoin('media', 'media.sha256', 'places.media_sha256')
    .where({ ...PUBLIC_PLACE, 'memberships.account_id': accountId })
    .groupBy('places.parcours_id')
    .select<{ parcours_id: ParcoursId; places: number; audioS: number }[]>(
      'places.parcours_id',
      reader.raw('count(*) as places'),
      reader.raw('coalesce(sum(media.duration_s), 0) as ??', ['audioS']),
    );
  return new Map(rows.map(({ parcours_id, places, audioS }) => [parcours_id, { places, audioS }]));
}

/** A number of places, and the total bytes of their shapes. */
export interface PlacesMeasure {
  readonly places: number;
  readonly shapeBytes: number;
}

/** Measures the places of a parcours, or of one author there, perhaps without one. Drafts count, deleted places don't. */
export async function measurePlaces(
  reader: Reader,
  parcoursId: ParcoursId,
  { authorId, without }: { readonly authorId?: UserId; readonly without?: PlaceId | undefined } = {},
): Promise<PlacesMeasure> {
  const query = reader('places').where({ parcours_id: parcoursId, deleted_at: null });
  if (authorId !== undefined) query.where({ author_id: authorId });
  if (without !== undefined) query.whereNot({ id: without });
  return measure(reader, query);
}

/** Measures an author's places on all parcours, including deleted ones that can be restored. */
export async function measurePlacesBy(reader: Reader, authorId: UserId): Promise<PlacesMeasure> {
  return measure(reader, reader('places').where({ author_id: authorId }));
}

/** Measures the places of a query of `places`. */
export async function measure(reader: Reader, places: Knex.QueryBuilder): Promise<PlacesMeasure> {
  // `octet_length` doesn't read the text.
  const [row] = await places.select<{ places: number; bytes: number | null }[]>(
    reader.raw('count(*) as places'),
    reader.raw('sum(octet_length(geometry)) as bytes'),
  );
  return { places: row?.places ?? 0, shapeBytes: row?.bytes ?? 0 };
}

interface ShapesMost {
  readonly shapesMax: number;
  /** Larger shapes are left out. */
  readonly shapeBytesMax: number;
  readonly totalBytesMax: number;
}

/** The shapes of a parcours' first public places, as GeoJSON text. */
export async function listShapes(
  reader: Reader,
  parcoursId: ParcoursId,
  { shapesMax, shapeBytesMax, totalBytesMax }: ShapesMost,
): Promise<string[]> {
  // `octet_length` doesn't read the text.
  const sized = publishedOf(reader, parcoursId)
    .whereRaw('octet_length(geometry) <= ?', [shapeBytesMax])
    .orderBy('id')
    .limit(shapesMax)
    .select('id', reader.raw('octet_length(geometry) as bytes'));
  const summed = reader(sized.as('sized')).select('id', reader.raw('sum(bytes) over (order by id) as total'));
  const first = reader(summed.as('summed')).where('total', '<=', totalBytesMax).select('id');
  return reader<PlaceRow>('places').whereIn('id', first).orderBy('id').pluck('geometry');
}

/** Columns that may be set at the creation or later. */
type VisibilityColumns = Pick<
  PlaceRow,
  'is_draft' | 'deleted_at' | 'is_removed' | 'deleted_as' | 'hidden_at' | 'approval'
>;

type PlanColumns = Pick<PlaceRow, 'is_planned' | 'asked_id' | 'plan_id'>;

/** The columns of a new place; it is public if the optional ones are left out. */
type NewPlaceRow = Omit<PlaceRow, 'id' | 'audio_by' | 'step' | keyof VisibilityColumns | keyof PlanColumns> &
  Partial<VisibilityColumns & PlanColumns & Pick<PlaceRow, 'audio_by'>>;

/** Adds a place. */
export async function insertPlace(tx: Transactor, row: NewPlaceRow): Promise<PlaceId> {
  const [inserted] = await tx<PlaceRow>('places').insert(row).returning('id');
  if (inserted === undefined) throw new Error('Expected the new place id, got no row');
  return inserted.id;
}

/** Sets a place's audio and the account that sent it. */
export async function setPlaceMedia(tx: Transactor, id: PlaceId, sha256: string, by: UserId | null): Promise<void> {
  await tx<PlaceRow>('places').where({ id }).update({ media_sha256: sha256, audio_by: by });
}

type PlaceChange = Partial<
  Pick<PlaceRow, 'parcours_id' | 'name' | 'geometry' | 'step'> & VisibilityColumns & Omit<PlanColumns, 'is_planned'>
>;

/** Changes a place's parcours, name, geometry (GeoJSON text), visibility, plan or number. */
export async function changePlace(tx: Transactor, id: PlaceId, change: PlaceChange): Promise<void> {
  await changePlaces(tx, [id], change);
}

/** The same for several places. */
export async function changePlaces(tx: Transactor, ids: readonly PlaceId[], change: PlaceChange): Promise<void> {
  await tx<PlaceRow>('places')
    .whereIn('id', [...ids])
    .update(change);
}

/** Deletes a place permanently, but not its audio. */
export async function deletePlace(tx: Transactor, id: PlaceId): Promise<void> {
  await tx<PlaceRow>('places').where({ id }).delete();
}

/** The SHA-256 of the audio of a parcours' places, even deleted, of their tellings and of reports; null for none. */
export async function listPlayedOn(reader: Reader, parcoursId: ParcoursId): Promise<(string | null)[]> {
  const places = reader('places').where({ parcours_id: parcoursId });
  const of = (table: string) => reader(table).whereIn('place_id', places.clone().select('id'));
  const played: (string | null)[] = [];
  const told = reader('report_sounds').whereIn('report_id', of('reports').select('id'));
  for (const query of [places.clone(), of('tellings'), of('reports'), told]) {
    played.push(...(await query.distinct().pluck('media_sha256')));
  }
  return played;
}

/** The ids of this author's places on this parcours that play one of these files, or whose tellings do, without deleted or hidden ones. */
export async function listShownThatPlay(
  reader: Reader,
  { parcours_id, author_id }: Pick<PlaceRow, 'parcours_id' | 'author_id'>,
  hashes: readonly string[],
): Promise<PlaceId[]> {
  return reader<PlaceRow>('places')
    .where({ parcours_id, author_id, deleted_at: null, hidden_at: null })
    .where((playing) =>
      playing
        .whereIn('media_sha256', hashes)
        .orWhereIn('id', reader('tellings').whereIn('media_sha256', hashes).select('place_id')),
    )
    .orderBy('id')
    .pluck('id');
}

/** Whether a place or a telling plays this audio, or would if it were restored. */
export async function isMediaPlayed(reader: Reader, sha256: string): Promise<boolean> {
  for (const table of HEARD_IN) {
    if ((await reader(table).where({ media_sha256: sha256 }).first('id')) !== undefined) return true;
  }
  return false;
}

function publishedOf(reader: Reader, parcoursId: ParcoursId) {
  return reader('places').where({ 'places.parcours_id': parcoursId, ...PUBLIC_PLACE });
}

/** Places, whatever their visibility, with their audio's columns. */
export function placesWithMedia(reader: Reader) {
  return reader('places')
    .leftJoin('media', 'media.sha256', 'places.media_sha256')
    .select<PlaceWithMediaRow[]>('places.*', ...MEDIA_COLUMNS);
}
