import type { Knex } from 'knex';
import type { TellingKey } from '../../contracts/telling.ts';
import type { PictureId, PlaceId, UserId } from '../../contracts/vocabulary.ts';
import { countRows } from './aggregates.ts';
import type { Reader, Transactor } from './database.ts';
import type { ParcoursRow } from './parcours.ts';
import { type HeardRow, MEDIA_COLUMNS, type PlaceRow } from './places.ts';

/** A row of tellings. */
export interface TellingRow extends TellingKey {
  readonly id: number;
  readonly place_id: PlaceId;
  /** Empty for the place's own name. */
  readonly name: string;
  /** Markdown. */
  readonly text: string;
  readonly link: string | null;
  /** WebVTT. */
  readonly transcript: string | null;
  /** Null without a transcript. */
  readonly transcript_state: 'draft' | 'approved' | null;
  /** Null for the place's own sound. */
  readonly media_sha256: string | null;
  /** The sender of the sound; null without one, and after that account was deleted. */
  readonly audio_by: UserId | null;
  /** When its words were last changed, or when it was added. */
  readonly changed_at: string;
  /** Null if nobody wrote words, and after that account was deleted. */
  readonly changed_by: UserId | null;
}

/** A telling with the columns of its own sound. */
export interface TellingWithMediaRow extends TellingRow, HeardRow {}

/** A row of picture_words: a description in one telling. */
export interface PictureWordsRow extends TellingKey {
  readonly picture_id: PictureId;
  readonly description: string;
}

/** Places of one parcours, without deleted ones and drafts: those with ids from `first` to `last`. */
export interface PlacesRange {
  readonly parcoursId: PlaceRow['parcours_id'];
  readonly first: PlaceId;
  readonly last: PlaceId;
}

/** One place, whatever it is, or several. */
export type SomePlaces = PlaceId | readonly PlaceId[] | PlacesRange;

/** A query of the ids of these places. */
export function idsOf(reader: Reader, places: SomePlaces): Knex.QueryBuilder {
  if (typeof places === 'number') return reader('places').where({ id: places }).select('id');
  if (!('first' in places)) return reader('places').whereIn('id', places).select('id');
  const { parcoursId: parcours_id, first, last } = places;
  const listed = { parcours_id, deleted_at: null, is_draft: false };
  return reader('places').where(listed).whereBetween('id', [first, last]).select('id');
}

/** The tellings of these places, oldest first. */
export async function listTellings(reader: Reader, places: SomePlaces): Promise<TellingWithMediaRow[]> {
  return withMedia(reader).whereIn('place_id', idsOf(reader, places));
}

/** One telling of a place. */
export async function findTelling(
  reader: Reader,
  placeId: PlaceId,
  { language, kind }: TellingKey,
): Promise<TellingWithMediaRow | undefined> {
  const [row] = await withMedia(reader).where({ place_id: placeId, language, kind });
  return row;
}

/** The number of tellings of a place. */
export async function countTellings(reader: Reader, placeId: PlaceId): Promise<number> {
  return countRows(reader('tellings').where({ place_id: placeId }));
}

/** Whether any of these places has a telling. */
export async function isAnyTold(reader: Reader, placeIds: readonly PlaceId[]): Promise<boolean> {
  return (
    (await reader('tellings')
      .whereIn('place_id', [...placeIds])
      .first('id')) !== undefined
  );
}

/** A sound of a telling. */
export interface TellingSoundRow extends TellingKey, Pick<TellingRow, 'place_id' | 'audio_by'> {
  readonly media_sha256: string;
}

/** The sounds that the tellings of these places have of their own. */
export async function listTellingSounds(reader: Reader, placeIds: readonly PlaceId[]): Promise<TellingSoundRow[]> {
  return reader('tellings')
    .whereIn('place_id', [...placeIds])
    .whereNotNull('media_sha256')
    .orderBy('id')
    .select<TellingSoundRow[]>('place_id', 'language', 'kind', 'media_sha256', 'audio_by');
}

/** The same, with the columns of their files. */
export async function listTellingMedia(
  reader: Reader,
  places: SomePlaces,
): Promise<(HeardRow & Omit<TellingSoundRow, 'audio_by'>)[]> {
  return reader('tellings')
    .join('media', 'media.sha256', 'tellings.media_sha256')
    .whereIn('place_id', idsOf(reader, places))
    .orderBy('tellings.id')
    .select('place_id', 'language', 'kind', 'media_sha256', ...MEDIA_COLUMNS);
}

type TellingChange = Partial<Omit<TellingRow, 'id' | 'place_id' | keyof TellingKey>>;

const EMPTY = { name: '', text: '', link: null, transcript: null, transcript_state: null, media_sha256: null };

/** Changes a telling, or adds it. @param now when it was added: its writer is noted by `change`, if it has one */
export async function putTelling(
  tx: Transactor,
  place_id: PlaceId,
  { language, kind }: TellingKey,
  change: TellingChange,
  now: string,
): Promise<void> {
  await tx<TellingRow>('tellings')
    .insert({ place_id, language, kind, ...EMPTY, changed_at: now, ...change })
    .onConflict(['place_id', 'language', 'kind'])
    .merge(change);
}

/** Makes the transcript of a telling a draft, because its sound is another. */
export async function unapproveTranscript(
  tx: Transactor,
  place_id: PlaceId,
  { language, kind }: TellingKey,
): Promise<void> {
  const approved = { place_id, language, kind, transcript_state: 'approved' as const };
  await tx<TellingRow>('tellings').where(approved).update({ transcript_state: 'draft' });
}

/** The same for the place itself. */
export async function unapproveOwnTranscript(
  tx: Transactor,
  { id, parcours_id }: Pick<PlaceRow, 'id' | 'parcours_id'>,
): Promise<void> {
  const parcours = await tx<ParcoursRow>('parcours').where({ id: parcours_id }).first('language');
  if (parcours !== undefined) await unapproveTranscript(tx, id, { language: parcours.language, kind: 'standard' });
}

/** Deletes a telling with its descriptions of pictures. Its sound may now be unused. */
export async function deleteTelling(tx: Transactor, placeId: PlaceId, key: TellingKey): Promise<void> {
  await setPictureWords(tx, placeId, key, []);
  await tx<TellingRow>('tellings').where({ place_id: placeId, language: key.language, kind: key.kind }).delete();
}

/** Deletes the tellings of a place that say nothing: no word, no sound, and no description of a picture. */
export async function deleteEmptyTellings(tx: Transactor, place_id: PlaceId): Promise<void> {
  const { transcript_state: _, ...empty } = EMPTY;
  const described = pictureWords(tx)
    .where('pictures.place_id', place_id)
    .where('picture_words.language', tx.ref('tellings.language'))
    .where('picture_words.kind', tx.ref('tellings.kind'));
  await tx<TellingRow>('tellings')
    .where({ place_id, ...empty })
    .whereNotExists(described)
    .delete();
}

/** Gives tellings of kind `standard` on a parcours, deleted places included, another language. */
export async function relabelTellings(
  tx: Transactor,
  parcoursId: PlaceRow['parcours_id'],
  from: string,
  to: string,
): Promise<void> {
  const places = tx('places').where({ parcours_id: parcoursId }).select('id');
  const pictures = tx('pictures').whereIn('place_id', places).select('id');
  const standard = { language: from, kind: 'standard' };
  await tx('tellings').where(standard).whereIn('place_id', places).update({ language: to });
  await tx('picture_words').where(standard).whereIn('picture_id', pictures).update({ language: to });
}

/** Whether a place of a parcours, perhaps a deleted one, has a telling of kind `standard` in this language. */
export async function isToldIn(
  reader: Reader,
  parcoursId: PlaceRow['parcours_id'],
  language: string,
): Promise<boolean> {
  const row = await reader('tellings')
    .join('places', 'places.id', 'tellings.place_id')
    .where({ 'places.parcours_id': parcoursId, 'tellings.language': language, 'tellings.kind': 'standard' })
    .first('tellings.id');
  return row !== undefined;
}

/** The descriptions of the pictures of these places, perhaps of one telling, in the order of the pictures. */
export async function listPictureWords(
  reader: Reader,
  places: SomePlaces,
  key?: TellingKey,
): Promise<(PictureWordsRow & Pick<TellingRow, 'place_id'>)[]> {
  const words = pictureWords(reader).whereIn('pictures.place_id', idsOf(reader, places));
  if (key !== undefined) words.where({ language: key.language, kind: key.kind });
  return words.orderBy(['pictures.position', 'pictures.id']).select('picture_words.*', 'pictures.place_id');
}

/** Replaces what a telling says of its place's pictures. */
export async function setPictureWords(
  tx: Transactor,
  placeId: PlaceId,
  { language, kind }: TellingKey,
  words: readonly Pick<PictureWordsRow, 'picture_id' | 'description'>[],
): Promise<void> {
  const pictures = tx('pictures').where({ place_id: placeId }).select('id');
  await tx('picture_words').where({ language, kind }).whereIn('picture_id', pictures).delete();
  if (words.length > 0) await tx('picture_words').insert(words.map((row) => ({ ...row, language, kind })));
}

/** The ids of a place's pictures. */
export async function listPictureIds(reader: Reader, placeId: PlaceId): Promise<PictureId[]> {
  return reader('pictures').where({ place_id: placeId }).pluck('id');
}

/** A telling of an account's own place, or that it wrote last or lent its voice to, with its place and its parcours. */
export interface OwnTellingRow
  extends TellingKey,
    Pick<TellingRow, 'text' | 'link' | 'transcript' | 'transcript_state' | 'media_sha256'> {
  readonly described: readonly Pick<PictureWordsRow, 'picture_id' | 'description'>[];
  /** Of the place, as its name. */
  readonly id: PlaceId;
  readonly name: string;
  readonly parcours_id: PlaceRow['parcours_id'];
  readonly title: string;
  readonly told_name: string;
  readonly extension: string | null;
  readonly duration_s: number | null;
}

/** The tellings that an account has a part in: its own words, its own voice, and all of its own places; oldest first. */
export async function listTellingsBy(reader: Reader, account: UserId): Promise<OwnTellingRow[]> {
  const own = () =>
    reader('tellings')
      .join('places', 'places.id', 'tellings.place_id')
      .where((own) =>
        own
          .where('places.author_id', account)
          .orWhere('tellings.changed_by', account)
          .orWhere('tellings.audio_by', account),
      );
  const rows = await own()
    .join('parcours', 'parcours.id', 'places.parcours_id')
    .leftJoin('media', 'media.sha256', 'tellings.media_sha256')
    .orderBy('tellings.id')
    .select<
      (OwnTellingRow & Pick<PlaceRow, 'author_id' | 'audio_by'> & Pick<TellingRow, 'changed_by'> & { row_id: number })[]
    >(
      ...['places.id', 'places.name', 'places.parcours_id', 'places.author_id', 'title', 'tellings.name as told_name'],
      ...[
        'tellings.id as row_id',
        'tellings.language',
        'tellings.kind',
        'text',
        'link',
        'transcript',
        'transcript_state',
        'tellings.media_sha256',
        'tellings.audio_by',
      ],
      ...['changed_by', 'extension', 'duration_s'],
    );
  const described = await own()
    .join('pictures', 'pictures.place_id', 'places.id')
    .join('picture_words', (words) =>
      words
        .on('picture_words.picture_id', 'pictures.id')
        .andOn('picture_words.language', 'tellings.language')
        .andOn('picture_words.kind', 'tellings.kind'),
    )
    .orderBy(['pictures.position', 'pictures.id'])
    .select<({ row_id: number } & OwnTellingRow['described'][number])[]>(
      ...['tellings.id as row_id', 'picture_id', 'description'],
    );
  const byTelling = new Map<number, OwnTellingRow['described'][number][]>(rows.map(({ row_id }) => [row_id, []]));
  for (const { row_id, picture_id, description } of described) byTelling.get(row_id)?.push({ picture_id, description });
  return rows.map(({ row_id, author_id, audio_by, changed_by, ...row }) => ({
    ...row,
    // Somebody else's words and voice are not the account's data.
    ...(author_id === account || changed_by === account
      ? { described: byTelling.get(row_id) ?? [] }
      : { told_name: '', text: '', link: null, transcript: null, transcript_state: null, described: [] }),
    ...(author_id === account || audio_by === account ? {} : { media_sha256: null }),
  }));
}

/**
 * Bytes of the texts of places, such as those of a parcours, that are neither name nor credits; of tellings that `writer`
 * changed last, if it is given.
 */
export async function sumWordBytes(
  reader: Reader,
  places: Partial<Pick<PlaceRow, 'parcours_id' | 'deleted_at'>>,
  writer?: UserId,
): Promise<number> {
  const ids = reader<PlaceRow>('places').where(places).select('id');
  const written = writer === undefined ? {} : { 'tellings.changed_by': writer };
  // `octet_length` doesn't read the text.
  const [told] = await reader('tellings')
    .whereIn('place_id', ids)
    .where(written)
    .select<{ bytes: number | null }[]>(
      reader.raw(
        `sum(octet_length(name) + octet_length(text) + coalesce(octet_length(link), 0)
          + coalesce(octet_length(transcript), 0)) as bytes`,
      ),
    );
  const [described] = await pictureWords(reader)
    .join('tellings', (telling) =>
      telling
        .on('tellings.place_id', 'pictures.place_id')
        .andOn('tellings.language', 'picture_words.language')
        .andOn('tellings.kind', 'picture_words.kind'),
    )
    .whereIn('pictures.place_id', ids)
    .where(written)
    .select<{ bytes: number | null }[]>(reader.raw('sum(octet_length(description)) as bytes'));
  return Number(told?.bytes ?? 0) + Number(described?.bytes ?? 0);
}

function withMedia(reader: Reader) {
  return reader('tellings')
    .leftJoin('media', 'media.sha256', 'tellings.media_sha256')
    .orderBy('tellings.id')
    .select<TellingWithMediaRow[]>('tellings.*', ...MEDIA_COLUMNS);
}

function pictureWords(reader: Reader) {
  return reader('picture_words').join('pictures', 'pictures.id', 'picture_words.picture_id');
}
