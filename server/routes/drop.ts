import type { Places, PlaceWrites } from '../domain/places/places.ts';
import type { RecordingSessions } from '../domain/uploads/recording-sessions.ts';
import type { Recordings } from '../domain/uploads/recordings.ts';
import type { ResumableUploads } from '../domain/uploads/resumable-uploads.ts';
import type { UploadGate } from '../domain/uploads/upload-checks.ts';
import { done, type Handle } from '../http/handle.ts';
import { SerializedReply } from '../http/reply.ts';

/** The parts that handle the calls about drops. */
export interface DropRouteParts {
  readonly places: Places;
  readonly placeWrites: PlaceWrites;
  readonly recordings: Recordings;
  readonly recordingSessions: RecordingSessions;
  readonly resumable: ResumableUploads;
  readonly uploadGate: UploadGate;
  readonly uploadMaxBytes: number;
}

/** Registers the calls about recordings and the audio of places. */
export function registerDropRoutes(
  handle: Handle,
  { places, placeWrites, recordings, recordingSessions, resumable, uploadGate, uploadMaxBytes }: DropRouteParts,
): void {
  handle('startRecording', async ({ caller, body }) => ({
    sessionId: await recordingSessions.start(caller, body.place_id ?? null),
  }));
  handle(
    'uploadAudio',
    async ({ caller, upload, body, idempotencyKey }) =>
      recordings.attach(caller, upload.path, body, { key: idempotencyKey }),
    {
      fileBytesMax: uploadMaxBytes,
      isStored: true,
      open: ({ caller, bytes, idempotencyKey }) => uploadGate.openAudio(caller, bytes, { key: idempotencyKey }),
      admit: ({ caller, body }) => uploadGate.admitAudio(caller, body.place_id),
    },
  );
  handle(
    'uploadSessionAudio',
    async ({ caller, upload, body, params, idempotencyKey }) =>
      recordings.attach(caller, upload.path, body, { key: idempotencyKey, sessionId: params.sessionId }),
    {
      fileBytesMax: uploadMaxBytes,
      isStored: true,
      open: ({ caller, bytes, params, idempotencyKey }) =>
        uploadGate.openAudio(caller, bytes, { key: idempotencyKey, sessionId: params.sessionId }),
      admit: ({ caller, body, params }) => uploadGate.admitAudio(caller, body.place_id, params.sessionId),
    },
  );
  handle('finishUpload', async ({ caller, body, idempotencyKey }) => resumable.finish(caller, body, idempotencyKey));
  // Registered before `deleteDrop`, whose path also matches this one's.
  handle('abandonUploads', ({ caller, headers }) => resumable.giveUpNamed(caller, headers['idempotency-key']));
  handle(
    'listDrops',
    async ({ caller, params, query }) =>
      new SerializedReply(await places.printOf(caller, params.userId, 'drops', query.mapIds)),
  );
  handle('deleteDrop', ({ caller, params }) => done(placeWrites.delete(caller, params.placeId)));
}
