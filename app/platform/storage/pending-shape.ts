import * as z from 'zod/mini';
import { Geometry } from '../../../contracts/geo.ts';
import { ParcoursId, PlaceId, UserId } from '../../../contracts/vocabulary.ts';

/** A shape drawn in the editor that is not a place yet, as stored on the device. */
export const PendingShape = z.object({
  id: z.string().check(z.minLength(1)),
  /** Its author. Other accounts on this device don't see it. */
  userId: UserId,
  /** The parcours of its future place. */
  mapId: ParcoursId,
  title: z.string(),
  geometry: Geometry,
  /** Idempotency key for creating its place; renewed when the geometry or the title changes. */
  key: z.string(),
  /**
   * The place that will be deleted so that its audio can be recorded again; null for a drawn shape. While that place
   * exists, the shape is only a copy of it.
   */
  redoOf: z._default(z.nullable(PlaceId), null),
});
/** A shape drawn in the editor that is not a place yet. */
export type PendingShape = z.infer<typeof PendingShape>;
