import type { Place } from '../../contracts/place.ts';
import type { SignLink } from '../../server/domain/media/media-links.ts';
import { serializePlace } from '../../server/domain/places/place-responses.ts';
import type { PlaceWithMediaRow } from '../../server/store/places.ts';

/** A place as lists carry it. */
export function toPlace(row: PlaceWithMediaRow, sign: SignLink): Place {
  return JSON.parse(serializePlace(row, sign)) as Place;
}
