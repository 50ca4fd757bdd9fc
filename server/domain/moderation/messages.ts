import { MODERATION_LISTED_MAX } from '../../../contracts/limits.ts';
import type { MeasureKind, Message } from '../../../contracts/moderation.ts';
import type { CallParsed } from '../../../contracts/routes.ts';
import type { MeasureId } from '../../../contracts/vocabulary.ts';
import type { Database } from '../../store/database.ts';
import { answerMeasure, findMeasure, listMeasuresOf, type MeasureRow, markSeen } from '../../store/moderation.ts';
import { AppError } from '../app-error.ts';
import type { Caller } from '../caller.ts';
import { type Clock, stamp } from '../clock.ts';

/** Kinds that allow an answer; approvals and refusals come from editors, whom the author meets on the parcours. */
const ANSWERABLE: readonly MeasureKind[] = ['hide', 'delete', 'warn'];

/** The messages in this database. */
export function createMessages(database: Database, clock: Clock) {
  return {
    /** Returns the messages to the caller, newest first. */
    list: async (caller: Caller): Promise<Message[]> =>
      (await listMeasuresOf(database.reader, caller.id, MODERATION_LISTED_MAX)).map(toMessage),

    /** Marks all messages as seen by the caller. */
    see: (caller: Caller) => database.transact((tx) => markSeen(tx, caller.id, stamp(clock))),

    /**
     * Answers a message; the answer appears in the queue of the site's admins.
     * @throws AppError `not_found`, also for another account's; `conflict` if it has an answer, or can't be answered.
     */
    answer: async (caller: Caller, id: MeasureId, { words }: CallParsed<'answerMessage'>['body']): Promise<Message> =>
      database.transact(async (tx) => {
        const row = await findMeasure(tx, id);
        if (row === undefined || row.account_id !== caller.id) {
          throw new AppError('not_found', `There is no message ${id}`);
        }
        if (!toMessage(row).mayAnswer) throw new AppError('conflict', `Message ${id} can't be answered any more`);
        const answer = { answer: words, answered_at: stamp(clock) };
        await answerMeasure(tx, id, answer);
        return toMessage({ ...row, ...answer });
      }),
  };
}

function toMessage(row: MeasureRow): Message {
  const { id, kind, name, place_id, parcours_id, words, taken_at, seen_at, answer } = row;
  return {
    id,
    kind,
    name,
    placeId: place_id,
    mapId: parcours_id,
    words,
    takenAt: taken_at,
    isNew: seen_at === null,
    // The answer is shown beside the reported item, which must exist.
    mayAnswer: ANSWERABLE.includes(kind) && answer === null && (place_id !== null || parcours_id !== null),
    answer,
  };
}
