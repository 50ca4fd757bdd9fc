import * as z from 'zod/mini';
import { ParcoursId, PlaceId, UserId } from '../../../contracts/vocabulary.ts';

/** What a device stores about a story that was heard or started, so that a walk can continue on another day. */
export const ToldStory = z.object({
  /** The listener. Other accounts on this device don't see it. */
  userId: UserId,
  mapId: ParcoursId,
  placeId: PlaceId,
  /** When it last sounded. */
  whenMs: z.number(),
  /** It sounded on a walk. */
  isOnSite: z.boolean(),
  isHeard: z.boolean(),
  /** Position in the story at which it last stopped. */
  atMs: z.number(),
  /** The played parts of the story, from and to, in ms from its beginning. */
  parts: z.array(z.tuple([z.number(), z.number()])),
});
/** What a device stores about a story that was heard or started. */
export type ToldStory = z.infer<typeof ToldStory>;
