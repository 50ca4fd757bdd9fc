import type { MeasureKind, Thing } from '../../contracts/moderation.ts';
import type { MeasureId, ParcoursId, PlaceId, UserId } from '../../contracts/vocabulary.ts';
import type { Reader, Transactor } from './database.ts';
import { columnsOf, type ThingColumns } from './reports.ts';

/** A row of measures: the message to an account, and the answer. */
export interface MeasureRow extends ThingColumns {
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

/**
 * A measure with the name of the admin who took it; null for the server or its operator, and after the account was
 * deleted.
 */
export interface MeasureWithTakerRow extends MeasureRow {
  readonly taker_name: string | null;
}

/** The columns of a new measure. */
export type NewMeasureRow = Omit<MeasureRow, 'id' | 'seen_at' | 'answer' | 'answered_at' | 'answer_closed_at'>;

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
export async function listUnreadAnswers(reader: Reader): Promise<ThingColumns[]> {
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
export async function closeAnswers(tx: Transactor, thing: Thing, now: string): Promise<void> {
  await tx<MeasureRow>('measures')
    .where({ ...columnsOf(thing), answer_closed_at: null })
    .whereNotNull('answered_at')
    .update({ answer_closed_at: now });
}
