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
