import type { Knex } from 'knex';
import type { ParcoursId, PictureId, PlaceId, UserId } from '../../contracts/vocabulary.ts';
import { countRows } from './aggregates.ts';
import type { Reader, Transactor } from './database.ts';
import type { MediaName } from './files.ts';
import { idsOf, type SomePlaces } from './tellings.ts';

/** A row of pictures. */
export interface PictureRow {
  readonly id: PictureId;
  readonly place_id: PlaceId;
  /** Ascending in the order of the place's pictures. */
  readonly position: number;
  readonly credit: string;
  /** Of its largest file, in pixels. */
  readonly width: number;
  readonly height: number;
  /** Null after that account was deleted. */
  readonly uploader_id: UserId | null;
  readonly created_at: string;
}

/** A row of picture_files. */
export interface PictureFileRow {
  readonly picture_id: PictureId;
  /** The file's extension. */
  readonly type: 'avif' | 'webp' | 'jpg';
  readonly width: number;
  readonly sha256: string;
  readonly size_bytes: number;
}

/** A picture with its files, the widest first. */
export interface PictureWithFiles extends PictureRow {
  readonly files: readonly PictureFileRow[];
}

/** The pictures of these places, those of each in their order. */
export async function listPictures(reader: Reader, places: SomePlaces): Promise<PictureWithFiles[]> {
  const rows = await reader('pictures')
    .whereIn('place_id', idsOf(reader, places))
    .orderBy(['place_id', 'position', 'id'])
    .select<PictureRow[]>('*');
  const files = await pictureFilesAt(reader, idsOf(reader, places))
    .orderBy([{ column: 'picture_id' }, { column: 'width', order: 'desc' }, { column: 'type' }])
    .select<PictureFileRow[]>('*');
  const byPicture = new Map<PictureId, PictureFileRow[]>(rows.map(({ id }) => [id, []]));
  for (const file of files) byPicture.get(file.picture_id)?.push(file);
  return rows.map((row) => ({ ...row, files: byPicture.get(row.id) ?? [] }));
}

/** The number of pictures of a place. */
export async function countPictures(reader: Reader, placeId: PlaceId): Promise<number> {
  return countRows(reader('pictures').where({ place_id: placeId }));
}

/** Adds a picture after the others of its place, with its files. */
export async function insertPicture(
  tx: Transactor,
  row: Omit<PictureRow, 'id' | 'position'>,
  files: readonly Omit<PictureFileRow, 'picture_id'>[],
): Promise<PictureId> {
  const last = await tx('pictures')
    .where({ place_id: row.place_id })
    .max<{ last: number | null }[]>('position as last');
  const position = (last[0]?.last ?? 0) + 1;
  const [inserted] = await tx<PictureRow>('pictures')
    .insert({ ...row, position })
    .returning('id');
  if (inserted === undefined) throw new Error('Expected the new picture id, got no row');
  await tx('picture_files').insert(files.map((file) => ({ ...file, picture_id: inserted.id })));
  return inserted.id;
}

/** Changes the credit or the position of a picture. */
export async function updatePicture(
  tx: Transactor,
  id: PictureId,
  change: Partial<Pick<PictureRow, 'credit' | 'position'>>,
): Promise<void> {
  await tx<PictureRow>('pictures').where({ id }).update(change);
}

/** Deletes a picture with its descriptions, but not its files. */
export async function deletePicture(tx: Transactor, id: PictureId): Promise<void> {
  await tx<PictureRow>('pictures').where({ id }).delete();
}

/** The stored files of a place's pictures. */
export async function listPictureFilesOf(reader: Reader, placeId: PlaceId): Promise<MediaName[]> {
  return selectNames(pictureFilesAt(reader, idsOf(reader, placeId)));
}

/** The stored files of the pictures of a parcours' places, even deleted ones. */
export async function listPictureFilesOn(reader: Reader, parcoursId: ParcoursId): Promise<MediaName[]> {
  return selectNames(pictureFilesAt(reader, reader('places').where({ parcours_id: parcoursId }).select('id')));
}

/** The rows of picture_files of the pictures at these places. @param places a query of their ids */
export function pictureFilesAt(reader: Reader, places: Knex.QueryBuilder): Knex.QueryBuilder {
  return reader('picture_files').whereIn('picture_id', reader('pictures').whereIn('place_id', places).select('id'));
}

/** The names of all files of pictures. */
export async function listPictureFileNames(reader: Reader): Promise<MediaName[]> {
  return selectNames(reader('picture_files'));
}

async function selectNames(files: Knex.QueryBuilder): Promise<MediaName[]> {
  return files.distinct<MediaName[]>('sha256', 'type as extension').orderBy(['sha256', 'extension']);
}

/** Whether a picture has this file. */
export async function isPictureFile(reader: Reader, { sha256, extension: type }: MediaName): Promise<boolean> {
  return (await reader('picture_files').where({ sha256, type }).first('picture_id')) !== undefined;
}

/** The rows of picture_files that count for an account's quota. */
export function pictureFilesBy(
  reader: Reader,
  account: UserId | Knex.Ref<string, Record<string, string>>,
): Knex.QueryBuilder {
  return reader('picture_files').whereIn('picture_id', reader('pictures').where('uploader_id', account).select('id'));
}

/** A picture that an account sent, with its largest JPEG, its place and its parcours. */
export interface OwnPictureRow extends Pick<PictureRow, 'id' | 'credit' | 'created_at'> {
  readonly sha256: string;
  readonly place_id: PlaceId;
  readonly name: string;
  readonly title: string;
}

/** The pictures that an account sent, oldest first. */
export async function listPicturesBy(reader: Reader, account: UserId): Promise<OwnPictureRow[]> {
  return reader('pictures')
    .join('places', 'places.id', 'pictures.place_id')
    .join('parcours', 'parcours.id', 'places.parcours_id')
    .join('picture_files', (files) =>
      files
        .on('picture_files.picture_id', 'pictures.id')
        .andOn('picture_files.width', 'pictures.width')
        .andOnVal('picture_files.type', 'jpg'),
    )
    .where('pictures.uploader_id', account)
    .orderBy('pictures.id')
    .select<OwnPictureRow[]>(
      ...['pictures.id', 'pictures.place_id', 'credit', 'pictures.created_at', 'sha256', 'places.name', 'title'],
    );
}
