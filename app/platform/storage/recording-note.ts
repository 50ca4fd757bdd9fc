import * as z from 'zod/mini';
import { Geometry, Position } from '../../../contracts/geo.ts';
import { RecordingId } from '../../../contracts/recording.ts';
import { ParcoursId, PlaceId, UserId } from '../../../contracts/vocabulary.ts';

/** What is kept beside a recording, so that it can become a drop after a crash. */
export const RecordingNote = z.object({
  startedAtMs: z.number(),
  userId: UserId,
  /** The parcours it goes to. */
  mapId: ParcoursId,
  /** Where it is put, `[lng, lat]`: where it was stopped, and until then where it was started. */
  position: Position,
  title: z.string(),
  /** The server's session for it; null where there is none. */
  sessionId: z.nullable(RecordingId),
  /** What it was made for in the place editor; null for one that is put where the person is. */
  pinned: z._default(
    z.nullable(
      z.object({
        geometry: Geometry,
        /** The place that gets it; null makes one of the shape. */
        placeId: z.nullable(PlaceId),
        /** The shape that waits for it on this device, and no longer does once it is kept. */
        pendingId: z.nullable(z.string()),
      }),
    ),
    null,
  ),
});
/** What is kept beside a recording. */
export type RecordingNote = z.infer<typeof RecordingNote>;

/** Reads a note; null for what is none, as a crash may leave it. */
export function parseNote(text: string): RecordingNote | null {
  try {
    return RecordingNote.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
