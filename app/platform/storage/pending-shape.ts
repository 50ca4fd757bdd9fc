import * as z from 'zod/mini';
import { Geometry } from '../../../contracts/geo.ts';
import { ParcoursId, PlaceId, UserId } from '../../../contracts/vocabulary.ts';

/** A shape drawn in the editor that is no place yet, as it is kept on the device. */
export const PendingShape = z.object({
  id: z.string().check(z.minLength(1)),
  /** Who drew it: others on this device do not see it. */
  userId: UserId,
  /** The parcours that its place will be on. */
  mapId: ParcoursId,
  title: z.string(),
  geometry: Geometry,
  /** Names the making of its place to the server; another one once the shape or the title is changed. */
  key: z.string(),
  /**
   * The place that is deleted so that this can be recorded again; null for what was drawn. While that place is there, the
   * shape is only a copy of it, and waits for nothing.
   */
  redoOf: z._default(z.nullable(PlaceId), null),
});
/** A shape drawn in the editor that is no place yet. */
export type PendingShape = z.infer<typeof PendingShape>;
