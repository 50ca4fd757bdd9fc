import * as z from 'zod/mini';
import { ParcoursId, PlaceId } from '../vocabulary.ts';

/** When something was deleted, and until when it may come back; ISO 8601 in UTC. */
const deletion = { deletedAt: z.string(), endsAt: z.string() };

/** A deleted place that the caller may bring back, or made. */
export const DeletedPlace = z.object({
  id: PlaceId,
  name: z.string(),
  map: z.object({ id: ParcoursId, name: z.string() }),
  /** The caller made it. */
  isOwn: z.boolean(),
  /** False of the caller's own that an editor or an admin of the map deleted: the caller may only delete it for good. */
  mayRestore: z.boolean(),
  ...deletion,
});
/** A deleted place that the caller may bring back, or made. */
export type DeletedPlace = z.infer<typeof DeletedPlace>;

/** A deleted parcours that the caller may bring back. */
export const DeletedParcours = z.object({ id: ParcoursId, name: z.string(), ...deletion });
/** A deleted parcours that the caller may bring back. */
export type DeletedParcours = z.infer<typeof DeletedParcours>;

/** What the caller may bring back, and their own, last deleted first; at most MODERATION_LISTED_MAX of each kind. */
export const Deleted = z.object({ places: z.array(DeletedPlace), maps: z.array(DeletedParcours) });
/** What the caller may bring back. */
export type Deleted = z.infer<typeof Deleted>;
