import type { Places } from '../domain/places/places.ts';
import type { Recordings } from '../domain/uploads/recordings.ts';
import type { Handle } from '../http/handle.ts';

/** Registers the calls about places. */
export function registerPlaceRoutes(handle: Handle, places: Places, recordings: Recordings): void {
  handle('createPlace', async ({ caller, body, idempotencyKey }) => ({
    newPlace: { place_id: await places.create(caller, body, idempotencyKey) },
  }));
  handle('updatePlace', async ({ caller, body }) => places.update(caller, body));
  handle('listPlaces', async ({ caller, body }) => ({ places: await places.list(caller, body.mapIds) }));
  handle('listPlacesOf', async ({ caller, params }) => ({ places: await places.listOf(caller, params.userId) }));
  handle('listPlacesOfOnParcours', async ({ caller, params }) => ({
    places: await places.listOfOnParcours(caller, params.userId, params.mapId),
  }));
  handle('readPlace', async ({ caller, params }) => places.read(caller, params.placeId));
  handle('deletePlace', async ({ caller, params }) => {
    await recordings.deletePlace(caller, params.placeId);
    return { status: 'ok' };
  });
}
