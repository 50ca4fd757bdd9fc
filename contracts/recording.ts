import * as z from 'zod/mini';
import { MediaLink } from './place.ts';
import { PlaceId } from './vocabulary.ts';

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
