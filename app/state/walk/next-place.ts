import type { Place } from '../../../contracts/place.ts';
import type { PlaceId } from '../../../contracts/vocabulary.ts';

/** The next place of the list that has audio; undefined after the last one, and where `from` is not in the list. */
export function nextPlace(list: readonly Place[], from: PlaceId): Place | undefined {
  const at = list.findIndex((place) => place.id === from);
  return at === -1 ? undefined : list.slice(at + 1).find((place) => place.media !== null);
}

/** The places of the list with audio, in its order. */
export function listStories(list: readonly Place[]): PlaceId[] {
  return list.filter(({ media }) => media !== null).map(({ id }) => id);
}

/** The first place of the list with audio that was not heard yet; where all were heard, the first with audio. */
export function firstToHear(list: readonly Place[], heard: readonly PlaceId[]): Place | undefined {
  const stories = list.filter(({ media }) => media !== null);
  return stories.find(({ id }) => !heard.includes(id)) ?? stories[0];
}
