import * as z from 'zod/mini';
import { ParcoursId, PlaceId, UserId } from '../../../contracts/vocabulary.ts';

/** What a device stores of a story that was heard, or began, so that a walk goes on another day. */
export const ToldStory = z.object({
  /** Who listened. Other accounts on this device don't see it. */
  userId: UserId,
  mapId: ParcoursId,
  placeId: PlaceId,
  /** When it sounded last. */
  whenMs: z.number(),
  /** It sounded on a walk. */
  isOnSite: z.boolean(),
  isHeard: z.boolean(),
  /** Where in the story it stopped last. */
  atMs: z.number(),
  /** What of it was told, from and to, in ms from its beginning. */
  parts: z.array(z.tuple([z.number(), z.number()])),
});
/** What a device stores of a story that was heard, or began. */
export type ToldStory = z.infer<typeof ToldStory>;

/** More stories than one hears in years: the oldest go. */
const TOLD_STORIES_MAX = 1000;

/** Puts a story first, in the place of what was stored of it before. Pure. */
export function addTold(stories: readonly ToldStory[], story: ToldStory): ToldStory[] {
  return [story, ...withoutTold(stories, story.userId, [story.placeId])].slice(0, TOLD_STORIES_MAX);
}

/** Leaves out what one person heard of these places. Pure. */
export function withoutTold(stories: readonly ToldStory[], userId: UserId, placeIds: readonly PlaceId[]): ToldStory[] {
  return stories.filter((story) => story.userId !== userId || !placeIds.includes(story.placeId));
}

/** Makes one person's stories another's: a guest has become somebody. Of two of one place, the one that was heard. Pure. */
export function giveTold(stories: readonly ToldStory[], from: UserId, to: UserId): ToldStory[] {
  const own = stories.filter(({ userId }) => userId !== from);
  const given = stories.filter(({ userId }) => userId === from).map((story) => ({ ...story, userId: to }));
  return given.reduceRight((all, story) => {
    const known = all.find(({ userId, placeId }) => userId === to && placeId === story.placeId);
    return known?.isHeard === true && !story.isHeard ? all : addTold(all, story);
  }, own);
}
