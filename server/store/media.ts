import { randomBytes } from 'node:crypto';
import type { Knex } from 'knex';
import type { ParcoursId, UserId } from '../../contracts/vocabulary.ts';
import { sumColumn } from './aggregates.ts';
import type { Reader, Transactor } from './database.ts';
import { fileNameOf, type MediaName } from './files.ts';
import { type FreeNow, onlyFree } from './leases.ts';
import { isPictureFile, listPictureFileNames, type PictureFileRow, pictureFilesBy } from './pictures.ts';
import { onlyHiding } from './place-visibility.ts';

/** A row of media: one stored audio file. */
export interface MediaRow {
  /** SHA-256 of the content, in hexadecimal. */
  readonly sha256: string;
  /** Without a dot. */
  readonly extension: string;
  readonly size_bytes: number;
  readonly duration_s: number | null;
  /** Its first uploader; null for the demo's files. */
  readonly uploader_id: UserId | null;
  /** SHA-256 of the waveform file's content, see {@link peaksNameOf}; null while there is none. */
  readonly peaks_sha256: string | null;
  /** SHA-256 of the rendition file's content, see {@link renditionNameOf}; null while there is none. */
  readonly rendition_sha256: string | null;
  readonly rendition_bytes: number | null;
  /** How often making a rendition has failed. */
  readonly rendition_failures: number;
  /** Integrated loudness; null for silence, and before it is measured, as for the two below. */
  readonly loudness_lufs: number | null;
  readonly loudness_range_lu: number | null;
  readonly true_peak_dbtp: number | null;
  readonly created_at: string;
}

type NewMedia = Pick<MediaRow, 'sha256' | 'extension' | 'size_bytes' | 'duration_s' | 'created_at'> &
  Partial<Pick<MediaRow, 'uploader_id'>>;

/** A file of a row, with the SHA-256 of its content. */
export interface MediaFile extends MediaName {
  readonly contentSha256: string;
}

/** The extension of masters, from which waveforms and renditions are made. */
export const MASTER_EXTENSION = 'wav';

/** The name of the waveform file of this audio. */
export function peaksNameOf(audioSha256: string): MediaName {
  return { sha256: audioSha256, extension: 'dat' };
}

/** The name of the rendition file of this audio. */
export function renditionNameOf(audioSha256: string): MediaName {
  return { sha256: audioSha256, extension: 'm4a' };
}

/** A row's files: the audio, and its waveform and rendition if they exist. */
export function filesOf(
  row: Pick<MediaRow, 'sha256' | 'extension' | 'peaks_sha256' | 'rendition_sha256'>,
): MediaFile[] {
  const { sha256, extension, peaks_sha256, rendition_sha256 } = row;
  const files: MediaFile[] = [{ sha256, extension, contentSha256: sha256 }];
  if (peaks_sha256 !== null) files.push({ ...peaksNameOf(sha256), contentSha256: peaks_sha256 });
  if (rendition_sha256 !== null) files.push({ ...renditionNameOf(sha256), contentSha256: rendition_sha256 });
  return files;
}

/** The row of the audio with this hash. */
export async function findMedia(reader: Reader, sha256: string): Promise<MediaRow | undefined> {
  return reader<MediaRow>('media').where({ sha256 }).first();
}

async function listMedia(reader: Reader): Promise<MediaRow[]> {
  return reader<MediaRow>('media').select('*').orderBy('sha256');
}

/** The SHA-256 of the oldest masters without a waveform and with a free lease, at most `count`. */
export async function listWithoutPeaks(reader: Reader, free: FreeNow, count: number): Promise<string[]> {
  const found = masters(reader).where({ peaks_sha256: null });
  onlyFree(found, reader, { kind: 'waveform', subject: 'media.sha256' }, free);
  return found.limit(count).pluck('sha256');
}

/** The same for renditions with fewer than `failuresMax` failed attempts. */
export async function listWithoutRendition(
  reader: Reader,
  failuresMax: number,
  free: FreeNow,
  count: number,
): Promise<string[]> {
  const found = masters(reader).where({ rendition_sha256: null }).where('rendition_failures', '<', failuresMax);
  onlyFree(found, reader, { kind: 'rendition', subject: 'media.sha256' }, free);
  return found.limit(count).pluck('sha256');
}

function masters(reader: Reader) {
  return reader<MediaRow>('media').where({ extension: MASTER_EXTENSION }).orderBy(['created_at', 'sha256']);
}

/** Adds a stored file; does nothing if it exists already. */
export async function putMedia(tx: Transactor, row: NewMedia): Promise<void> {
  await tx<MediaRow>('media').insert(row).onConflict('sha256').ignore();
}

/** Changes what was made from stored audio; does nothing if the audio was deleted. */
export async function updateMedia(
  tx: Transactor,
  sha256: string,
  change: Partial<Omit<MediaRow, keyof NewMedia>>,
): Promise<void> {
  await tx<MediaRow>('media').where({ sha256 }).update(change);
}

/** Deletes a row and returns it. Nothing may refer to the row. */
export async function deleteMedia(tx: Transactor, sha256: string): Promise<MediaRow | undefined> {
  const row = await findMedia(tx, sha256);
  await tx<MediaRow>('media').where({ sha256 }).delete();
  return row;
}

/**
 * Total size in bytes of the stored audio, images and pictures, of one account, or of all for null. An account's doesn't
 * include audio that only earlier versions of places have.
 */
export async function bytesUploaded(reader: Reader, accountId: UserId | null): Promise<number> {
  const all = ['media', 'images', 'picture_files'];
  let bytes = 0;
  for (const rows of accountId === null ? all.map((table) => reader(table)) : uploadsOf(reader, accountId)) {
    bytes += await sumColumn(rows, 'size_bytes');
  }
  return bytes;
}

/**
 * The audio, the images and the files of pictures that count for an account's quota: no audio that only earlier versions of
 * places have.
 */
export function uploadsOf(
  reader: Reader,
  account: UserId | Knex.Ref<string, Record<string, string>>,
): Knex.QueryBuilder[] {
  const using = (table: string) =>
    reader(table).where(`${table}.media_sha256`, reader.ref('media.sha256')).select(`${table}.id`);
  const audio = reader('media')
    .where('uploader_id', account)
    .where((counted) =>
      counted
        .whereNotExists(using('place_versions'))
        .orWhereExists(using('places'))
        .orWhereExists(using('tellings'))
        .orWhereExists(onlyHiding(using('reports')))
        .orWhereExists(onlyHiding(using('report_sounds').join('reports', 'reports.id', 'report_sounds.report_id'))),
    );
  return [audio, reader('images').where('uploader_id', account), pictureFilesBy(reader, account)];
}

/** A row of images: one use of a stored image. Several rows may refer to the same file. */
export interface ImageRow {
  readonly id: number;
  /** SHA-256 of the file, in hexadecimal. */
  readonly sha256: string;
  readonly size_bytes: number;
  readonly uploader_id: UserId | null;
  /** The parcours it was uploaded for; null for its uploader's profile picture. */
  readonly parcours_id: ParcoursId | null;
  readonly created_at: string;
}

/** Whether an image has this content, in this parcours if one is given. */
export async function hasImage(reader: Reader, sha256: string, parcoursId?: ParcoursId): Promise<boolean> {
  const query = reader<ImageRow>('images').where({ sha256 });
  if (parcoursId !== undefined) query.where({ parcours_id: parcoursId });
  return (await query.first('id')) !== undefined;
}

/** The images of a parcours, oldest first. */
export async function listParcoursImages(reader: Reader, parcoursId: ParcoursId): Promise<ImageRow[]> {
  return reader<ImageRow>('images').where({ parcours_id: parcoursId }).orderBy('id').select('*');
}

/** The profile pictures of an account, oldest first. */
export async function listPictures(reader: Reader, accountId: UserId): Promise<ImageRow[]> {
  return reader<ImageRow>('images').where({ uploader_id: accountId, parcours_id: null }).orderBy('id').select('*');
}

/** The images of parcours uploaded at this time or before. */
export async function listImagesUntil(reader: Reader, until: string): Promise<ImageRow[]> {
  return reader<ImageRow>('images').whereNotNull('parcours_id').where('created_at', '<=', until).select('*');
}

async function listImageHashes(reader: Reader): Promise<string[]> {
  const rows: { sha256: string }[] = await reader<ImageRow>('images').distinct('sha256').orderBy('sha256');
  return rows.map(({ sha256 }) => sha256);
}

/** Adds an image. */
export async function insertImage(tx: Transactor, row: Omit<ImageRow, 'id'>): Promise<void> {
  await tx<ImageRow>('images').insert(row);
}

/** Deletes the rows of images. */
export async function deleteImages(tx: Transactor, rows: readonly ImageRow[]): Promise<void> {
  const ids = rows.map(({ id }) => id);
  await tx<ImageRow>('images').whereIn('id', ids).delete();
}

const IMAGE_EXTENSION = 'webp';
const PICTURE_EXTENSIONS: ReadonlySet<string> = new Set<PictureFileRow['type']>(['avif', 'webp', 'jpg']);

/** The name of a stored image. */
export function imageNameOf(sha256: string): MediaName {
  return { sha256, extension: IMAGE_EXTENSION };
}

/** Whether an image or a picture of a place has this file. */
export async function isShown(reader: Reader, name: MediaName): Promise<boolean> {
  if (name.extension === IMAGE_EXTENSION && (await hasImage(reader, name.sha256))) return true;
  return isPictureFile(reader, name);
}

/** The {@link lockOf} of all images and files of pictures. */
export const PICTURES_LOCK = 'pictures';

/**
 * The name under which servers add and delete this file one after the other. Images and pictures share one, because each
 * picture has several files, and such work must not be nested.
 */
export function lockOf({ sha256, extension }: MediaName): string {
  return PICTURE_EXTENSIONS.has(extension) ? PICTURES_LOCK : `file ${sha256}`;
}

/** All files that rows refer to, by file name. */
export async function listStoredFiles(reader: Reader): Promise<Map<string, MediaFile>> {
  const media = await listMedia(reader);
  const images = await listImageHashes(reader);
  const files: MediaFile[] = [
    ...media.flatMap(filesOf),
    ...[...images.map(imageNameOf), ...(await listPictureFileNames(reader))].map((name) => ({
      ...name,
      contentSha256: name.sha256,
    })),
  ];
  return new Map(files.map((file) => [fileNameOf(file), file]));
}

/** Whether a row refers to this file. */
export async function isReferredTo(reader: Reader, name: MediaName): Promise<boolean> {
  const { sha256, extension } = name;
  if (PICTURE_EXTENSIONS.has(extension)) return isShown(reader, name);
  const row = await findMedia(reader, sha256);
  return row !== undefined && filesOf(row).some((name) => name.extension === extension);
}

/** Up to `count` rows from a random position of the index: hashes are spread evenly, so each is equally likely. */
export async function sampleMedia(reader: Reader, count: number): Promise<MediaRow[]> {
  const from = randomBytes(32).toString('hex');
  const after = await rows(reader, count).where('sha256', '>=', from);
  if (after.length === count) return after;
  return [...after, ...(await rows(reader, count - after.length).where('sha256', '<', from))];
}

function rows(reader: Reader, count: number) {
  return reader<MediaRow>('media').orderBy('sha256').limit(count).select('*');
}
