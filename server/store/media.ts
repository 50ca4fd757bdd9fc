import type { UserId } from '../../contracts/vocabulary.ts';
import type { Reader, Transactor } from './database.ts';
import type { MediaName } from './files.ts';
import { type FreeNow, onlyFree } from './leases.ts';

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

/** The columns of a new file; the uploader is optional. */
export type NewMedia = Pick<MediaRow, 'sha256' | 'extension' | 'size_bytes' | 'duration_s' | 'created_at'> &
  Partial<Pick<MediaRow, 'uploader_id'>>;

/** The columns of a rendition, and the measurements made for it. */
export type NewRendition = Pick<
  MediaRow,
  'rendition_sha256' | 'rendition_bytes' | 'loudness_lufs' | 'loudness_range_lu' | 'true_peak_dbtp'
>;

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

/** The rows of all audio. */
export async function listMedia(reader: Reader): Promise<MediaRow[]> {
  return reader<MediaRow>('media').select('*').orderBy('sha256');
}

/**
 * The SHA-256 of the oldest audio files with this extension, without a waveform and with a free lease, at most `count`.
 */
export async function listWithoutPeaks(
  reader: Reader,
  { extension, free, count }: { readonly extension: string; readonly free: FreeNow; readonly count: number },
): Promise<string[]> {
  const found = reader<MediaRow>('media').where({ extension, peaks_sha256: null });
  onlyFree(found, reader, { kind: 'waveform', subject: 'media.sha256' }, free);
  return found.orderBy(['created_at', 'sha256']).limit(count).pluck('sha256');
}

/** The same for renditions with fewer than `failuresMax` failed attempts. */
export async function listWithoutRendition(
  reader: Reader,
  {
    extension,
    failuresMax,
    free,
    count,
  }: { readonly extension: string; readonly failuresMax: number; readonly free: FreeNow; readonly count: number },
): Promise<string[]> {
  const found = reader<MediaRow>('media')
    .where({ extension, rendition_sha256: null })
    .where('rendition_failures', '<', failuresMax);
  onlyFree(found, reader, { kind: 'rendition', subject: 'media.sha256' }, free);
  return found.orderBy(['created_at', 'sha256']).limit(count).pluck('sha256');
}

/** Adds a stored file; does nothing if it exists already. */
export async function putMedia(tx: Transactor, row: NewMedia): Promise<void> {
  await tx<MediaRow>('media').insert(row).onConflict('sha256').ignore();
}

/** Sets the waveform of stored audio; does nothing if the audio was deleted. */
export async function setMediaPeaks(tx: Transactor, sha256: string, peaksSha256: string): Promise<void> {
  await tx<MediaRow>('media').where({ sha256 }).update({ peaks_sha256: peaksSha256 });
}

/** Sets the rendition of stored audio; does nothing if the audio was deleted. */
export async function setMediaRendition(tx: Transactor, sha256: string, rendition: NewRendition): Promise<void> {
  await tx<MediaRow>('media').where({ sha256 }).update(rendition);
}

/** Sets the number of failed attempts to make a rendition. */
export async function setRenditionFailures(tx: Transactor, sha256: string, failures: number): Promise<void> {
  await tx<MediaRow>('media').where({ sha256 }).update({ rendition_failures: failures });
}

/** Deletes a row and returns it. Nothing may refer to the row. */
export async function deleteMedia(tx: Transactor, sha256: string): Promise<MediaRow | undefined> {
  const row = await findMedia(tx, sha256);
  await tx<MediaRow>('media').where({ sha256 }).delete();
  return row;
}

/** Total size in bytes of an account's stored audio and images. */
export async function bytesUploadedBy(reader: Reader, accountId: UserId): Promise<number> {
  return sumSizes((table) => reader(table).where({ uploader_id: accountId }));
}

/** Total size in bytes of all stored audio and images. */
export async function bytesUploaded(reader: Reader): Promise<number> {
  return sumSizes((table) => reader(table));
}

async function sumSizes(rowsOf: (table: 'media' | 'images') => ReturnType<Reader>): Promise<number> {
  let total = 0;
  for (const table of ['media', 'images'] as const) {
    const rows: { size_bytes: number | null }[] = await rowsOf(table).sum({ size_bytes: 'size_bytes' });
    total += rows[0]?.size_bytes ?? 0;
  }
  return total;
}
