import * as z from 'zod/mini';
import { Unheard } from './call.ts';
import { MAP_IDS_MAX } from './limits.ts';
import { MediaLink } from './place.ts';
import { ParcoursId, PlaceId } from './vocabulary.ts';

/** Said, in the specification's words, of an upload without a file or without a length above zero. */
export const MISSING_AUDIO = 'Missing file or audio length.';

/** Text fields of an audio upload; the file travels beside them in the part named by {@link AUDIO_PART}. */
export const AudioUploadFields = z
  .object({
    place_id: z.pipe(z.coerce.number(), PlaceId),
    /** The file's size in bytes, compared with what arrived. */
    size: z.coerce.number().check(z.int(), z.positive()),
    /** Audio length in seconds, as text. Required, not believed: the server reads the duration from the file. */
    length: z.catch(z.coerce.number().check(z.nonnegative()), 0),
  })
  .check(z.refine((fields) => fields.length > 0, { error: MISSING_AUDIO }));
/** Text fields of an audio upload, as read. */
export type AudioUploadFields = z.infer<typeof AudioUploadFields>;

/** Name of the multipart part that holds the audio. */
export const AUDIO_PART = 'audio';

/** Answer to an audio upload. */
export const UploadedAudio = z.object({ place_id: PlaceId, media_data: MediaLink });
/** Answer to an audio upload. */
export type UploadedAudio = z.infer<typeof UploadedAudio>;

/** The id of a recording session: a UUID of the server's making. */
export const RecordingId = z.uuid();

/** Body of a recording's start. The place is often not known yet: it is made where the recording ends. */
export const RecordingStart = z.object({ userId: Unheard, place_id: z.optional(z.nullable(PlaceId)) });
/** Body of a recording's start, before the server reads it. */
export type RecordingStart = z.input<typeof RecordingStart>;

/** Query of a list of drops: ids of parcours as `1,2`. Left out, it means all of them; empty, none. */
export const DropFilter = z.object({
  mapIds: z.optional(
    z.pipe(
      z.pipe(
        z.string(),
        z.transform((text: string) => (text === '' ? [] : text.split(',').map(Number))),
      ),
      z.array(ParcoursId).check(z.maxLength(MAP_IDS_MAX)),
    ),
  ),
});
