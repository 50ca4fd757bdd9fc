import type { Place } from '../../contracts/place.ts';
import type { PlaceId } from '../../contracts/vocabulary.ts';

/** Returns the places of the list with audio, in its order. */
export function listStories(list: readonly Place[]): PlaceId[] {
  return list.filter(({ media }) => media !== null).map(({ id }) => id);
}
