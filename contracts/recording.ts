import * as z from 'zod/mini';
import { IdempotencyKey, Ignored, idFromText, ParcoursIds } from './call.ts';
import { MediaLink } from './place.ts';
import { TellingCode } from './telling.ts';
import { PlaceId } from './vocabulary.ts';

/** The id of a recording session: a UUID from the server. */
export const RecordingId = z.uuid();

/** Error message for an upload without a file or a length above 0, in the specification's words. */
export const MISSING_AUDIO = 'Missing file or audio length.';

/** Text fields of an audio upload; the file is in the part {@link AUDIO_PART}. */
export const AudioUploadFields = z
  .object({
    place_id: idFromText(PlaceId),
    /** The telling whose own sound it becomes, instead of the place's. */
    telling: z.optional(TellingCode),
    /** The file's size in bytes, compared with the received size. */
    size: z.coerce.number().check(z.int(), z.positive()),
    /** Audio length in seconds, as text. Required but not used: the server reads the duration from the file. */
    length: z.catch(z.coerce.number().check(z.nonnegative()), 0),
  })
  .check(z.refine((fields) => fields.length > 0, { error: MISSING_AUDIO }));
export type AudioUploadFields = z.infer<typeof AudioUploadFields>;

/**
 * The URL of uploads in parts, by the tus protocol (https://tus.io/protocols/resumable-upload, version 1.0.0 with
 * creation, termination and expiration): POST here, then HEAD, PATCH and DELETE below it. They aren't in the contract's
 * table of calls, because their bodies are bytes and their results headers; they authenticate as calls do. DELETE here
 * is the call `abandonUploads`.
 */
export const RESUMABLE_PATH = '/v1/drop/resumable';

/** The id of an upload in parts: a UUID from the server, the last part of its URL. */
export const ResumableId = z.uuid();

/** `Upload-Metadata` of the creation of an upload in parts. `Upload-Length` gives the size. */
export const ResumableMetadata = z.object({
  place_id: idFromText(PlaceId),
  session_id: z.optional(RecordingId),
  /** The Idempotency-Key of the later finishing call; an unfinished upload with the same key and size is continued. */
  key: z.optional(IdempotencyKey),
});
export type ResumableMetadata = z.infer<typeof ResumableMetadata>;

/** Headers of the call that abandons uploads by their key. */
export const AbandonedUploads = z.object({ 'tus-resumable': z.literal('1.0.0'), 'idempotency-key': IdempotencyKey });

/** Body of the call that turns a completely received upload in parts into the audio of a place, or of one of its tellings. */
export const ResumedUpload = z.object({
  uploadId: ResumableId,
  place_id: PlaceId,
  telling: z.optional(TellingCode),
  /** The file's size in bytes, compared with the received size. */
  size: z.int().check(z.positive()),
  /** Audio length in seconds. Required but not used, as in {@link AudioUploadFields}. */
  length: z.number().check(z.positive({ error: MISSING_AUDIO })),
  sessionId: z.optional(RecordingId),
});

/** Name of the multipart part that holds the audio. */
export const AUDIO_PART = 'audio';

/** Response to an audio upload: the links of the place's audio, or of the telling's. */
export const UploadedAudio = z.object({ place_id: PlaceId, media_data: MediaLink });
export type UploadedAudio = z.infer<typeof UploadedAudio>;

/** Body of a recording's start. The place is often still unknown, because it is created where the recording ends. */
export const RecordingStart = z.object({ userId: Ignored, place_id: z.optional(z.nullable(PlaceId)) });
export type RecordingStart = z.input<typeof RecordingStart>;

/** Query of a list of drops: ids of parcours such as `1,2`; all if missing, none if empty. */
export const DropFilter = z.object({ mapIds: z.optional(ParcoursIds) });
