import * as z from 'zod/mini';
import { Geometry, Position } from '../../../contracts/geo.ts';
import { RecordingId } from '../../../contracts/recording.ts';
import { TellingCode } from '../../../contracts/telling.ts';
import { ParcoursId, PlaceId, UserId } from '../../../contracts/vocabulary.ts';

/** Data stored with a recording, so that it can become a drop after a crash. */
export const RecordingNote = z.object({
  startedAtMs: z.number(),
  userId: UserId,
  /** The parcours of its drop. */
  mapId: ParcoursId,
  /** Position of the drop, `[lng, lat]`: where the recording was stopped or, until then, started. */
  position: Position,
  title: z.string(),
  /** The server's recording session; null if there is none. */
  sessionId: z.nullable(RecordingId),
  /** Its target in the place editor, or the planned place that it fills; null for a drop at the person's position. */
  pinned: z._default(
    z.nullable(
      z.object({
        geometry: Geometry,
        /** The place that gets the audio; null creates one with the geometry. */
        placeId: z.nullable(PlaceId),
        /** The pending shape it is for; removed once the drop is stored. */
        pendingId: z.nullable(z.string()),
        /** The planned place that it fills; null for none. */
        plannedId: z._default(z.nullable(PlaceId), null),
        /** Code of the telling of that place whose own sound it becomes; missing for the place's. */
        telling: z.optional(TellingCode),
        /** Whether the place moves to the geometry. */
        isMoved: z.optional(z.boolean()),
      }),
    ),
    null,
  ),
});
export type RecordingNote = z.infer<typeof RecordingNote>;

/** Parses a note; returns null for invalid text, which a crash may leave behind. */
export function parseNote(text: string): RecordingNote | null {
  try {
    return RecordingNote.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
