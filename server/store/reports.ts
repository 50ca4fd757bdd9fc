import type { ReportReason, Thing } from '../../contracts/moderation.ts';
import type { ParcoursId, PlaceId, ReportId, UserId } from '../../contracts/vocabulary.ts';
import type { Reader, Transactor } from './database.ts';
import { type HeardRow, MEDIA_COLUMNS } from './places.ts';

/** The columns that identify a place or a parcours: one of them is null. */
export interface ThingColumns {
  readonly place_id: PlaceId | null;
  readonly parcours_id: ParcoursId | null;
}

/** A row of reports. */
export interface ReportRow extends ThingColumns {
  readonly id: ReportId;
  /** Null after the account was deleted. */
  readonly reporter_id: UserId | null;
  readonly reason: ReportReason;
  readonly words: string | null;
  readonly made_at: string;
  /** Null while the report is open. */
  readonly closed_at: string | null;
  /** The item's name at that time; null for reports closed before this was recorded, as for the next two. */
  readonly name: string | null;
  /** Description of the parcours at that time; null for a place. */
  readonly description: string | null;
  /** The place's audio at that time; null for none. A closed report has it only if it led to hiding the audio. */
  readonly media_sha256: string | null;
}

/**
 * An open report with the reported audio, and the reporter's name and email; these are null after the account was
 * deleted.
 */
export interface OpenReportRow extends ReportRow, HeardRow {
  readonly reporter_name: string | null;
  readonly reporter_email: string | null;
}

/** The columns that identify a reported item. */
export function columnsOf(thing: Thing): ThingColumns {
  return thing.kind === 'place' ? { place_id: thing.id, parcours_id: null } : { place_id: null, parcours_id: thing.id };
}

/** The open reports about an item; only those of `reporterId` if it is given. */
export async function listOpenReports(reader: Reader, thing: Thing, reporterId?: UserId): Promise<ReportRow[]> {
  const own = reporterId === undefined ? {} : { reporter_id: reporterId };
  return reader<ReportRow>('reports')
    .where({ ...columnsOf(thing), closed_at: null, ...own })
    .select('*');
}

/** Whether an open report is about an item; for a parcours, also about one of its places. */
export async function isUnderReport(reader: Reader, thing: Thing): Promise<boolean> {
  if ((await listOpenReports(reader, thing)).length > 0) return true;
  if (thing.kind === 'place') return false;
  const onPlace = await reader('reports')
    .join('places', 'places.id', 'reports.place_id')
    .where({ 'reports.closed_at': null, 'places.parcours_id': thing.id })
    .first<{ id: ReportId } | undefined>('reports.id');
  return onPlace !== undefined;
}

/** All open reports with their reporters and the reported audio, oldest first. */
export async function listAllOpenReports(reader: Reader): Promise<OpenReportRow[]> {
  return reader('reports')
    .leftJoin('accounts', 'accounts.id', 'reports.reporter_id')
    .leftJoin('media', 'media.sha256', 'reports.media_sha256')
    .whereNull('reports.closed_at')
    .orderBy('reports.id')
    .select<OpenReportRow[]>(
      'reports.*',
      'accounts.name as reporter_name',
      'accounts.email as reporter_email',
      ...MEDIA_COLUMNS,
    );
}

/** The distinct SHA-256 of a place's audio at the time of its reports; with `isOpen`, of its open reports only. */
export async function listReportedAudio(
  reader: Reader,
  id: PlaceId,
  { isOpen = false }: { readonly isOpen?: boolean } = {},
): Promise<string[]> {
  const query = reader('reports').where({ place_id: id }).whereNotNull('media_sha256');
  if (isOpen) query.whereNull('closed_at');
  const rows = await query.distinct<{ media_sha256: string }[]>('media_sha256');
  return rows.map(({ media_sha256 }) => media_sha256);
}

/** Whether an open report is about this audio, whichever place plays it now. */
export async function isAudioUnderReport(reader: Reader, sha256: string): Promise<boolean> {
  const row = await reader<ReportRow>('reports').where({ media_sha256: sha256, closed_at: null }).first('id');
  return row !== undefined;
}

/** Adds an open report. */
export async function insertReport(tx: Transactor, row: Omit<ReportRow, 'id' | 'closed_at'>): Promise<void> {
  await tx<ReportRow>('reports').insert(row);
}

/**
 * Closes the open reports about an item; returns their number.
 *
 * @param hidesAudio whether the reported audio is hidden; the reports then retain it for a restoration.
 */
export async function closeReports(
  tx: Transactor,
  thing: Thing,
  { at, hidesAudio }: { readonly at: string; readonly hidesAudio: boolean },
): Promise<number> {
  return tx<ReportRow>('reports')
    .where({ ...columnsOf(thing), closed_at: null })
    .update({ closed_at: at, ...(hidesAudio ? {} : { media_sha256: null }) });
}
