import type { Place } from '../../../contracts/place.ts';
import type { ParcoursId } from '../../../contracts/vocabulary.ts';
import type { SignLink } from '../../../server/domain/media/media-links.ts';
import { serializePlace } from '../../../server/domain/places/place-responses.ts';
import type { Reader } from '../../../server/store/database.ts';
import { onlyVisibleToMember } from '../../../server/store/place-visibility.ts';
import { type PlaceRow, type PlaceWithMediaRow, placesWithMedia } from '../../../server/store/places.ts';
import type { Person } from './people.ts';

/** What somebody is to find in the list of these parcours, read by the one condition of who may see what, and kept nowhere. */
export async function listAfresh(
  reader: Reader,
  { user }: Pick<Person, 'user'>,
  parcoursIds: readonly ParcoursId[],
  sign: SignLink,
): Promise<Place[]> {
  const query = placesWithMedia(reader)
    .whereIn('places.parcours_id', parcoursIds)
    .where({ 'places.is_draft': false, 'places.hidden_at': null })
    .where((shown) => shown.whereNull('places.approval').orWhere('places.approval', 'waiting'))
    .orderBy('places.id');
  onlyVisibleToMember(query, user.id);
  const rows = await query;
  const numbered = rows.filter(({ step, approval }) => step !== null && approval === null);
  const stepOf = ({ step, parcours_id }: PlaceRow): number =>
    numbered.filter((other) => other.parcours_id === parcours_id && (other.step ?? 0) <= (step ?? 0)).length;
  return rows.map((row) => ({ ...toPlace(row, sign), ...(numbered.includes(row) ? { step: stepOf(row) } : {}) }));
}

/** A place as lists carry it. */
export function toPlace(row: PlaceWithMediaRow, sign: SignLink): Place {
  return JSON.parse(serializePlace(row, sign)) as Place;
}
