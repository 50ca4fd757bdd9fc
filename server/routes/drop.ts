import type { Places } from '../domain/places.ts';
import type { RecordingSessions } from '../domain/recording-sessions.ts';
import type { Recordings } from '../domain/recordings.ts';
import type { Handle } from '../http/handle.ts';

/** Registers the calls about recordings and the audio of places. */
export function registerDropRoutes(
  handle: Handle,
  {
    places,
    recordings,
    recordingSessions,
  }: { readonly places: Places; readonly recordings: Recordings; readonly recordingSessions: RecordingSessions },
): void {
  handle('startRecording', async ({ caller, body }) => ({
    sessionId: await recordingSessions.start(caller, body.place_id ?? null),
  }));
  handle('uploadAudio', async ({ caller, upload, body, idempotencyKey }) =>
    recordings.attach(caller, upload.path, body, { key: idempotencyKey }),
  );
  handle('uploadSessionAudio', async ({ caller, upload, body, params, idempotencyKey }) =>
    recordings.attach(caller, upload.path, body, { key: idempotencyKey, sessionId: params.sessionId }),
  );
  handle('listDrops', async ({ caller, params, query }) => ({
    drops: await places.listOf(caller, params.userId, query.mapIds),
  }));
  handle('deleteDrop', async ({ caller, params }) => {
    await recordings.deletePlace(caller, params.placeId);
    return { status: 'ok' };
  });
}
