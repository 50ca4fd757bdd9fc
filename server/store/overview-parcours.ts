import type { Reader } from './database.ts';
import { type OverviewQuery, pageOf } from './overview-page.ts';
import type { ParcoursRow } from './parcours.ts';

/** A parcours with its totals. */
export interface ParcoursOverviewRow
  extends Pick<ParcoursRow, 'id' | 'title' | 'created_at' | 'deleted_at' | 'is_removed' | 'hidden_at'> {
  readonly members: number;
  /** Number of places that are not deleted. */
  readonly places: number;
  /** Bytes of its places' audio, and of its images; null for none. */
  readonly audio_bytes: number | null;
  readonly image_bytes: number | null;
}

/** The parcours that match the query by title, newest first. */
export async function listParcoursOverview(
  reader: Reader,
  query: OverviewQuery,
  most: number,
): Promise<ParcoursOverviewRow[]> {
  const parcours = reader.ref('parcours.id');
  const places = () => reader('places').where({ parcours_id: parcours });
  const rows = reader('parcours').select(
    'parcours.id',
    'parcours.title',
    'parcours.created_at',
    'parcours.deleted_at',
    'parcours.is_removed',
    'parcours.hidden_at',
    reader('memberships').where({ parcours_id: parcours }).count('*').as('members'),
    reader('places').where({ parcours_id: parcours, deleted_at: null }).count('*').as('places'),
    // Audio that several places play counts once.
    reader('media').whereIn('sha256', places().select('media_sha256')).sum('size_bytes').as('audio_bytes'),
    reader('images').where({ parcours_id: parcours }).sum('size_bytes').as('image_bytes'),
  );
  return pageOf(rows, 'parcours', ['title'], query, most);
}
