import { MODERATION_LISTED_MAX, REMARKS_OPEN_MAX } from '../../../contracts/limits.ts';
import { mayReadParcours, mayRecord } from '../../../contracts/permissions.ts';
import type { Remark } from '../../../contracts/remark.ts';
import type { CallParsed } from '../../../contracts/routes.ts';
import type { ParcoursId, PlaceId, RemarkId } from '../../../contracts/vocabulary.ts';
import type { Database } from '../../store/database.ts';
import {
  countRemarks,
  deleteRemark,
  findRemark,
  hasRemark,
  insertRemark,
  type ListedRemarkRow,
  listRemarks,
} from '../../store/remarks.ts';
import { AppError } from '../app-error.ts';
import { type Caller, isOpenReader, type ParcoursReader } from '../caller.ts';
import { type Clock, stamp } from '../clock.ts';
import { privilegeOn } from '../parcours/parcours.ts';
import { changeablePlace, readablePlace } from '../places/changeable-place.ts';
import { tell } from './measures.ts';

/** The remarks of visitors in this database. Those who read them don't learn who wrote them. */
export function createRemarks(database: Database, clock: Clock) {
  return {
    /**
     * Adds a remark about a place that the caller may see. Changes nothing while the same one is open.
     * @throws AppError `not_found`, `forbidden`; `too_many` for a place that has many already.
     */
    send: async (caller: ParcoursReader, id: PlaceId, { subject, words }: CallParsed<'sendRemark'>['body']) =>
      database.transact(async (tx) => {
        await readablePlace(tx, caller, id);
        const sender_id = isOpenReader(caller) ? null : caller.id;
        const remark = { place_id: id, sender_id, subject, words };
        if (await hasRemark(tx, remark)) return;
        if ((await countRemarks(tx, id)) >= REMARKS_OPEN_MAX) {
          throw new AppError('too_many', `Place ${id} has ${REMARKS_OPEN_MAX} open remarks already`);
        }
        await insertRemark(tx, { ...remark, made_at: stamp(clock) });
      }),

    /** Lists the remarks of a parcours that the caller may answer, oldest first. @throws AppError `not_found`, `forbidden`. */
    list: async (caller: Caller, parcoursId: ParcoursId): Promise<Remark[]> => {
      const privilege = await privilegeOn(database.reader, parcoursId, caller);
      if (!mayReadParcours(privilege)) throw new AppError('forbidden', `You may not read parcours ${parcoursId}`);
      if (!mayRecord(caller.role)) return [];
      const rows = await listRemarks(database.reader, parcoursId, caller.id, MODERATION_LISTED_MAX);
      return rows.map(toRemark);
    },

    /**
     * Deletes a remark about a place that the caller may change. An answer becomes a message to its sender.
     * @throws AppError `not_found`, `forbidden`.
     */
    close: async (caller: Caller, id: RemarkId, { answer }: CallParsed<'closeRemark'>['body']) =>
      database.transact(async (tx) => {
        const remark = await findRemark(tx, id);
        if (remark === undefined) throw new AppError('not_found', `There is no remark ${id}`);
        const place = await changeablePlace(tx, caller, remark.place_id);
        await deleteRemark(tx, id);
        if (answer === '' || remark.sender_id === null) return;
        const item = { kind: 'place', id: place.id } as const;
        await tell(tx, clock, caller, {
          item,
          kind: 'answered',
          words: answer,
          name: place.name,
          authorId: remark.sender_id,
        });
      }),
  };
}

function toRemark({ id, place_id, name, subject, words, made_at, sender_role }: ListedRemarkRow): Remark {
  const mayAnswer = sender_role !== null && sender_role !== 'guest';
  return { id, placeId: place_id, name, subject, words, madeAt: made_at, mayAnswer };
}
