import type { ReportReason, Thing } from '../../../contracts/moderation/moderation.ts';
import type { ParcoursId, PlaceId, ReportId, UserId } from '../../../contracts/vocabulary.ts';
import type { Reader, Transactor } from '../database.ts';

/** The columns that name a place or a parcours: one of them is null. */
export interface ThingColumns {
  readonly place_id: PlaceId | null;
  readonly parcours_id: ParcoursId | null;
}

/** A row of reports. */
export interface ReportRow extends ThingColumns {
  readonly id: ReportId;
  /** Null once the account is gone. */
  readonly reporter_id: UserId | null;
  readonly reason: ReportReason;
  readonly words: string | null;
  readonly made_at: string;
  /** Null while the report is open. */
  readonly closed_at: string | null;
}

/** A report with its reporter's name and email; null once the account is gone. */
export interface ReportWithReporterRow extends ReportRow {
  readonly reporter_name: string | null;
  readonly reporter_email: string | null;
}

/** The columns that name a thing. */
export function columnsOf(thing: Thing): ThingColumns {
  return thing.kind === 'place' ? { place_id: thing.id, parcours_id: null } : { place_id: null, parcours_id: thing.id };
}

/** The open reports about a thing; only an account's own if one is given. */
export async function listOpenReports(reader: Reader, thing: Thing, reporterId?: UserId): Promise<ReportRow[]> {
  const own = reporterId === undefined ? {} : { reporter_id: reporterId };
  return reader<ReportRow>('reports')
    .where({ ...columnsOf(thing), closed_at: null, ...own })
    .select('*');
}

/** Whether a report is open about a thing; of a parcours, also about one of its places. */
export async function isUnderReport(reader: Reader, thing: Thing): Promise<boolean> {
  if ((await listOpenReports(reader, thing)).length > 0) return true;
  if (thing.kind === 'place') return false;
  const onPlace = await reader('reports')
    .join('places', 'places.id', 'reports.place_id')
    .where({ 'reports.closed_at': null, 'places.parcours_id': thing.id })
    .first<{ id: ReportId } | undefined>('reports.id');
  return onPlace !== undefined;
}

/** All open reports with their reporters, oldest first. */
export async function listAllOpenReports(reader: Reader): Promise<ReportWithReporterRow[]> {
  return reader('reports')
    .leftJoin('accounts', 'accounts.id', 'reports.reporter_id')
    .whereNull('reports.closed_at')
    .orderBy('reports.id')
    .select<ReportWithReporterRow[]>('reports.*', 'accounts.name as reporter_name', 'accounts.email as reporter_email');
}

/** Adds an open report. */
export async function insertReport(tx: Transactor, row: Omit<ReportRow, 'id' | 'closed_at'>): Promise<void> {
  await tx<ReportRow>('reports').insert(row);
}

/** Closes the open reports about a thing; returns their number. */
export async function closeReports(tx: Transactor, thing: Thing, now: string): Promise<number> {
  return tx<ReportRow>('reports')
    .where({ ...columnsOf(thing), closed_at: null })
    .update({ closed_at: now });
}
