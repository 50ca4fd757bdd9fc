import type { WaitingPlace } from '../../../contracts/moderation.ts';
import { mayApprove } from '../../../contracts/moderation-permissions.ts';
import type { CallParsed } from '../../../contracts/routes.ts';
import type { ParcoursId, PlaceId } from '../../../contracts/vocabulary.ts';
import type { Database, Reader } from '../../store/database.ts';
import { fileNameOf } from '../../store/files.ts';
import { changePlace, findAnyPlace, listWaitingPlaces, measurePlaces } from '../../store/places.ts';
import { sumWordBytes } from '../../store/tellings.ts';
import { AppError } from '../app-error.ts';
import { addToAuditLog } from '../audit-log/write-audit-log.ts';
import type { Caller, SessionCaller } from '../caller.ts';
import type { Clock } from '../clock.ts';
import { listWeight, nextTurn } from '../costly-work.ts';
import { type FairQueue, ownerOf } from '../fair-queue.ts';
import type { MediaLinks } from '../media/media-links.ts';
import { privilegeOn } from '../parcours/parcours.ts';
import { existingPlace } from '../places/changeable-place.ts';
import { toMediaLink, versionOf } from '../places/place-responses.ts';
import { settlePlan } from '../places/planned-places.ts';
import { readWordsOf } from '../tellings/place-words.ts';
import { tell } from './measures.ts';

/** For what is compared, and not sent. */
const UNSIGNED = { sign: fileNameOf, seesDrafts: true };

/** The approvals in this database. `takeTurn` limits lists by their {@link listWeight}. */
export function createApprovals(database: Database, links: MediaLinks, takeTurn: FairQueue, clock: Clock) {
  return {
    /**
     * Lists the waiting drops of a parcours, oldest first. @throws AppError `not_found`; `forbidden` for non-approvers.
     */
    list: async (caller: SessionCaller, parcoursId: ParcoursId): Promise<WaitingPlace[]> => {
      const { reader } = database;
      await expectApprover(reader, caller, parcoursId);
      const sign = links.signFor(caller);
      // In turn, because the versions include shapes and texts, which may be those of a whole parcours.
      const read = async (): Promise<WaitingPlace[]> => {
        const places: WaitingPlace[] = [];
        const rows = await listWaitingPlaces(reader, parcoursId);
        const [first, last] = [rows[0]?.id, rows.at(-1)?.id];
        const range = first === undefined || last === undefined ? null : { parcoursId, first, last };
        const said = range === null ? null : await readWordsOf(reader, range, UNSIGNED);
        for (const row of rows) {
          const { id, name, author_name: author, created_at: madeAt } = row;
          places.push({
            id,
            name,
            author,
            madeAt,
            media: toMediaLink(row, sign),
            version: versionOf(row, said?.get(id)),
          });
          await nextTurn();
        }
        return places;
      };
      const weight = listWeight(await measurePlaces(reader, parcoursId));
      const wordBytes = await sumWordBytes(reader, { parcours_id: parcoursId, deleted_at: null });
      return takeTurn(ownerOf(caller), read, weight + wordBytes);
    },

    /**
     * Makes a drop public, or refuses it, after which only its author sees it. Sends the author a message.
     * @throws AppError `not_found`, `forbidden`; `conflict` if it no longer waits, or its author changed it after the
     * caller looked at it.
     */
    answer: async (caller: Caller, id: PlaceId, { answer, version, words }: CallParsed<'answerWaiting'>['body']) =>
      database.transact(async (tx) => {
        const known = await findAnyPlace(tx, id);
        if (known !== undefined) await expectApprover(tx, caller, known.parcours_id);
        const place = await existingPlace(tx, caller, id);
        if (place.is_draft || place.approval !== 'waiting') {
          throw new AppError('conflict', `Place ${id} waits for no approval`);
        }
        const said = await readWordsOf(tx, id, UNSIGNED);
        if (version !== versionOf(place, said.get(id))) {
          throw new AppError('conflict', `Place ${id} has changed since version ${version} of it`);
        }
        const act = { by: caller, place: id, parcours: place.parcours_id, account: place.author_id };
        await addToAuditLog(tx, clock, { action: answer, ...act });
        await changePlace(tx, id, { approval: answer === 'approved' ? null : 'refused' });
        await settlePlan(tx, clock, id);
        const item = { kind: 'place', id } as const;
        await tell(tx, clock, caller, { item, kind: answer, words, name: place.name, authorId: place.author_id });
      }),
  };
}

async function expectApprover(reader: Reader, caller: Caller, parcoursId: ParcoursId): Promise<void> {
  if (mayApprove(caller.role, await privilegeOn(reader, parcoursId, caller))) return;
  throw new AppError('forbidden', `You may not approve drops on parcours ${parcoursId}`);
}
