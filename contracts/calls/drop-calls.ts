import * as z from 'zod/mini';
import { type CallDocs, Done, idFromText, NoContent, type Route } from '../call.ts';
import { PlaceList } from '../place.ts';
import {
  AbandonedUploads,
  AUDIO_PART,
  AudioUploadFields,
  DropFilter,
  MISSING_AUDIO,
  RESUMABLE_PATH,
  RecordingId,
  RecordingStart,
  ResumedUpload,
  UploadedAudio,
} from '../recording.ts';
import { PlaceId, UserId } from '../vocabulary.ts';

const audioBody = {
  kind: 'multipart',
  schema: AudioUploadFields,
  file: AUDIO_PART,
  missingFile: MISSING_AUDIO,
} as const;

/** Calls about recordings and the audio of places. */
export const dropCalls = {
  startRecording: {
    method: 'POST',
    path: '/v1/drop/start-recording',
    auth: 'token',
    body: { kind: 'json', schema: RecordingStart },
    response: z.object({ sessionId: RecordingId }),
  },
  uploadAudio: {
    method: 'POST',
    path: '/v1/drop/upload',
    auth: 'token',
    idempotent: true,
    body: audioBody,
    response: UploadedAudio,
  },
  uploadSessionAudio: {
    method: 'POST',
    path: '/v1/drop/upload/:sessionId',
    auth: 'token',
    idempotent: true,
    params: z.object({ sessionId: RecordingId }),
    body: audioBody,
    response: UploadedAudio,
  },
  finishUpload: {
    method: 'POST',
    path: '/v1/drop/finish-upload',
    auth: 'token',
    idempotent: true,
    body: { kind: 'json', schema: ResumedUpload },
    response: UploadedAudio,
  },
  abandonUploads: {
    method: 'DELETE',
    path: RESUMABLE_PATH,
    auth: 'token',
    headers: AbandonedUploads,
    response: NoContent,
  },
  listDrops: {
    method: 'GET',
    path: '/v1/drop/user/:userId',
    auth: 'token',
    params: z.object({ userId: idFromText(UserId) }),
    query: DropFilter,
    response: z.object({ drops: PlaceList }),
  },
  deleteDrop: {
    method: 'DELETE',
    path: '/v1/drop/:placeId',
    auth: 'token',
    params: z.object({ placeId: idFromText(PlaceId) }),
    response: Done,
  },
} as const satisfies Record<string, Route>;

/** What the API's description says of {@link dropCalls}. */
export const dropCallDocs = {
  startRecording: {
    summary: 'Starts a recording session, which an upload can then refer to.',
    errors: ['forbidden', 'not_found', 'too_many'],
  },
  uploadAudio: {
    summary: "Sets a place's audio, or with `telling` (`en.children`) the sound of one of its tellings.",
    errors: ['forbidden', 'not_found', 'invalid_audio', 'too_many'],
  },
  uploadSessionAudio: {
    summary: "Sets a place's audio, or a telling's sound, to the recording of a session.",
    errors: ['forbidden', 'not_found', 'conflict', 'invalid_audio', 'too_many'],
  },
  finishUpload: {
    summary: "Sets a place's audio, or a telling's sound, to a completely received upload in parts.",
    errors: ['forbidden', 'not_found', 'conflict', 'invalid_audio', 'too_many', 'quota_exceeded'],
  },
  abandonUploads: {
    summary:
      'Gives up every upload with this key: one in parts that began with it, also where the answer with its path was lost, one ' +
      'that is being finished, and one that is sent whole. It becomes the audio of no place after the answer; where it was ' +
      'before, it stays. For two minutes the key is refused with `conflict`.',
    errors: ['invalid_request'],
  },
  listDrops: {
    summary: "A user's drops, newest first; only on the parcours of `mapIds` (`1,2`) if given.",
    errors: ['forbidden', 'not_found'],
    work: ['lists'],
  },
  deleteDrop: { summary: 'Deletes a drop: a place with its audio.', errors: ['forbidden', 'not_found'] },
} as const satisfies Record<keyof typeof dropCalls, CallDocs>;
