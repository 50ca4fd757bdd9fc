import type { ParcoursId, PlaceId, UserId } from '../../contracts/vocabulary.ts';
import type { Reader, Transactor } from './database.ts';

/** A row of places. */
export interface PlaceRow {
  readonly id: PlaceId;
  readonly parcours_id: ParcoursId;
  /** Null once the author's account is gone. */
  readonly author_id: UserId | null;
  readonly name: string;
  readonly kind: string;
  /** GeoJSON text. */
  readonly geometry: string;
  readonly media_sha256: string | null;
  /** True until its author saves it; SQLite returns 1 and 0. */
  readonly is_draft: boolean | number;
  readonly created_at: string;
}

/** A place with its audio's columns; all null if it has none. */
export interface PlaceWithMediaRow extends PlaceRow {
  readonly extension: string | null;
  readonly size_bytes: number | string | null;
  readonly duration_s: number | null;
  /** Null if the audio has no waveform. */
  readonly peaks_sha256: string | null;
  /** Null if the audio has no rendition. */
  readonly rendition_sha256: string | null;
  /** Null if the audio has no rendition. */
  readonly rendition_bytes: number | string | null;
  readonly loudness_lufs: number | null;
}

const MEDIA_COLUMNS = [
  'extension',
  'size_bytes',
  'duration_s',
  'peaks_sha256',
  'rendition_sha256',
  'rendition_bytes',
  'loudness_lufs',
];

/** The place with this id. */
export async function findPlace(reader: Reader, id: PlaceId): Promise<PlaceWithMediaRow | undefined> {
  const [row] = await placesWithMedia(reader).where('places.id', id);
  return row;
}

/** The places of those of these parcours that this account is a member of, oldest first, without drafts. */
export async function listPlaces(
  reader: Reader,
  parcoursIds: readonly ParcoursId[],
  accountId: UserId,
): Promise<PlaceWithMediaRow[]> {
  return placesWithMedia(reader)
    .join('memberships', 'memberships.parcours_id', 'places.parcours_id')
    .where('memberships.account_id', accountId)
    .whereIn('places.parcours_id', parcoursIds)
    .where('places.is_draft', false)
    .orderBy('places.id');
}

/**
 * The places that an account made on parcours that this reader is a member of, newest first; only on `parcoursIds` if
 * given. Drafts are listed for their author alone.
 */
export async function listPlacesBy(
  reader: Reader,
  authorId: UserId,
  readerId: UserId,
  parcoursIds?: readonly ParcoursId[],
): Promise<PlaceWithMediaRow[]> {
  const query = placesWithMedia(reader)
    .join('memberships', 'memberships.parcours_id', 'places.parcours_id')
    .where('memberships.account_id', readerId)
    .where('places.author_id', authorId)
    .orderBy('places.id', 'desc');
  if (readerId !== authorId) query.where('places.is_draft', false);
  return parcoursIds === undefined ? query : query.whereIn('places.parcours_id', parcoursIds);
}

/**
 * Whether the account of this session may hear this audio, by the rules of the lists above: of a place on a parcours that it is a
 * member of, and of a draft only as its author. False once the session has ended.
 *
 * @param now ISO 8601 in UTC.
 */
export async function mayHearInSession(
  reader: Reader,
  sessionId: string,
  sha256: string,
  now: string,
): Promise<boolean> {
  const heard = await reader('sessions')
    .join('memberships', 'memberships.account_id', 'sessions.account_id')
    .join('places', 'places.parcours_id', 'memberships.parcours_id')
    .where({ 'sessions.id': sessionId, 'places.media_sha256': sha256 })
    .where('sessions.expires_at', '>', now)
    .where((place) =>
      place.where('places.is_draft', false).orWhere('places.author_id', reader.ref('sessions.account_id')),
    )
    .first('places.id');
  return heard !== undefined;
}

/** What tells most changes of a parcours' places without reading their geometries; drafts don't count. */
export interface PlacesSummary {
  readonly stories: number;
  readonly places: number;
  readonly lastId: number;
  readonly geometryBytes: number;
}

/** The summary of a parcours' places. */
export async function summarizePlaces(reader: Reader, parcoursId: ParcoursId): Promise<PlacesSummary> {
  const [row] = await publishedOf(reader, parcoursId).select<
    { [column in keyof PlacesSummary]: number | string | null }[]
  >(
    reader.raw('count(media_sha256) as stories'),
    reader.raw('count(*) as places'),
    reader.raw('max(id) as ??', ['lastId']),
    reader.raw('sum(octet_length(geometry)) as ??', ['geometryBytes']),
  );
  return {
    stories: Number(row?.stories ?? 0),
    places: Number(row?.places ?? 0),
    lastId: Number(row?.lastId ?? 0),
    geometryBytes: Number(row?.geometryBytes ?? 0),
  };
}

/** The number of places on a parcours, and the bytes of their shapes; with an author, of theirs alone. Drafts count. */
export async function measurePlaces(
  reader: Reader,
  parcoursId: ParcoursId,
  authorId?: UserId,
): Promise<{ readonly places: number; readonly shapeBytes: number }> {
  const of = authorId === undefined ? {} : { author_id: authorId };
  // `octet_length` doesn't read the text.
  const [row] = await reader<PlaceRow>('places')
    .where({ parcours_id: parcoursId, ...of })
    .select<{ places: number | string; bytes: number | string | null }[]>(
      reader.raw('count(*) as places'),
      reader.raw('sum(octet_length(geometry)) as bytes'),
    );
  return { places: Number(row?.places ?? 0), shapeBytes: Number(row?.bytes ?? 0) };
}

/** The most that {@link listShapes} reads. */
export interface ShapesMost {
  readonly shapesMax: number;
  /** Larger shapes are left out. */
  readonly shapeBytesMax: number;
  readonly totalBytesMax: number;
}

/** The shapes of a parcours' first places, as GeoJSON text, without drafts. */
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

/** The columns of a new place; `is_draft` is false where it is left out. */
type NewPlaceRow = Omit<PlaceRow, 'id' | 'is_draft'> & Partial<Pick<PlaceRow, 'is_draft'>>;

/** Adds a place. */
export async function insertPlace(tx: Transactor, row: NewPlaceRow): Promise<PlaceId> {
  const [inserted] = await tx<PlaceRow>('places').insert(row).returning('id');
  if (inserted === undefined) throw new Error('Expected the new place id, got no row');
  return inserted.id;
}

/** Sets a place's audio. */
export async function setPlaceMedia(tx: Transactor, id: PlaceId, sha256: string): Promise<void> {
  await tx<PlaceRow>('places').where({ id }).update({ media_sha256: sha256 });
}

/** Changes a place's name or geometry (GeoJSON text), or publishes it. */
export async function changePlace(
  tx: Transactor,
  id: PlaceId,
  change: Partial<Pick<PlaceRow, 'name' | 'geometry' | 'is_draft'>>,
): Promise<void> {
  await tx<PlaceRow>('places').where({ id }).update(change);
}

/** Deletes a place, not its audio. */
export async function deletePlace(tx: Transactor, id: PlaceId): Promise<void> {
  await tx<PlaceRow>('places').where({ id }).delete();
}

/** The distinct SHA-256 of the audio of a parcours' places; null for places without audio. */
export async function listPlayedOn(reader: Reader, parcoursId: ParcoursId): Promise<(string | null)[]> {
  return reader<PlaceRow>('places').where({ parcours_id: parcoursId }).distinct().pluck('media_sha256');
}

/** Whether a place plays this audio. */
export async function isMediaPlayed(reader: Reader, sha256: string): Promise<boolean> {
  return (await reader<PlaceRow>('places').where({ media_sha256: sha256 }).first('id')) !== undefined;
}

function publishedOf(reader: Reader, parcoursId: ParcoursId) {
  return reader<PlaceRow>('places').where({ parcours_id: parcoursId, is_draft: false });
}

function placesWithMedia(reader: Reader) {
  return reader('places')
    .leftJoin('media', 'media.sha256', 'places.media_sha256')
    .select<PlaceWithMediaRow[]>('places.*', ...MEDIA_COLUMNS.map((column) => `media.${column}`));
}
