import type { ParcoursId, UserId } from '../../contracts/vocabulary.ts';
import type { Reader, Transactor } from './database.ts';

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

/** The distinct hashes of all images. */
export async function listImageHashes(reader: Reader): Promise<string[]> {
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
