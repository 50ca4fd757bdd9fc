import type { Context } from '../context.ts';
import { AppError } from '../domain/app-error.ts';
import { done, type Handle } from '../http/handle.ts';
import type { RateLimits } from '../http/rate-limit.ts';
import { SerializedReply, SerializedVersion } from '../http/reply.ts';

/** Maximum codes that an address looks up in a minute: a class scans with one address. */
const CODES_PER_MINUTE = 40;
/** Maximum of those in a day that lead nowhere: nobody lists all open places, also of maps that the catalogue hasn't. */
const CODE_MISSES_PER_DAY = 300;

/** Registers the calls about places. */
export function registerPlaceRoutes(
  handle: Handle,
  { places, placeLists, placeWrites, placeVersions, planned, steps, manyPlaces, importedPlaces, copies }: Context,
  rateLimits: RateLimits,
): void {
  const codeLimit = rateLimits.limit('place code', { times: CODES_PER_MINUTE, perS: 60 });
  const missLimit = rateLimits.limit('missed place code', { times: CODE_MISSES_PER_DAY, perS: 24 * 3600 });
  handle('createPlace', async ({ caller, body, idempotencyKey }) => ({
    newPlace: await placeWrites.create(caller, body, idempotencyKey),
  }));
  handle('abandonPlace', async ({ caller, headers }) => ({
    placeId: await placeWrites.abandon(caller, headers['idempotency-key']),
  }));
  handle('updatePlace', async ({ caller, body }) => placeWrites.update(caller, body));
  handle(
    'listPlaces',
    async ({ caller, body }) => new SerializedReply(await placeLists.serializeWhole(caller, body.mapIds)),
  );
  handle(
    'readPlaceList',
    async ({ caller, query }) => new SerializedVersion(await placeLists.share(caller, query.mapIds)),
  );
  handle(
    'listPlacesOf',
    async ({ caller, params }) => new SerializedReply(await places.serializeBy(caller, params.userId, 'places')),
  );
  handle(
    'listPlacesOfOnParcours',
    async ({ caller, params }) =>
      new SerializedReply(await places.serializeByOnParcours(caller, params.userId, params.mapId)),
  );
  handle(
    'readPlace',
    async ({ caller, params }) => new SerializedReply(await places.serialize(caller, params.placeId)),
  );
  handle('findOpenPlace', async ({ address, params }) => {
    await codeLimit.spend(address);
    await missLimit.check(address);
    try {
      return await places.findOpen(params.code);
    } catch (error) {
      if (error instanceof AppError && error.code === 'not_found') await missLimit.spend(address);
      throw error;
    }
  });
  handle('readOrder', ({ caller, params }) => steps.read(caller, params.mapId));
  handle('setOrder', ({ caller, params, body }) => steps.set(caller, params.mapId, body));
  handle('listOrigins', async ({ caller, params }) => ({ places: await manyPlaces.listOrigins(caller, params.mapId) }));
  handle('changeManyPlaces', async ({ caller, params, body }) => ({
    placeIds: await manyPlaces.change(caller, params.mapId, body),
  }));
  handle('importPlaces', async ({ caller, params, body, idempotencyKey }) => ({
    placeIds: await importedPlaces.add(caller, params.mapId, body, idempotencyKey),
  }));
  handle('copyParcours', async ({ caller, params, body, idempotencyKey }) => ({
    newParcours: await copies.copy(caller, params.mapId, body, idempotencyKey),
  }));
  handle('deletePlace', ({ caller, params }) => done(placeWrites.delete(caller, params.placeId)));
  handle('listVersions', async ({ caller, params }) => ({
    versions: await placeVersions.list(caller, params.placeId),
  }));
  handle('restoreVersion', ({ caller, params }) => placeVersions.restore(caller, params.placeId, params.versionId));
  handle('listPlanned', ({ caller, params }) => planned.list(caller, params.mapId));
  handle('planPlace', async ({ caller, body, idempotencyKey }) => planned.plan(caller, body, idempotencyKey));
  handle('changePlanned', async ({ caller, params, body }) => planned.change(caller, params.placeId, body));
  handle('deletePlanned', ({ caller, params }) => done(planned.delete(caller, params.placeId)));
}

/** Registers the calls about recordings and the audio of places. */
export function registerDropRoutes(
  handle: Handle,
  { places, placeWrites, recordings, recordingSessions, resumable, uploadChecks, config }: Context,
): void {
  handle('startRecording', async ({ caller, body }) => ({
    sessionId: await recordingSessions.start(caller, body.place_id ?? null),
  }));
  handle(
    'uploadAudio',
    async ({ caller, upload, body, idempotencyKey }) =>
      recordings.attach(caller, upload.path, body, { key: idempotencyKey }),
    {
      fileBytesMax: config.uploadMaxBytes,
      isStored: true,
      open: ({ caller, bytes, idempotencyKey }) => uploadChecks.openAudio(caller, bytes, { key: idempotencyKey }),
      admit: ({ caller, body }) => uploadChecks.admitAudio(caller, body.place_id),
    },
  );
  handle(
    'uploadSessionAudio',
    async ({ caller, upload, body, params, idempotencyKey }) =>
      recordings.attach(caller, upload.path, body, { key: idempotencyKey, sessionId: params.sessionId }),
    {
      fileBytesMax: config.uploadMaxBytes,
      isStored: true,
      open: ({ caller, bytes, params, idempotencyKey }) =>
        uploadChecks.openAudio(caller, bytes, { key: idempotencyKey, sessionId: params.sessionId }),
      admit: ({ caller, body, params }) => uploadChecks.admitAudio(caller, body.place_id, params.sessionId),
    },
  );
  handle('finishUpload', async ({ caller, body, idempotencyKey }) => resumable.finish(caller, body, idempotencyKey));
  // Registered before `deleteDrop`, whose path also matches this one's.
  handle('abandonUploads', ({ caller, headers }) => resumable.abandonNamed(caller, headers['idempotency-key']));
  handle(
    'listDrops',
    async ({ caller, params, query }) =>
      new SerializedReply(await places.serializeBy(caller, params.userId, 'drops', query.mapIds)),
  );
  handle('deleteDrop', ({ caller, params }) => done(placeWrites.delete(caller, params.placeId)));
}
