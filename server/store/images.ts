import type { ParcoursId, UserId } from '../../contracts/vocabulary.ts';
import type { Reader, Transactor } from './database.ts';

/** A row of images: what one stored image is kept for. Several rows may name the same file. */
export interface ImageRow {
  readonly id: number;
  /** SHA-256 of the file, in hexadecimal. */
  readonly sha256: string;
  readonly size_bytes: number;
  readonly uploader_id: UserId | null;
  /** The parcours it was uploaded for; null for a picture of its uploader. */
  readonly parcours_id: ParcoursId | null;
  readonly created_at: string;
}

/** Whether an image with this content is kept for anything, or for this parcours alone where one is named. */
export async function hasImage(reader: Reader, sha256: string, parcoursId?: ParcoursId): Promise<boolean> {
  const query = reader<ImageRow>('images').where({ sha256 });
  if (parcoursId !== undefined) query.where({ parcours_id: parcoursId });
  return (await query.first('id')) !== undefined;
}

/** The images of a parcours, oldest first. */
export async function listParcoursImages(reader: Reader, parcoursId: ParcoursId): Promise<ImageRow[]> {
  return reader<ImageRow>('images').where({ parcours_id: parcoursId }).orderBy('id').select('*');
}

/** The pictures that an account uploaded of itself, oldest first. */
export async function listPictures(reader: Reader, accountId: UserId): Promise<ImageRow[]> {
  return reader<ImageRow>('images').where({ uploader_id: accountId, parcours_id: null }).orderBy('id').select('*');
}

/** The images of parcours that were uploaded at this moment or before. */
export async function listImagesUntil(reader: Reader, until: string): Promise<ImageRow[]> {
  return reader<ImageRow>('images').whereNotNull('parcours_id').where('created_at', '<=', until).select('*');
}

/** The contents of all kept images, each once. */
export async function listImageHashes(reader: Reader): Promise<string[]> {
  const rows: { sha256: string }[] = await reader<ImageRow>('images').distinct('sha256').orderBy('sha256');
  return rows.map(({ sha256 }) => sha256);
}

/** Notes an image. */
export async function insertImage(tx: Transactor, row: Omit<ImageRow, 'id'>): Promise<void> {
  await tx<ImageRow>('images').insert(row);
}

/** Forgets images. */
export async function deleteImages(tx: Transactor, ids: readonly number[]): Promise<void> {
  await tx<ImageRow>('images').whereIn('id', ids).delete();
}
