import type { OpenedParcours } from '../../../contracts/moderation/moderation.ts';
import type { ParcoursId } from '../../../contracts/vocabulary.ts';
import type { Database } from '../../store/database.ts';
import { listFirstAdmins, listPlacesToModerate } from '../../store/moderation/things.ts';
import { findAnyParcours } from '../../store/parcours.ts';
import { AppError } from '../app-error.ts';
import type { Caller, SessionCaller } from '../caller.ts';
import type { Clock } from '../clock.ts';
import type { MediaLinks, SignLink } from '../media/media-links.ts';
import { toPlace } from '../places/place-responses.ts';
import { addToTrail } from '../trail/add-to-trail.ts';
import { toModeratedAccount } from './queue-responses.ts';
import { expectModerator, stateOf } from './reported-things.ts';

/**
 * Opens one parcours with its places, whoever its members are. The trail notes who opened it.
 *
 * @throws AppError `forbidden` for others than the site's admins, `not_found`.
 */
export type OpenParcours = (caller: SessionCaller, id: ParcoursId) => Promise<OpenedParcours>;

/** Opens the parcours of this database. */
export function createOpenParcours(database: Database, links: MediaLinks, clock: Clock): OpenParcours {
  return async (caller, id) => {
    expectModerator(caller);
    return openToModerate(database, clock, caller, id, links.signFor(caller));
  };
}

/** The same for whoever may, without a check; `by` is null for the server's operator. @throws AppError `not_found`. */
export async function openToModerate(
  database: Database,
  clock: Clock,
  by: Caller | null,
  id: ParcoursId,
  sign: SignLink,
): Promise<OpenedParcours> {
  const parcours = await database.transact(async (tx) => {
    const row = await findAnyParcours(tx, id);
    if (row === undefined) throw new AppError('not_found', `There is no parcours ${id}`);
    const detail = by === null ? 'by npm run admin' : '';
    await addToTrail(tx, clock, { action: 'admin_opened_map', by: by ?? {}, parcours: id, detail });
    return row;
  });
  const { reader } = database;
  const author = (await listFirstAdmins(reader, [id])).get(id);
  const places = await listPlacesToModerate(reader, id);
  return {
    id,
    name: parcours.title,
    description: parcours.description,
    state: stateOf(parcours),
    author: author === undefined ? null : toModeratedAccount(author),
    places: places.map((row) => toPlace(row, sign)),
  };
}
