import type { UserId } from '../../contracts/vocabulary.ts';
import type { Reader, Transactor } from './database.ts';
import type { MediaName } from './files.ts';

/** A row of media: one stored file, named by its content. */
export interface MediaRow {
  /** SHA-256 of the content, in hexadecimal. */
  readonly sha256: string;
  /** Without a dot. */
  readonly extension: string;
  readonly size_bytes: number;
  readonly duration_s: number | null;
  /** Who uploaded it first; null for the demo's. */
  readonly uploader_id: UserId | null;
  /** SHA-256 of the waveform's file, see {@link peaksNameOf}; null while there is none. */
  readonly peaks_sha256: string | null;
  readonly created_at: string;
}

/** What is noted of a file when it is stored: nobody's where no uploader is named. */
export type NewMedia = Omit<MediaRow, 'uploader_id' | 'peaks_sha256'> & Partial<Pick<MediaRow, 'uploader_id'>>;

/** The name of the waveform that is kept beside the audio of this content. */
export function peaksNameOf(audioSha256: string): MediaName {
  return { sha256: audioSha256, extension: 'dat' };
}

/** The names of a row's files: the audio, and its waveform where it has one. */
export function filesOf(row: Pick<MediaRow, 'sha256' | 'extension' | 'peaks_sha256'>): MediaName[] {
  const audio = { sha256: row.sha256, extension: row.extension };
  return row.peaks_sha256 === null ? [audio] : [audio, peaksNameOf(row.sha256)];
}

/** What is noted of the file with this content. */
export async function findMedia(reader: Reader, sha256: string): Promise<MediaRow | undefined> {
  return reader<MediaRow>('media').where({ sha256 }).first();
}

/** Everything that is noted of stored audio. */
export async function listMedia(reader: Reader): Promise<MediaRow[]> {
  return reader<MediaRow>('media').select('*').orderBy('sha256');
}

/** The audio of this kind that has no waveform yet, oldest first. */
export async function listMediaWithoutPeaks(reader: Reader, extension: string): Promise<MediaRow[]> {
  return reader<MediaRow>('media').where({ extension, peaks_sha256: null }).orderBy('created_at').select('*');
}

/** Notes a stored file; one that is noted already stays as it is. */
export async function putMedia(tx: Transactor, row: NewMedia): Promise<void> {
  await tx<MediaRow>('media').insert(row).onConflict('sha256').ignore();
}

/** Notes the waveform of stored audio; nothing happens where the audio is gone. */
export async function setMediaPeaks(tx: Transactor, sha256: string, peaksSha256: string): Promise<void> {
  await tx<MediaRow>('media').where({ sha256 }).update({ peaks_sha256: peaksSha256 });
}

/** Forgets a stored file and returns what it was. Nothing may refer to it any more. */
export async function deleteMedia(tx: Transactor, sha256: string): Promise<MediaRow | undefined> {
  const row = await findMedia(tx, sha256);
  await tx<MediaRow>('media').where({ sha256 }).delete();
  return row;
}

/** Bytes of all that an account uploaded and that is still kept: audio and images. */
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
