import * as z from 'zod/mini';
import { ParcoursId, PlaceId } from './vocabulary.ts';

/** When an item was deleted, and until when it can be restored; ISO 8601 in UTC. */
const deletion = { deletedAt: z.string(), endsAt: z.string() };

/** A deleted place that the caller may restore, or made. */
export const DeletedPlace = z.object({
  id: PlaceId,
  name: z.string(),
  map: z.object({ id: ParcoursId, name: z.string() }),
  isOwn: z.boolean(),
  /** False for the caller's own place if an editor or admin deleted it: the caller may only delete it for good. */
  mayRestore: z.boolean(),
  ...deletion,
});
export type DeletedPlace = z.infer<typeof DeletedPlace>;

/** A deleted parcours that the caller may restore. */
export const DeletedParcours = z.object({ id: ParcoursId, name: z.string(), ...deletion });
export type DeletedParcours = z.infer<typeof DeletedParcours>;

/** The items that the caller may restore or made, last deleted first; at most MODERATION_LISTED_MAX of each kind. */
export const Deleted = z.object({ places: z.array(DeletedPlace), maps: z.array(DeletedParcours) });
export type Deleted = z.infer<typeof Deleted>;
