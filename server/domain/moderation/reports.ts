import { OUTSIDE_REPORTS_MAX, OUTSIDE_REPORTS_OF_SITE_MAX } from '../../../contracts/limits.ts';
import type { ItemState, ReportedItem } from '../../../contracts/moderation.ts';
import { mayReport } from '../../../contracts/moderation-permissions.ts';
import { mayDrop } from '../../../contracts/permissions.ts';
import type { CallParsed } from '../../../contracts/routes.ts';
import type { ParcoursId, PlaceId, UserId } from '../../../contracts/vocabulary.ts';
import type { Database, Reader } from '../../store/database.ts';
import {
  columnsOf,
  countOutsideReports,
  emptyOutsideReports,
  type HiddenAudioRow,
  insertReport,
  listFirstAdmins,
  listOpenReports,
  listReportSounds,
  type ReportRow,
  type ReportSoundRow,
} from '../../store/moderation.ts';
import { findAnyParcours, type ParcoursRow } from '../../store/parcours.ts';
import { findAnyPlace, type PlaceRow } from '../../store/places.ts';
import { listTellingSounds } from '../../store/tellings.ts';
import { AppError } from '../app-error.ts';
import { addToAuditLog } from '../audit-log/write-audit-log.ts';
import { type Caller, isOpenReader, type ParcoursReader } from '../caller.ts';
import { type Clock, daysAgo, stamp } from '../clock.ts';
import { privilegeOn } from '../parcours/parcours.ts';
import { existingPlace, readablePlace } from '../places/changeable-place.ts';
import { readTexts } from './reported-texts.ts';

/** Days for which the words and the address of a report by somebody without an account are stored at most, as the terms state. */
const OUTSIDE_WORDS_DAYS = 365;

/** The reports in this database. */
export function createReports(database: Database, clock: Clock) {
  return {
    /**
     * Reports a place or a parcours. Changes nothing while the caller has an open report about its current version; of
     * people without an account, while one of them has given the same reason in the same words.
     * @param answerTo email of somebody without an account who wants an answer
     * @throws AppError `not_found`, `forbidden` for what the caller may not see, and for their own place; `too_many` for
     * what people without an account have reported often enough, and for all things while too many such reports wait.
     */
    make: async (
      caller: ParcoursReader,
      { thing: item, reason, words }: CallParsed<'report'>['body'],
      answerTo: string | null = null,
    ) =>
      database.transact(async (tx) => {
        await expectReportable(tx, caller, item);
        const isOutside = isOpenReader(caller);
        const { name, description, audio, subject } = await findItem(tx, item);
        const media_sha256 = audio?.media_sha256 ?? null;
        const told = item.kind === 'place' ? await listTellingSounds(tx, [item.id]) : [];
        const texts = (await readTexts(tx, item.kind === 'place' ? { places: [item.id] } : { parcours: [item.id] }))(
          item,
        );
        const all = await listOpenReports(tx, item, isOutside ? 'outside' : caller.id);
        const earlier = isOutside
          ? all.filter(
              (row) =>
                row.reason === reason &&
                (row.words ?? '') === (words ?? '') &&
                (answerTo === null || row.answer_to === answerTo),
            )
          : all;
        const toldThen = await listReportSounds(tx, earlier);
        const now = { name, description, media_sha256, texts };
        const version = reportedVersionOf(now, now, told);
        if (earlier.some((row) => reportedVersionOf(row, now, toldThen.get(row.id)) === version)) return;
        if (isOutside && all.length >= OUTSIDE_REPORTS_MAX) {
          throw new AppError('too_many', `${item.kind} ${item.id} has ${OUTSIDE_REPORTS_MAX} such reports already`);
        }
        if (isOutside && (await countOutsideReports(tx)) >= OUTSIDE_REPORTS_OF_SITE_MAX) {
          throw new AppError('too_many', `${OUTSIDE_REPORTS_OF_SITE_MAX} such reports wait already`);
        }
        const by = isOutside
          ? { reporter_id: null, is_outside: true, answer_to: answerTo }
          : { reporter_id: caller.id, is_outside: false, answer_to: null };
        const made = { ...by, reason, words: words || null, made_at: stamp(clock) };
        await insertReport(tx, { ...columnsOf(item), ...now, ...made }, told);
        // The entry doesn't name the author, who sees entries that name them, but must not learn of reports.
        await addToAuditLog(tx, clock, { action: 'report_made', by: caller, ...subject, detail: reason });
      }),

    /**
     * Deletes what people without an account wrote {@link OUTSIDE_WORDS_DAYS} ago and nobody has decided: they can't ask for it.
     * Their reports stay open.
     */
    emptyOld: () => database.transact((tx) => emptyOutsideReports(tx, daysAgo(clock, OUTSIDE_WORDS_DAYS))),
  };
}

/** A place or a parcours that is reported or moderated. */
export interface FoundItem {
  readonly item: ReportedItem;
  readonly name: string;
  /** A parcours' description; null for a place. */
  readonly description: string | null;
  readonly row: Pick<PlaceRow | ParcoursRow, 'deleted_at' | 'is_removed' | 'hidden_at'>;
  readonly audio: HiddenAudioRow | null;
  /** The account that gets the message: the place's author or the parcours' first admin; null if there is none. */
  readonly authorId: UserId | null;
  /** The ids in an entry of the audit log. */
  readonly subject: { readonly place?: PlaceId; readonly parcours: ParcoursId };
}

/** Returns a place or a parcours, whatever its visibility. @throws AppError `not_found`. */
export async function findItem(reader: Reader, item: ReportedItem): Promise<FoundItem> {
  if (item.kind === 'place') {
    const row = await findAnyPlace(reader, item.id);
    // Nobody but its author knows of a draft.
    if (row === undefined || row.is_draft) throw noItem(item);
    const subject = { place: item.id, parcours: row.parcours_id };
    const { parcours_id, media_sha256 } = row;
    const audio = media_sha256 === null ? null : { parcours_id, media_sha256 };
    return { item, name: row.name, description: null, row, audio, authorId: row.author_id, subject };
  }
  const row = await findAnyParcours(reader, item.id);
  if (row === undefined) throw noItem(item);
  const author = (await listFirstAdmins(reader, [item.id])).get(item.id);
  const { title: name, description } = row;
  const authorId = author?.id ?? null;
  return { item, name, description, row, audio: null, authorId, subject: { parcours: item.id } };
}

/**
 * Checks that the caller may see an item, and so report it; nobody reports their own place.
 * @throws AppError `not_found`, `forbidden`.
 */
async function expectReportable(reader: Reader, caller: ParcoursReader, item: ReportedItem): Promise<void> {
  if (isOpenReader(caller)) {
    if (item.kind === 'place') await readablePlace(reader, caller, item.id);
    else if (item.id !== caller.parcoursId) throw new AppError('forbidden', `You may not report map ${item.id}`);
    return;
  }
  const place = item.kind === 'place' ? await seenPlace(reader, caller, item.id) : undefined;
  const parcoursId = item.kind === 'map' ? item.id : place?.parcours_id;
  const privilege = parcoursId === undefined ? null : await privilegeOn(reader, parcoursId, caller);
  if (mayReport(privilege) && place?.author_id !== caller.id) return;
  throw new AppError('forbidden', `You may not report ${item.kind} ${item.id}`);
}

/** Finds a place that the caller may see, or a planned one of a parcours on which they may drop. @throws AppError `not_found`. */
async function seenPlace(reader: Reader, caller: Caller, id: PlaceId): Promise<PlaceRow> {
  const place = await findAnyPlace(reader, id);
  if (place === undefined || !place.is_planned || place.hidden_at !== null || place.deleted_at !== null) {
    return existingPlace(reader, caller, id);
  }
  if (mayDrop(caller.role, await privilegeOn(reader, place.parcours_id, caller))) return place;
  throw noItem({ kind: 'place', id });
}

/** What a report remembers of an item beside the sounds of its tellings. */
export type ReportedState = Pick<ReportRow, 'name' | 'description' | 'media_sha256' | 'texts'>;

/**
 * Names what a report is about: equal for two states of an item that differ in nothing that a report remembers.
 * @param now the item as it is: a report that doesn't remember texts is taken for one of the current ones
 * @param told the own sounds of a place's tellings
 */
export function reportedVersionOf(
  { name, description, media_sha256, texts }: ReportedState,
  now: Pick<ReportedState, 'texts'>,
  told: readonly Omit<ReportSoundRow, 'report_id'>[] = [],
): string {
  const sounds = told.map(({ language, kind, media_sha256: sound }) => `${language}.${kind} ${sound}`).sort();
  return JSON.stringify([name, description, media_sha256, texts ?? now.texts, ...sounds]);
}

/** Returns the visibility of a place or a parcours. */
export function stateOf({ deleted_at, is_removed, hidden_at }: FoundItem['row']): ItemState {
  if (deleted_at !== null) return is_removed ? 'removed' : 'deleted';
  return hidden_at === null ? 'shown' : 'hidden';
}

function noItem({ kind, id }: ReportedItem): AppError {
  return new AppError('not_found', `There is no ${kind} ${id}`);
}
