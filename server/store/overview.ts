import type { Knex } from 'knex';
import type { AccountSort, MapSort } from '../../contracts/overview.ts';
import type { PlaceId } from '../../contracts/vocabulary.ts';
import { type AccountRow, onlyThrowaway } from './accounts.ts';
import { countRows } from './aggregates.ts';
import type { Reader } from './database.ts';
import { folded, whereContains } from './folded-column.ts';
import { MASTER_EXTENSION, type MediaRow, uploadsOf } from './media.ts';
import type { ParcoursRow } from './parcours.ts';
import { pictureFilesAt } from './pictures.ts';

/** Selects the rows of an overview. */
export interface OverviewQuery<Sort extends string> {
  /** Text to find in one of the searched columns; empty for all rows. */
  readonly search: string;
  readonly sort: Sort;
  readonly order: 'asc' | 'desc';
  /** Returns only the rows after the one with this id, or the first again once that is gone; undefined for the first. */
  readonly before: number | undefined;
}

/**
 * Limits a query to a page of matching rows, in order of their column `sort_key` and then their id; `columns` are
 * searched whatever the case and the accents.
 */
async function readPage<Row>(
  reader: Reader,
  rows: Knex.QueryBuilder,
  columns: readonly string[],
  { search, order, before }: OverviewQuery<string>,
  most: number,
): Promise<Row[]> {
  // The row may no longer match the search.
  const unsearched = rows.clone().as('listed');
  if (search !== '') whereContains(rows, columns, search);
  const page = reader.from(rows.clone().as('listed')).orderBy([
    { column: 'sort_key', order },
    { column: 'id', order },
  ]);
  if (before !== undefined) {
    const [last] = await reader.from(unsearched).where({ id: before }).select('sort_key');
    if (last !== undefined)
      page.whereRaw(`(sort_key, id) ${order === 'asc' ? '>' : '<'} (?, ?)`, [last.sort_key, before]);
  }
  return page.limit(most).select('*');
}

/** An account with its totals. */
export interface AccountOverviewRow
  extends Pick<
    AccountRow,
    'id' | 'name' | 'email' | 'role' | 'created_at' | 'suspended_at' | 'quota_bytes' | 'email_verified_at'
  > {
  /** When it was last used, to the day; null if that was never recorded. */
  readonly active_at: string | null;
  /** The last use of its sessions; null without sessions. */
  readonly session_used_at: string | null;
  readonly maps: number;
  /** Bytes of its audio, images and pictures, as its quota counts them. */
  readonly bytes: number;
}

/** Accounts that match the query by name or email, without the throwaway accounts of guests. */
export async function listAccountOverview(
  reader: Reader,
  query: OverviewQuery<AccountSort>,
  most: number,
): Promise<AccountOverviewRow[]> {
  const account = reader.ref('accounts.id');
  const lastUse = reader('sessions').where({ account_id: account }).max('used_at');
  const bytes = sumOf(reader, uploadsOf(reader, account));
  const keys: Readonly<Record<AccountSort, Knex.Raw>> = {
    created: reader.raw('accounts.id'),
    name: reader.raw(folded('accounts.name')),
    role: reader.raw("case accounts.role when 'admin' then 0 when 'editor' then 1 when 'user' then 2 else 3 end"),
    used: reader.raw("coalesce((?), accounts.active_at, '')", [lastUse]),
    bytes,
  };
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
      'accounts.email_verified_at',
      lastUse.clone().as('session_used_at'),
      reader('memberships').where({ account_id: account }).count('*').as('maps'),
      reader.raw('? as bytes', [bytes]),
      reader.raw('? as sort_key', [keys[query.sort]]),
    );
  return readPage(reader, rows, ['accounts.name', 'accounts.email'], query, most);
}

/** The bytes of several tables' rows together. */
function sumOf(reader: Reader, tables: readonly Knex.QueryBuilder[]): Knex.Raw {
  const sums = tables.map((rows) => reader.raw('coalesce((?), 0)', [rows.sum('size_bytes')]));
  return reader.raw(`(${sums.map(() => '?').join(' + ')})`, sums);
}

/** A parcours with its totals. */
export interface ParcoursOverviewRow
  extends Pick<ParcoursRow, 'id' | 'title' | 'created_at' | 'deleted_at' | 'is_removed' | 'hidden_at'> {
  readonly members: number;
  readonly places: number;
  /** Bytes of its places' audio and pictures, and of its images. */
  readonly bytes: number;
}

/** The parcours that match the query by title. */
export async function listParcoursOverview(
  reader: Reader,
  query: OverviewQuery<MapSort>,
  most: number,
): Promise<ParcoursOverviewRow[]> {
  const parcours = reader.ref('parcours.id');
  const places = () => reader('places').where({ parcours_id: parcours });
  const members = () => reader('memberships').where({ parcours_id: parcours }).count('*');
  const shown = () => places().where({ deleted_at: null }).count('*');
  const bytes = sumOf(reader, [
    // Audio that several places play counts once.
    reader('media')
      .whereIn('sha256', places().select('media_sha256'))
      .orWhereIn('sha256', reader('tellings').whereIn('place_id', places().select('id')).select('media_sha256')),
    reader('images').where({ parcours_id: parcours }),
    pictureFilesAt(reader, places().select('id')),
  ]);
  const keys: Readonly<Record<MapSort, Knex.Raw>> = {
    created: reader.raw('parcours.id'),
    name: reader.raw(folded('parcours.title')),
    members: reader.raw('(?)', [members()]),
    places: reader.raw('(?)', [shown()]),
    bytes,
  };
  const rows = reader('parcours').select(
    'parcours.id',
    'parcours.title',
    'parcours.created_at',
    'parcours.deleted_at',
    'parcours.is_removed',
    'parcours.hidden_at',
    members().as('members'),
    shown().as('places'),
    reader.raw('? as bytes', [bytes]),
    reader.raw('? as sort_key', [keys[query.sort]]),
  );
  return readPage(reader, rows, ['parcours.title'], query, most);
}

/** A place whose audio, or that of a telling, lacks its waveform or its rendition. */
export interface JobRow extends Pick<MediaRow, 'peaks_sha256' | 'rendition_sha256' | 'rendition_failures'> {
  readonly place_id: PlaceId;
  readonly place_name: string;
  readonly parcours_title: string;
  readonly uploaded_at: string;
}

/** The places whose audio lacks a file, oldest audio first. @param withRenditions whether renditions are made */
export async function listJobs(reader: Reader, withRenditions: boolean, most: number): Promise<JobRow[]> {
  const heard = reader('places')
    .select('id as place_id', 'media_sha256')
    .unionAll(reader('tellings').select('place_id', 'media_sha256'));
  return reader('media')
    .join(heard.as('heard'), 'heard.media_sha256', 'media.sha256')
    .join('places', 'places.id', 'heard.place_id')
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
