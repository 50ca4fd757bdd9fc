import type { Knex } from 'knex';
import type { PlaceId } from '../../contracts/vocabulary.ts';
import { type AccountRow, onlyThrowaway } from './accounts.ts';
import { countRows } from './aggregates.ts';
import type { Reader } from './database.ts';
import { MASTER_EXTENSION, type MediaRow } from './media.ts';
import type { ParcoursRow } from './parcours.ts';

/** Selects the rows of an overview. */
export interface OverviewQuery {
  /** Text to find in one of the searched columns; empty for all rows. */
  readonly search: string;
  /** Returns only rows with smaller ids; undefined for the newest. */
  readonly before: number | undefined;
}

/** Limits a query to a page of matching rows, newest first; `columns` are searched case-insensitively. */
function pageOf(
  rows: Knex.QueryBuilder,
  table: string,
  columns: readonly string[],
  { search, before }: OverviewQuery,
  most: number,
): Knex.QueryBuilder {
  const page = rows.orderBy(`${table}.id`, 'desc').limit(most);
  if (before !== undefined) page.where(`${table}.id`, '<', before);
  if (search === '') return page;
  const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`;
  return page.where((found) => {
    for (const column of columns)
      found.orWhereRaw("lower(??) like lower(?) escape '\\'", [`${table}.${column}`, pattern]);
  });
}

/** An account with its totals. */
export interface AccountOverviewRow
  extends Pick<AccountRow, 'id' | 'name' | 'email' | 'role' | 'created_at' | 'suspended_at' | 'quota_bytes'> {
  /** When it was last used, to the day; null if that was never recorded. */
  readonly active_at: string | null;
  /** The last use of its sessions; null without sessions. */
  readonly session_used_at: string | null;
  readonly maps: number;
  /** Bytes of its audio and images; null for none. */
  readonly audio_bytes: number | null;
  readonly image_bytes: number | null;
}

/** Accounts that match the query by name or email, newest first, without the throwaway accounts of guests. */
export async function listAccountOverview(
  reader: Reader,
  query: OverviewQuery,
  most: number,
): Promise<AccountOverviewRow[]> {
  const account = reader.ref('accounts.id');
  const rows = reader('accounts')
    .whereNot((account) => onlyThrowaway(account, 'accounts'))
    .select(
      'accounts.id',
      'accounts.name',
      'accounts.email',
      'accounts.role',
      'accounts.created_at',
      'accounts.suspended_at',
      'accounts.quota_bytes',
      'accounts.active_at',
      reader('sessions').where({ account_id: account }).max('used_at').as('session_used_at'),
      reader('memberships').where({ account_id: account }).count('*').as('maps'),
      reader('media').where({ uploader_id: account }).sum('size_bytes').as('audio_bytes'),
      reader('images').where({ uploader_id: account }).sum('size_bytes').as('image_bytes'),
    );
  return pageOf(rows, 'accounts', ['name', 'email'], query, most);
}

/** A parcours with its totals. */
export interface ParcoursOverviewRow
  extends Pick<ParcoursRow, 'id' | 'title' | 'created_at' | 'deleted_at' | 'is_removed' | 'hidden_at'> {
  readonly members: number;
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
  const unmade = reader('media').where({ extension: MASTER_EXTENSION, rendition_sha256: null });
  return countRows(unmade.where('rendition_failures', '>=', failuresMax));
}
