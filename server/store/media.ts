import type { Reader, Transactor } from './database.ts';

/** A row of media: one stored file, named by its content. */
export interface MediaRow {
  /** SHA-256 of the content, in hexadecimal. */
  readonly sha256: string;
  /** Without a dot. */
  readonly extension: string;
  readonly size_bytes: number;
  readonly duration_s: number | null;
  readonly created_at: string;
}

/** What is noted of the file with this content. */
export async function findMedia(reader: Reader, sha256: string): Promise<MediaRow | undefined> {
  return reader<MediaRow>('media').where({ sha256 }).first();
}

/** Notes a stored file; one that is noted already stays as it is. */
export async function putMedia(tx: Transactor, row: MediaRow): Promise<void> {
  await tx<MediaRow>('media').insert(row).onConflict('sha256').ignore();
}

/** Forgets a stored file and answers what it was. Nothing may refer to it any more. */
export async function deleteMedia(tx: Transactor, sha256: string): Promise<MediaRow | undefined> {
  const row = await findMedia(tx, sha256);
  await tx<MediaRow>('media').where({ sha256 }).delete();
  return row;
}
