import * as z from 'zod/mini';
import { Geometry } from '../../../contracts/geo.ts';
import { PlaceId, UserId } from '../../../contracts/vocabulary.ts';

/** An unsaved change of a place in the editor, as stored on the device. */
export const UnsavedChange = z.object({
  /** Its author. Other accounts on this device don't see it. */
  userId: UserId,
  placeId: PlaceId,
  title: z.string(),
  /** Null if unchanged. */
  geometry: z.nullable(Geometry),
});
/** An unsaved change of a place. */
export type UnsavedChange = z.infer<typeof UnsavedChange>;
