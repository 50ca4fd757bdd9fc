import type { Knex } from 'knex';
import type { MeasureKind, ReportedItem, ReportReason } from '../../contracts/moderation.ts';
import type { TellingKey } from '../../contracts/telling.ts';
import type { MeasureId, ParcoursId, PlaceId, ReportId, UserId } from '../../contracts/vocabulary.ts';
import type { AccountRow } from './accounts.ts';
import type { Reader, Transactor } from './database.ts';
import type { ParcoursRow } from './parcours.ts';
import { type HeardRow, MEDIA_COLUMNS, type PlaceWithMediaRow, placesWithMedia } from './places.ts';

/** Ids in one statement: SQLite takes 32,766 values. */
const IDS_AT_ONCE = 10_000;

/** The columns that identify a place or a parcours: one of them is null. */
export interface ItemColumns {
  readonly place_id: PlaceId | null;
  readonly parcours_id: ParcoursId | null;
}

/** A row of reports. */
export interface ReportRow extends ItemColumns {
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
  /** What it said at that time, in JSON, while the report is open; null for reports made before this was recorded. */
  readonly texts: string | null;
  /** Whether it came without an account: then it hides nothing from anybody. */
  readonly is_outside: boolean | number;
  /** Email for the answer to such a report, while it is open; null for none. */
  readonly answer_to: string | null;
}

/** An open report with the reported audio, and its reporter's name and email; null after that account was deleted. */
export interface OpenReportRow extends Omit<ReportRow, 'texts'>, HeardRow {
  readonly reporter_name: string | null;
  readonly reporter_email: string | null;
  /** The oldest open report that retains the same texts of the same item, and their length; null for none. */
  readonly texts_of: ReportId;
  readonly texts_length: number | null;
}

/** The own sound of a telling of a reported place at that time. */
export interface ReportSoundRow extends TellingKey {
  readonly report_id: ReportId;
  readonly media_sha256: string;
}

/** The same with the columns of its file. */
export interface HeardReportSoundRow extends ReportSoundRow, HeardRow {
  readonly media_sha256: string;
}

/** The columns that identify a reported item. */
export function columnsOf(item: ReportedItem): ItemColumns {
  return item.kind === 'place' ? { place_id: item.id, parcours_id: null } : { place_id: null, parcours_id: item.id };
}

/** The open reports about an item; only those `by` an account, or by people without one, if it is given. */
export async function listOpenReports(
  reader: Reader,
  item: ReportedItem,
  by?: UserId | 'outside',
): Promise<ReportRow[]> {
  const own = by === undefined ? {} : by === 'outside' ? { is_outside: true } : { reporter_id: by };
  return reader<ReportRow>('reports')
    .where({ ...columnsOf(item), closed_at: null, ...own })
    .select('*');
}

/** Whether an open report is about an item; for a parcours, also about one of its places. */
export async function isUnderReport(reader: Reader, item: ReportedItem): Promise<boolean> {
  if ((await listOpenReports(reader, item)).length > 0) return true;
  if (item.kind === 'place') return false;
  const onPlace = await reader('reports')
    .join('places', 'places.id', 'reports.place_id')
    .where({ 'reports.closed_at': null, 'places.parcours_id': item.id })
    .first<{ id: ReportId } | undefined>('reports.id');
  return onPlace !== undefined;
}

/** The items with open reports from accounts, or from people without one, longest wait first. */
export async function listReportedItems(reader: Reader, by: 'inside' | 'outside'): Promise<ItemColumns[]> {
  return reader('reports')
    .where({ closed_at: null, is_outside: by === 'outside' })
    .groupBy('place_id', 'parcours_id')
    .orderByRaw('min(id)')
    .select<ItemColumns[]>('place_id', 'parcours_id');
}

/** How many reports by people without an account are open, about all things of the site. */
export async function countOutsideReports(reader: Reader): Promise<number> {
  const row = await reader('reports')
    .where({ closed_at: null, is_outside: true })
    .first<{ open: number | string } | undefined>(reader.raw('count(*) as open'));
  return Number(row?.open ?? 0);
}

/** The columns of {@link OpenReportRow} that are those of its table. */
const REPORT_COLUMNS = [
  ...['id', 'place_id', 'parcours_id', 'reporter_id', 'reason', 'words', 'made_at', 'closed_at'],
  ...['name', 'description', 'media_sha256', 'is_outside', 'answer_to'],
].map((column) => `reports.${column}`);

/** The open reports about these items with their reporters and the reported audio, oldest first. */
export async function listOpenReportsAbout(
  reader: Reader,
  placeIds: readonly PlaceId[],
  parcoursIds: readonly ParcoursId[],
): Promise<OpenReportRow[]> {
  const same = 'partition by reports.place_id, reports.parcours_id, reports.texts';
  return reader('reports')
    .leftJoin('accounts', 'accounts.id', 'reports.reporter_id')
    .leftJoin('media', 'media.sha256', 'reports.media_sha256')
    .whereNull('reports.closed_at')
    .where((about) => about.whereIn('reports.place_id', placeIds).orWhereIn('reports.parcours_id', parcoursIds))
    .orderBy('reports.id')
    .select<OpenReportRow[]>(
      ...REPORT_COLUMNS,
      reader.raw(`min(reports.id) over (${same}) as texts_of`),
      reader.raw('length(reports.texts) as texts_length'),
      'accounts.name as reporter_name',
      'accounts.email as reporter_email',
      ...MEDIA_COLUMNS,
    );
}

/** The texts that each of these reports retains. */
export async function readRetainedTexts(
  reader: Reader,
  ids: readonly ReportId[],
): Promise<ReadonlyMap<ReportId, string>> {
  const rows: { id: ReportId; texts: string }[] = await reader('reports').whereIn('id', ids).select('id', 'texts');
  return new Map(rows.map(({ id, texts }) => [id, texts]));
}

/** Deletes the words and addresses of reports by people without an account that were made before this time. */
export async function emptyOutsideReports(tx: Transactor, before: string): Promise<void> {
  await tx<ReportRow>('reports')
    .where({ closed_at: null, is_outside: true })
    .where('made_at', '<', before)
    .where((full) => full.whereNotNull('words').orWhereNotNull('answer_to'))
    .update({ words: null, answer_to: null });
}

/** The sounds of tellings that each of these reports is also about. */
export async function listReportSounds(
  reader: Reader,
  reports: readonly Pick<ReportRow, 'id'>[],
): Promise<ReadonlyMap<ReportId, readonly HeardReportSoundRow[]>> {
  const ids = reports.map(({ id }) => id);
  const soundsOf = new Map<ReportId, HeardReportSoundRow[]>(ids.map((id) => [id, []]));
  for (let from = 0; from < ids.length; from += IDS_AT_ONCE) {
    const rows = await reader('report_sounds')
      .leftJoin('media', 'media.sha256', 'report_sounds.media_sha256')
      .whereIn('report_id', ids.slice(from, from + IDS_AT_ONCE))
      .orderBy('report_sounds.id')
      .select<HeardReportSoundRow[]>('report_sounds.*', ...MEDIA_COLUMNS);
    for (const row of rows) soundsOf.get(row.report_id)?.push(row);
  }
  return soundsOf;
}

/**
 * The distinct SHA-256 of the audio of a place and its tellings at the time of its reports; with `isOpen`, of its open
 * reports only.
 */
export async function listReportedAudio(
  reader: Reader,
  id: PlaceId,
  { isOpen = false }: { readonly isOpen?: boolean } = {},
): Promise<string[]> {
  const reports = reader('reports').where({ place_id: id });
  if (isOpen) reports.whereNull('closed_at');
  const own: string[] = await reports.clone().whereNotNull('media_sha256').pluck('media_sha256');
  const told: string[] = await reader('report_sounds').whereIn('report_id', reports.select('id')).pluck('media_sha256');
  return [...new Set([...own, ...told])];
}

/** Whether an open report is about this audio, whichever place or telling plays it now. */
export async function isAudioUnderReport(reader: Reader, sha256: string): Promise<boolean> {
  const open = reader('reports').where({ closed_at: null });
  if ((await open.clone().where({ media_sha256: sha256 }).first('id')) !== undefined) return true;
  const told = reader('report_sounds').where({ media_sha256: sha256 });
  return (await told.whereIn('report_id', open.select('id')).first('id')) !== undefined;
}

/** Adds an open report. @param told the own sounds of the place's tellings */
export async function insertReport(
  tx: Transactor,
  row: Omit<ReportRow, 'id' | 'closed_at'>,
  told: readonly Omit<ReportSoundRow, 'report_id'>[],
): Promise<void> {
  const [report] = await tx<ReportRow>('reports').insert(row).returning('id');
  if (report === undefined) throw new Error('Expected the new report id, got no row');
  const sounds = told.map(({ language, kind, media_sha256 }) => ({
    ...{ report_id: report.id, language, kind, media_sha256 },
  }));
  if (sounds.length > 0) await tx<ReportSoundRow>('report_sounds').insert(sounds);
}

/**
 * Closes the open reports about an item; returns their number. If its audio is hidden, they retain it for a
 * restoration. What it said goes; of reports without an account, their words and the address, too.
 */
export async function closeReports(
  tx: Transactor,
  item: ReportedItem,
  { at, hidesAudio }: { readonly at: string; readonly hidesAudio: boolean },
): Promise<number> {
  const open = () => tx<ReportRow>('reports').where({ ...columnsOf(item), closed_at: null });
  if (!hidesAudio) await tx('report_sounds').whereIn('report_id', open().select('id')).delete();
  await open().where({ is_outside: true }).update({ words: null, answer_to: null });
  return open().update({ closed_at: at, texts: null, ...(hidesAudio ? {} : { media_sha256: null }) });
}

/** A row of measures: the message to an account, and the answer. */
export interface MeasureRow extends ItemColumns {
  readonly id: MeasureId;
  readonly kind: MeasureKind;
  /** The account concerned; null if the author's account was deleted. */
  readonly account_id: UserId | null;
  /** Name of the item; null for a measure about the account. */
  readonly name: string | null;
  readonly words: string | null;
  readonly taken_at: string;
  readonly taken_by: UserId | null;
  readonly seen_at: string | null;
  readonly answer: string | null;
  readonly answered_at: string | null;
  /** Null while an answer is unread. */
  readonly answer_closed_at: string | null;
}

/** A measure with its taker's name; null for the server or its operator, and after the account was deleted. */
export interface MeasureWithTakerRow extends MeasureRow {
  readonly taker_name: string | null;
}

type NewMeasureRow = Omit<MeasureRow, 'id' | 'seen_at' | 'answer' | 'answered_at' | 'answer_closed_at'>;

/** The measure with this id. */
export async function findMeasure(reader: Reader, id: MeasureId): Promise<MeasureRow | undefined> {
  return reader<MeasureRow>('measures').where({ id }).first();
}

/** The measures that concern an account, newest first. */
export async function listMeasuresOf(reader: Reader, accountId: UserId, most: number): Promise<MeasureRow[]> {
  return reader<MeasureRow>('measures').where({ account_id: accountId }).orderBy('id', 'desc').limit(most).select('*');
}

/** The measures about these items with the admins who took them, oldest first. */
export async function listMeasuresAbout(
  reader: Reader,
  placeIds: readonly PlaceId[],
  parcoursIds: readonly ParcoursId[],
): Promise<MeasureWithTakerRow[]> {
  return reader('measures')
    .leftJoin('accounts', 'accounts.id', 'measures.taken_by')
    .where((about) => about.whereIn('measures.place_id', placeIds).orWhereIn('measures.parcours_id', parcoursIds))
    .orderBy('measures.id')
    .select<MeasureWithTakerRow[]>('measures.*', 'accounts.name as taker_name');
}

/** The items with unread answers of their authors, longest wait first. */
export async function listUnreadAnswers(reader: Reader): Promise<ItemColumns[]> {
  return reader<MeasureRow>('measures')
    .whereNotNull('answered_at')
    .whereNull('answer_closed_at')
    .where((about) => about.whereNotNull('place_id').orWhereNotNull('parcours_id'))
    .orderBy('answered_at')
    .select('place_id', 'parcours_id');
}

/** The message of an account's latest suspension; null for none. */
export async function findSuspensionWords(reader: Reader, accountId: UserId): Promise<string | null> {
  const row = await reader<MeasureRow>('measures')
    .where({ account_id: accountId, kind: 'suspend' })
    .orderBy('id', 'desc')
    .first('words');
  return row?.words ?? null;
}

/** Adds a measure. */
export async function insertMeasure(tx: Transactor, row: NewMeasureRow): Promise<void> {
  await tx<MeasureRow>('measures').insert(row);
}

/** Marks an account's measures as seen. */
export async function markSeen(tx: Transactor, accountId: UserId, now: string): Promise<void> {
  await tx<MeasureRow>('measures').where({ account_id: accountId, seen_at: null }).update({ seen_at: now });
}

/** Stores the answer to a measure. */
export async function answerMeasure(
  tx: Transactor,
  id: MeasureId,
  answer: Pick<MeasureRow, 'answer' | 'answered_at'>,
): Promise<void> {
  await tx<MeasureRow>('measures').where({ id }).update(answer);
}

/** Marks the answers about an item as read. */
export async function closeAnswers(tx: Transactor, item: ReportedItem, now: string): Promise<void> {
  await tx<MeasureRow>('measures')
    .where({ ...columnsOf(item), answer_closed_at: null })
    .whereNotNull('answered_at')
    .update({ answer_closed_at: now });
}

/** A row of hidden_audio, hidden by the site's admins on a parcours, even after its place was changed or deleted. */
export interface HiddenAudioRow {
  readonly parcours_id: ParcoursId;
  readonly media_sha256: string;
}

/** Hides this audio on this parcours. */
export async function noteHiddenAudio(tx: Transactor, row: HiddenAudioRow): Promise<void> {
  await tx<HiddenAudioRow>('hidden_audio').insert(row).onConflict(['parcours_id', 'media_sha256']).ignore();
}

/** Allows this audio on this parcours again. */
export async function forgetHiddenAudio(tx: Transactor, { parcours_id, media_sha256 }: HiddenAudioRow): Promise<void> {
  await tx<HiddenAudioRow>('hidden_audio').where({ parcours_id, media_sha256 }).delete();
}

/** Whether this audio is hidden on this parcours. */
export async function isHiddenAudio(reader: Reader, { parcours_id, media_sha256 }: HiddenAudioRow): Promise<boolean> {
  return (await reader<HiddenAudioRow>('hidden_audio').where({ parcours_id, media_sha256 }).first()) !== undefined;
}

/** These places, whatever their visibility. */
export async function listPlacesById(reader: Reader, ids: readonly PlaceId[]): Promise<PlaceWithMediaRow[]> {
  return placesWithMedia(reader).whereIn('places.id', ids);
}

/** These parcours, whatever their visibility. */
export async function listParcoursById(reader: Reader, ids: readonly ParcoursId[]): Promise<ParcoursRow[]> {
  return reader<ParcoursRow>('parcours').whereIn('id', ids).select('*');
}

/** The places, then the parcours, that are hidden or were deleted by an admin of the site, newest first. */
export async function listHiddenOrRemoved(reader: Reader, most: number): Promise<ItemColumns[]> {
  const idsOf = (table: 'places' | 'parcours') =>
    onlyHiddenOrRemoved(reader(table)).orderBy('id', 'desc').limit(most).pluck('id');
  const [places, parcours]: [PlaceId[], ParcoursId[]] = await Promise.all([idsOf('places'), idsOf('parcours')]);
  return [
    ...places.map((place_id) => ({ place_id, parcours_id: null })),
    ...parcours.map((parcours_id) => ({ place_id: null, parcours_id })),
  ];
}

/** Whether an item, or one of a parcours' places, is hidden or was deleted by an admin of the site. */
export async function isHiddenOrRemoved(reader: Reader, { kind, id }: ReportedItem): Promise<boolean> {
  const held = async (table: 'places' | 'parcours', of: object): Promise<boolean> =>
    (await onlyHiddenOrRemoved(reader(table)).where(of).first('id')) !== undefined;
  if (kind === 'place') return held('places', { id });
  return (await held('parcours', { id })) || (await held('places', { parcours_id: id }));
}

/** The places of a parcours for its moderation, oldest first: without drafts and deleted ones. */
export async function listPlacesToModerate(reader: Reader, parcoursId: ParcoursId): Promise<PlaceWithMediaRow[]> {
  return placesWithMedia(reader)
    .where({ 'places.parcours_id': parcoursId, 'places.is_draft': false, 'places.deleted_at': null })
    .orderBy('places.id');
}

/** The longest-serving admin of each of these parcours; those without one are left out. */
export async function listFirstAdmins(
  reader: Reader,
  ids: readonly ParcoursId[],
): Promise<ReadonlyMap<ParcoursId, AccountRow>> {
  const rows = await reader('memberships')
    .join('accounts', 'accounts.id', 'memberships.account_id')
    .where('memberships.privilege', 'admin')
    .whereIn('memberships.parcours_id', ids)
    .orderBy([
      { column: 'memberships.joined_at', order: 'desc' },
      { column: 'accounts.id', order: 'desc' },
    ])
    .select<(AccountRow & { parcours_id: ParcoursId })[]>('accounts.*', 'memberships.parcours_id');
  // A Map keeps the last of equal keys.
  return new Map(rows.map((row) => [row.parcours_id, row]));
}

function onlyHiddenOrRemoved(query: Knex.QueryBuilder): Knex.QueryBuilder {
  return query.where((item) => item.whereNotNull('hidden_at').orWhere('is_removed', true));
}
