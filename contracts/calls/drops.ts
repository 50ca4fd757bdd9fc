import * as z from 'zod/mini';
import { Done, idFromText, NoContent, type Route } from '../call.ts';
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
    summary: 'Starts a recording session, which an upload can then refer to.',
    auth: 'token',
    body: { kind: 'json', schema: RecordingStart },
    response: z.object({ sessionId: RecordingId }),
  },
  uploadAudio: {
    method: 'POST',
    path: '/v1/drop/upload',
    summary: "Sets a place's audio.",
    auth: 'token',
    idempotent: true,
    body: audioBody,
    response: UploadedAudio,
  },
  uploadSessionAudio: {
    method: 'POST',
    path: '/v1/drop/upload/:sessionId',
    summary: "Sets a place's audio to the recording of a session.",
    auth: 'token',
    idempotent: true,
    params: z.object({ sessionId: RecordingId }),
    body: audioBody,
    response: UploadedAudio,
  },
  finishUpload: {
    method: 'POST',
    path: '/v1/drop/finish-upload',
    summary: "Sets a place's audio to a completely received upload in parts.",
    auth: 'token',
    idempotent: true,
    body: { kind: 'json', schema: ResumedUpload },
    response: UploadedAudio,
  },
  abandonUploads: {
    method: 'DELETE',
    path: RESUMABLE_PATH,
    summary:
      'Gives up every upload with this key: one in parts that began with it, also where the answer with its path was lost, one ' +
      'that is being finished, and one that is sent whole. It becomes the audio of no place after the answer; where it was ' +
      'before, it stays. For two minutes the key is refused with `conflict`.',
    auth: 'token',
    headers: AbandonedUploads,
    response: NoContent,
  },
  listDrops: {
    method: 'GET',
    path: '/v1/drop/user/:userId',
    summary: "A user's drops, newest first; only on the parcours of `mapIds` (`1,2`) if given.",
    auth: 'token',
    params: z.object({ userId: idFromText(UserId) }),
    query: DropFilter,
    response: z.object({ drops: PlaceList }),
  },
  deleteDrop: {
    method: 'DELETE',
    path: '/v1/drop/:placeId',
    summary: 'Deletes a drop: a place with its audio.',
    auth: 'token',
    params: z.object({ placeId: idFromText(PlaceId) }),
    response: Done,
  },
} as const satisfies Record<string, Route>;
