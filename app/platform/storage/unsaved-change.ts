import * as z from 'zod/mini';
import { Geometry } from '../../../contracts/geo.ts';
import { PlaceId, UserId } from '../../../contracts/vocabulary.ts';

/** What was changed of a place in the editor and is not saved yet, as it is kept on the device. */
export const UnsavedChange = z.object({
  /** Who changed it: others on this device do not see it. */
  userId: UserId,
  placeId: PlaceId,
  title: z.string(),
  /** Null where the shape was not changed. */
  geometry: z.nullable(Geometry),
});
/** What was changed of a place and is not saved yet. */
export type UnsavedChange = z.infer<typeof UnsavedChange>;
