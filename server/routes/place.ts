import type { PlaceWrites } from '../domain/places/place-writes.ts';
import type { Places } from '../domain/places/places.ts';
import { done, type Handle } from '../http/handle.ts';

/** Registers the calls about places. */
export function registerPlaceRoutes(handle: Handle, places: Places, changes: PlaceWrites): void {
  handle('createPlace', async ({ caller, body, idempotencyKey }) => ({
    newPlace: { place_id: await changes.create(caller, body, idempotencyKey) },
  }));
  handle('updatePlace', async ({ caller, body }) => changes.update(caller, body));
  handle('listPlaces', async ({ caller, body }) => ({ places: await places.list(caller, body.mapIds) }));
  handle('listPlacesOf', async ({ caller, params }) => ({ places: await places.listOf(caller, params.userId) }));
  handle('listPlacesOfOnParcours', async ({ caller, params }) => ({
    places: await places.listOfOnParcours(caller, params.userId, params.mapId),
  }));
  handle('readPlace', async ({ caller, params }) => places.read(caller, params.placeId));
  handle('deletePlace', ({ caller, params }) => done(changes.delete(caller, params.placeId)));
}
