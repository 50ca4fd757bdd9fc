import { MODERATION_LISTED_MAX } from '../../../contracts/limits.ts';
import type {
  Measure,
  ModeratedAccount,
  ModeratedItem,
  ModerationQueue,
  OpenedParcours,
  Report,
  ReportedItem,
  ReportedVersion,
  ToldSound,
} from '../../../contracts/moderation.ts';
import type { TellingKey } from '../../../contracts/telling.ts';
import { isThrowaway } from '../../../contracts/user.ts';
import type { ParcoursId, ReportId, UserId } from '../../../contracts/vocabulary.ts';
import { type AccountRow, listAccounts, listSuspended } from '../../store/accounts.ts';
import type { Database, Reader } from '../../store/database.ts';
import {
  type HeardReportSoundRow,
  type ItemColumns,
  listFirstAdmins,
  listHiddenOrRemoved,
  listMeasuresAbout,
  listOpenReportsAbout,
  listParcoursById,
  listPlacesById,
  listPlacesToModerate,
  listReportedItems,
  listReportSounds,
  listUnreadAnswers,
  type MeasureWithTakerRow,
  type OpenReportRow,
  readRetainedTexts,
} from '../../store/moderation.ts';
import { findAnyParcours } from '../../store/parcours.ts';
import { type HeardRow, measurePlaces } from '../../store/places.ts';
import { listTellingMedia } from '../../store/tellings.ts';
import { AppError } from '../app-error.ts';
import { addToAuditLog } from '../audit-log/write-audit-log.ts';
import { type Caller, expectAdmin, type SessionCaller } from '../caller.ts';
import type { Clock } from '../clock.ts';
import { listWeight } from '../costly-work.ts';
import { type FairQueue, ownerOf } from '../fair-queue.ts';
import type { MediaLinks, SignLink } from '../media/media-links.ts';
import { fillTexts, serializePlaces } from '../places/lists/places-text.ts';
import { toMediaLink } from '../places/place-responses.ts';
import { parseTexts, readTexts } from './reported-texts.ts';
import { type ReportedState, reportedVersionOf, stateOf } from './reports.ts';

/** The moderation queue of this database. */
export function createQueue(database: Database, links: MediaLinks) {
  return {
    /** @throws AppError `forbidden`. */
    read: async (caller: SessionCaller): Promise<ModerationQueue> => {
      expectAdmin(caller);
      return readQueue(database.reader, links.signFor(caller));
    },
  };
}

/** Reads the moderation queue. Checks no permission. */
export async function readQueue(reader: Reader, sign: SignLink): Promise<ModerationQueue> {
  // Those without an account come last: their number must push no other out of the list.
  const open = distinct([
    ...(await listReportedItems(reader, 'inside')),
    ...(await listUnreadAnswers(reader)),
    ...(await listReportedItems(reader, 'outside')),
  ]);
  const held = await listHiddenOrRemoved(reader, MODERATION_LISTED_MAX);
  const listed = distinct([...open.slice(0, MODERATION_LISTED_MAX), ...held]);
  const suspended = await listSuspended(reader);
  return {
    things: await describeItems(reader, sign, listed),
    openCount: open.length,
    suspended: suspended.map((row) => ({ ...toModeratedAccount(row), suspendedAt: row.suspended_at ?? '' })),
  };
}

/** Returns the first row about each reported item. */
function distinct(rows: readonly ItemColumns[]): ItemColumns[] {
  const seen = new Map<string, ItemColumns>();
  for (const row of rows) {
    const key = keyOf(row);
    if (!seen.has(key)) seen.set(key, row);
  }
  return [...seen.values()];
}

function keyOf({ place_id, parcours_id }: ItemColumns): string {
  return `${place_id} ${parcours_id}`;
}

/** Describes reported items in their order, each with its reports. Leaves out items that no longer exist. */
async function describeItems(reader: Reader, sign: SignLink, listed: readonly ItemColumns[]): Promise<ModeratedItem[]> {
  const placeIds = listed.flatMap(({ place_id }) => place_id ?? []);
  const places = new Map((await listPlacesById(reader, placeIds)).map((row) => [row.id, row]));
  const parcoursIds = listed.flatMap(({ parcours_id }) => parcours_id ?? []);
  const maps = new Map<ParcoursId | undefined, Awaited<ReturnType<typeof listParcoursById>>[number]>(
    (
      await listParcoursById(reader, [...parcoursIds, ...[...places.values()].map(({ parcours_id }) => parcours_id)])
    ).map((row) => [row.id, row]),
  );
  const admins = await listFirstAdmins(reader, parcoursIds);
  const authorIds = [...places.values()].flatMap(({ author_id }) => author_id ?? []);
  const authors = new Map<UserId | null, AccountRow>(
    (await listAccounts(reader, authorIds)).map((row) => [row.id, row]),
  );
  const measures = await listMeasuresAbout(reader, placeIds, parcoursIds);
  const toldNow = await listTellingMedia(reader, placeIds);
  const reportsOf = new Map<string, ReadReport[]>(listed.map((row) => [keyOf(row), []]));
  const reports = await listOpenReportsAbout(reader, placeIds, parcoursIds);
  for (const report of await withTexts(reader, listed, reports)) reportsOf.get(keyOf(report))?.push(report);
  const toldThen = await listReportSounds(reader, reports);

  const reported = listed.filter((row) => reportsOf.get(keyOf(row))?.length);
  const textsNow = await readTexts(reader, {
    places: reported.flatMap(({ place_id }) => place_id ?? []),
    parcours: reported.flatMap(({ parcours_id }) => parcours_id ?? []),
  });

  return listed.flatMap((row): ModeratedItem[] => {
    const { place_id, parcours_id } = row;
    const isAboutThis = (row: ItemColumns): boolean => row.place_id === place_id && row.parcours_id === parcours_id;
    const place = place_id === null ? undefined : places.get(place_id);
    const parcours = maps.get(parcours_id ?? place?.parcours_id);
    if (parcours === undefined || (place_id !== null && place === undefined)) return [];
    const item: ReportedItem = place === undefined ? { kind: 'map', id: parcours.id } : { kind: 'place', id: place.id };
    const texts = textsNow(item);
    const now =
      place === undefined
        ? { name: parcours.title, description: parcours.description, media_sha256: null, texts }
        : { name: place.name, description: null, media_sha256: place.media_sha256, texts };
    const about = reportsOf.get(keyOf(row)) ?? [];
    const told = place === undefined ? [] : toldNow.filter(({ place_id }) => place_id === place.id);
    const author = place === undefined ? admins.get(parcours.id) : authors.get(place.author_id);
    return [
      {
        thing: item,
        name: now.name,
        map: { id: parcours.id, name: parcours.title },
        description: now.description ?? '',
        author: author === undefined ? null : toModeratedAccount(author),
        state: stateOf(place ?? parcours),
        media: place === undefined ? null : toMediaLink(place, sign),
        told: told.flatMap((row) => toToldSound(row, sign)),
        reportedAs: changedSince(about, toldThen, now, told).map((row) =>
          toReportedVersion(row, now, toldThen.get(row.id) ?? [], sign),
        ),
        reports: about.map(toReport),
        measures: measures.filter(isAboutThis).map(toMeasure),
      },
    ];
  });
}

/** An open report with the texts that it retains. */
interface ReadReport extends OpenReportRow, ReportedState {
  /** Whether they were too much: then `texts` has only a sign, the same for the same texts. */
  readonly isCut: boolean;
}

/** Most characters of retained texts in one response, so that no number of reports makes it endless. */
const TEXTS_MAX = 2_000_000;

/** Adds the texts of reports, different ones once, as much as fits into a response, those of the first items first. */
async function withTexts(
  reader: Reader,
  listed: readonly ItemColumns[],
  reports: readonly OpenReportRow[],
): Promise<ReadReport[]> {
  const places = new Map(listed.map((row, place) => [keyOf(row), place]));
  const placeOf = (row: OpenReportRow): number => places.get(keyOf(row)) ?? places.size;
  const first = reports.filter(({ id, texts_of, texts_length }) => id === texts_of && texts_length !== null);
  let chars = 0;
  const fitting = first
    .sort((one, other) => placeOf(one) - placeOf(other))
    .filter(({ texts_length }) => {
      chars += texts_length ?? 0;
      return chars <= TEXTS_MAX;
    });
  const texts = await readRetainedTexts(
    reader,
    fitting.map(({ id }) => id),
  );
  return reports.map((row) => {
    const isCut = row.texts_length !== null && !texts.has(row.texts_of);
    return { ...row, isCut, texts: isCut ? `${row.texts_of}` : (texts.get(row.texts_of) ?? null) };
  });
}

/** An account as the site's admins see it here. */
function toModeratedAccount({ id, name, email, role, suspended_at }: AccountRow): ModeratedAccount {
  return { id, name, email, role, isSuspended: suspended_at !== null };
}

/** Returns the first report of each version of an item that is not its current one. */
function changedSince(
  reports: readonly ReadReport[],
  toldThen: ReadonlyMap<ReportId, readonly HeardReportSoundRow[]>,
  now: ReportedState,
  told: Parameters<typeof reportedVersionOf>[2],
): ReadReport[] {
  const seen = new Set([reportedVersionOf(now, now, told)]);
  return reports.filter((row) => {
    const version = reportedVersionOf(row, now, toldThen.get(row.id));
    return !seen.has(version) && seen.add(version);
  });
}

function toReportedVersion(
  row: ReadReport,
  now: Pick<ReportedState, 'texts'>,
  told: readonly HeardReportSoundRow[],
  sign: SignLink,
): ReportedVersion {
  const { name, description, texts, isCut, made_at: reportedAt } = row;
  const kept = texts === null || texts === now.texts ? [] : isCut ? null : parseTexts(texts);
  return {
    name: name ?? '',
    description: description ?? '',
    media: toMediaLink(row, sign),
    told: told.flatMap((sound) => toToldSound(sound, sign)),
    texts: kept,
    reportedAt,
  };
}

function toToldSound({ language, kind, ...row }: HeardRow & TellingKey, sign: SignLink): ToldSound[] {
  const media = toMediaLink(row, sign);
  return media === null ? [] : [{ language, kind, media }];
}

function toReport(row: OpenReportRow): Report {
  const { id, reason, words, made_at, reporter_name, reporter_email, is_outside, answer_to } = row;
  const isGuest = reporter_email !== null && isThrowaway({ role: 'guest', email: reporter_email });
  const outside = is_outside ? { answerTo: answer_to } : null;
  return { id, reason, words, madeAt: made_at, reporter: isGuest ? null : reporter_name, outside };
}

function toMeasure(row: MeasureWithTakerRow): Measure {
  const { id, kind, words, taken_at, taker_name, answer, answered_at, answer_closed_at } = row;
  return {
    id,
    kind,
    words,
    takenAt: taken_at,
    by: taker_name,
    answer,
    answeredAt: answered_at,
    isAnswerOpen: answered_at !== null && answer_closed_at === null,
  };
}

/**
 * Opens one parcours with its places for an admin of the site, member or not. The audit log notes who opened it.
 * @returns the serialized response
 * @throws AppError `forbidden` for anybody but the site's admins, `not_found`, `busy`.
 */
export type OpenParcours = (caller: SessionCaller, id: ParcoursId) => Promise<Buffer[]>;

/** Opens the parcours of this database. `takeTurn` limits lists by their {@link listWeight}. */
export function createOpenParcours(
  database: Database,
  links: MediaLinks,
  takeTurn: FairQueue,
  clock: Clock,
): OpenParcours {
  const { reader } = database;
  return async (caller, id) => {
    expectAdmin(caller);
    const opened = await openToModerate(database, clock, caller, id);
    const serialize = async () => serializePlaces(await listPlacesToModerate(reader, id));
    const text = await takeTurn(ownerOf(caller), serialize, listWeight(await measurePlaces(reader, id)));
    const head = Buffer.from(`${JSON.stringify(opened).slice(0, -1)},"places":[`);
    return fillTexts([text], Buffer.from(links.queryFor(caller)), head, Buffer.from(']}'));
  };
}

/**
 * Opens one parcours without places or checks; `by` is null for the server's operator. @throws AppError `not_found`.
 */
export async function openToModerate(
  database: Database,
  clock: Clock,
  by: Caller | null,
  id: ParcoursId,
): Promise<Omit<OpenedParcours, 'places'>> {
  const parcours = await database.transact(async (tx) => {
    const row = await findAnyParcours(tx, id);
    if (row === undefined) throw new AppError('not_found', `There is no parcours ${id}`);
    const detail = by === null ? 'by npm run admin' : '';
    await addToAuditLog(tx, clock, { action: 'admin_opened_map', by: by ?? {}, parcours: id, detail });
    return row;
  });
  const author = (await listFirstAdmins(database.reader, [id])).get(id);
  return {
    id,
    name: parcours.title,
    description: parcours.description,
    state: stateOf(parcours),
    author: author === undefined ? null : toModeratedAccount(author),
  };
}
