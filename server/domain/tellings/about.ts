import { isDeepStrictEqual } from 'node:util';
import { mayEditParcours } from '../../../contracts/permissions.ts';
import type { ParcoursAbout, ParcoursAboutChange, ParcoursFacts } from '../../../contracts/telling.ts';
import type { ParcoursId } from '../../../contracts/vocabulary.ts';
import type { Database, Reader } from '../../store/database.ts';
import { listParcoursWords, type ParcoursRow, setParcoursWords, updateParcours } from '../../store/parcours.ts';
import { isToldIn, relabelTellings } from '../../store/tellings.ts';
import { AppError } from '../app-error.ts';
import type { Caller } from '../caller.ts';
import type { DiskReserve } from '../disk-reserve.ts';
import { existingParcours, privilegeOn } from '../parcours/parcours.ts';

/** What visitors should know of the parcours of this database. */
export function createAbout(database: Database, disk: DiskReserve) {
  return {
    /**
     * Replaces what visitors should know of a parcours. With another first language, the texts that places have beside
     * their own names and sounds are in that language, too: it corrects what language these are in.
     * @throws AppError `not_found`, `forbidden`; `conflict` if places have a standard telling in that language already, or it
     * is no longer what it `was`.
     */
    change: async (caller: Caller, id: ParcoursId, { was, ...about }: ParcoursAboutChange): Promise<ParcoursAbout> => {
      await disk.expectRoom(0);
      return database.transact(
        async (tx) => {
          const before = await existingParcours(tx, id);
          if (!mayEditParcours(caller.role, await privilegeOn(tx, id, caller))) {
            throw new AppError('forbidden', `You may not change parcours ${id}`);
          }
          if (was !== undefined && !isDeepStrictEqual(inOrder(was), inOrder(await readAbout(tx, before)))) {
            throw new AppError('conflict', `Somebody has changed the information of parcours ${id} since`);
          }
          const { language, facts, translations } = about;
          if (language !== before.language) {
            if (await isToldIn(tx, id, language)) {
              throw new AppError('conflict', `Places of parcours ${id} have a telling in ${language} beside their own`);
            }
            await relabelTellings(tx, id, before.language, language);
          }
          await updateParcours(tx, id, {
            language,
            facts: Object.keys(facts).length === 0 ? null : JSON.stringify(facts),
          });
          await setParcoursWords(tx, id, translations);
          return readAbout(tx, await existingParcours(tx, id));
        },
        { account: caller.id, parcours: id },
      );
    },
  };
}

function inOrder({ translations, ...rest }: ParcoursAbout): ParcoursAbout {
  return { ...rest, translations: translations.toSorted((one, other) => (one.language < other.language ? -1 : 1)) };
}

/** Reads what visitors should know of a parcours. */
export async function readAbout(
  reader: Reader,
  { id, language, facts }: Pick<ParcoursRow, 'id' | 'language' | 'facts'>,
): Promise<ParcoursAbout> {
  const translations = await listParcoursWords(reader, id);
  return {
    language,
    // Only facts that passed the schema are stored.
    facts: facts === null ? {} : (JSON.parse(facts) as ParcoursFacts),
    translations: translations.map(({ language, name, description }) => ({ language, name, description })),
  };
}
