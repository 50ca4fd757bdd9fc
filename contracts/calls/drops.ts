import * as z from 'zod/mini';
import { Done, inAddress, NoContent, type Route } from '../call.ts';
import { OwnPlaceList, PlaceList } from '../place.ts';
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
    summary: 'Opens a recording session, to which an upload then belongs.',
    auth: 'token',
    body: { kind: 'json', schema: RecordingStart },
    answer: z.object({ sessionId: RecordingId }),
  },
  uploadAudio: {
    method: 'POST',
    path: '/v1/drop/upload',
    summary: 'Gives a place its audio.',
    auth: 'token',
    idempotent: true,
    body: audioBody,
    answer: UploadedAudio,
  },
  uploadSessionAudio: {
    method: 'POST',
    path: '/v1/drop/upload/:sessionId',
    summary: 'Gives a place the audio of a recording session.',
    auth: 'token',
    idempotent: true,
    params: z.object({ sessionId: RecordingId }),
    body: audioBody,
    answer: UploadedAudio,
  },
  finishUpload: {
    method: 'POST',
    path: '/v1/drop/finish-upload',
    summary: 'Gives a place the audio that was uploaded in parts, once all of it has arrived.',
    auth: 'token',
    idempotent: true,
    body: { kind: 'json', schema: ResumedUpload },
    answer: UploadedAudio,
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
    answer: NoContent,
  },
  listDrops: {
    method: 'GET',
    path: '/v1/drop/user/:userId',
    summary: "Somebody's drops, newest first; on these parcours only, where `mapIds` names some (`1,2`).",
    auth: 'token',
    params: z.object({ userId: inAddress(UserId) }),
    query: DropFilter,
    answer: z.object({ drops: PlaceList }),
    ownAnswer: z.object({ drops: OwnPlaceList }),
  },
  deleteDrop: {
    method: 'DELETE',
    path: '/v1/drop/:placeId',
    summary: 'Deletes a drop: its place with its audio.',
    auth: 'token',
    params: z.object({ placeId: inAddress(PlaceId) }),
    answer: Done,
  },
} as const satisfies Record<string, Route>;
