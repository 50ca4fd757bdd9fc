import type { OpenedParcours } from '../../../contracts/moderation.ts';
import type { ParcoursId } from '../../../contracts/vocabulary.ts';
import type { Database } from '../../store/database.ts';
import { listFirstAdmins, listPlacesToModerate } from '../../store/moderation.ts';
import { findAnyParcours } from '../../store/parcours.ts';
import { measurePlaces } from '../../store/places.ts';
import { AppError } from '../app-error.ts';
import type { Caller, SessionCaller } from '../caller.ts';
import type { Clock } from '../clock.ts';
import { listWeight } from '../costly-work.ts';
import { type FairQueue, ownerOf } from '../fair-queue.ts';
import type { MediaLinks } from '../media/media-links.ts';
import { fillTexts, printPlaces } from '../places/lists/places-text.ts';
import { addToTrail } from '../trail/add-to-trail.ts';
import { toModeratedAccount } from './queue-responses.ts';
import { expectModerator, stateOf } from './reported-things.ts';

/**
 * Opens one parcours with its places for an admin of the site, member or not. The audit log notes who opened it.
 *
 * @returns the serialized response
 * @throws AppError `forbidden` for anybody but the site's admins, `not_found`, `busy`.
 */
export type OpenParcours = (caller: SessionCaller, id: ParcoursId) => Promise<Buffer[]>;

/** Opens the parcours of this database. `takeTurn` is weighed by {@link listWeight}. */
export function createOpenParcours(
  database: Database,
  links: MediaLinks,
  takeTurn: FairQueue,
  clock: Clock,
): OpenParcours {
  const { reader } = database;
  return async (caller, id) => {
    expectModerator(caller);
    const opened = await openToModerate(database, clock, caller, id);
    const print = async () => printPlaces(await listPlacesToModerate(reader, id));
    const text = await takeTurn(ownerOf(caller), print, listWeight(await measurePlaces(reader, id)));
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
    await addToTrail(tx, clock, { action: 'admin_opened_map', by: by ?? {}, parcours: id, detail });
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
