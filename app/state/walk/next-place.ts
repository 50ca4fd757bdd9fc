import type { Place } from '../../../contracts/place.ts';
import type { PlaceId } from '../../../contracts/vocabulary.ts';

/** The places of the list with audio, in its order. */
export function listStories(list: readonly Place[]): PlaceId[] {
  return list.filter(({ media }) => media !== null).map(({ id }) => id);
}

/** The first place of the list with audio that was not heard yet; where all were heard, the first with audio. */
export function firstToHear(list: readonly Place[], heard: readonly PlaceId[]): Place | undefined {
  const stories = list.filter(({ media }) => media !== null);
  return stories.find(({ id }) => !heard.includes(id)) ?? stories[0];
}
