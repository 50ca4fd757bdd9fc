import type { UserId } from '../../contracts/vocabulary.ts';
import type { Reader, Transactor } from './database.ts';
import type { MediaName } from './files.ts';

/** A row of media: one stored audio file. */
export interface MediaRow {
  /** SHA-256 of the content, in hexadecimal. */
  readonly sha256: string;
  /** Without a dot. */
  readonly extension: string;
  readonly size_bytes: number;
  readonly duration_s: number | null;
  /** Its first uploader; null for the demo's. */
  readonly uploader_id: UserId | null;
  /** SHA-256 of the waveform file's content, see {@link peaksNameOf}; null while there is none. */
  readonly peaks_sha256: string | null;
  readonly created_at: string;
}

/** The columns of a new file, with or without an uploader. */
export type NewMedia = Omit<MediaRow, 'uploader_id' | 'peaks_sha256'> & Partial<Pick<MediaRow, 'uploader_id'>>;

/** The name of the waveform file of this audio. */
export function peaksNameOf(audioSha256: string): MediaName {
  return { sha256: audioSha256, extension: 'dat' };
}

/** The names of a row's files: the audio, and its waveform if it has one. */
export function filesOf(row: Pick<MediaRow, 'sha256' | 'extension' | 'peaks_sha256'>): MediaName[] {
  const audio = { sha256: row.sha256, extension: row.extension };
  return row.peaks_sha256 === null ? [audio] : [audio, peaksNameOf(row.sha256)];
}

/** The row of the audio with this hash. */
export async function findMedia(reader: Reader, sha256: string): Promise<MediaRow | undefined> {
  return reader<MediaRow>('media').where({ sha256 }).first();
}

/** The rows of all audio. */
export async function listMedia(reader: Reader): Promise<MediaRow[]> {
  return reader<MediaRow>('media').select('*').orderBy('sha256');
}

/** The audio with this extension and without a waveform, oldest first. */
export async function listMediaWithoutPeaks(reader: Reader, extension: string): Promise<MediaRow[]> {
  return reader<MediaRow>('media').where({ extension, peaks_sha256: null }).orderBy('created_at').select('*');
}

/** Adds a stored file; does nothing if it is there already. */
export async function putMedia(tx: Transactor, row: NewMedia): Promise<void> {
  await tx<MediaRow>('media').insert(row).onConflict('sha256').ignore();
}

/** Sets the waveform of stored audio; does nothing if the audio is gone. */
export async function setMediaPeaks(tx: Transactor, sha256: string, peaksSha256: string): Promise<void> {
  await tx<MediaRow>('media').where({ sha256 }).update({ peaks_sha256: peaksSha256 });
}

/** Deletes a row, to which nothing may refer, and returns it. */
export async function deleteMedia(tx: Transactor, sha256: string): Promise<MediaRow | undefined> {
  const row = await findMedia(tx, sha256);
  await tx<MediaRow>('media').where({ sha256 }).delete();
  return row;
}

/** Total size in bytes of an account's stored audio and images. */
export async function bytesUploadedBy(reader: Reader, accountId: UserId): Promise<number> {
  let total = 0;
  for (const table of ['media', 'images']) {
    const rows: { size_bytes: number | string }[] = await reader(table)
      .where({ uploader_id: accountId })
      .sum({ size_bytes: 'size_bytes' });
    total += Number(rows[0]?.size_bytes ?? 0);
  }
  return total;
}
