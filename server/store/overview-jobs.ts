import type { PlaceId } from '../../contracts/vocabulary.ts';
import type { Reader } from './database.ts';
import { MASTER_EXTENSION, type MediaRow } from './media.ts';

/** A place whose audio lacks its waveform or its rendition. */
export interface JobRow extends Pick<MediaRow, 'peaks_sha256' | 'rendition_sha256' | 'rendition_failures'> {
  readonly place_id: PlaceId;
  readonly place_name: string;
  readonly parcours_title: string;
  readonly uploaded_at: string;
}

/** The places whose audio lacks a file, oldest audio first. @param withRenditions whether renditions are made */
export async function listJobs(reader: Reader, withRenditions: boolean, most: number): Promise<JobRow[]> {
  return reader('media')
    .join('places', 'places.media_sha256', 'media.sha256')
    .join('parcours', 'parcours.id', 'places.parcours_id')
    .where('media.extension', MASTER_EXTENSION)
    .where((lacking) => {
      lacking.whereNull('media.peaks_sha256');
      if (withRenditions) lacking.orWhereNull('media.rendition_sha256');
    })
    .orderBy(['media.created_at', 'places.id'])
    .limit(most)
    .select<JobRow[]>(
      'places.id as place_id',
      'places.name as place_name',
      'parcours.title as parcours_title',
      'media.created_at as uploaded_at',
      'media.peaks_sha256',
      'media.rendition_sha256',
      'media.rendition_failures',
    );
}

/** Number of recordings whose rendition was given up after `failuresMax` attempts. */
export async function countFailedRenditions(reader: Reader, failuresMax: number): Promise<number> {
  const failed = reader<MediaRow>('media')
    .where({ extension: MASTER_EXTENSION, rendition_sha256: null })
    .where('rendition_failures', '>=', failuresMax);
  const [row] = await failed.count({ count: '*' });
  return Number(row?.count ?? 0);
}
