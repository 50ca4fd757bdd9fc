import type { Places } from '../domain/places.ts';
import type { Handle } from '../http/handle.ts';

/** Registers the calls about places. */
export function registerPlaceRoutes(handle: Handle, places: Places): void {
  handle('createPlace', async ({ caller, body }) => ({ newPlace: { place_id: await places.create(caller, body) } }));
  handle('listPlaces', async ({ caller, body }) => ({ places: await places.list(caller, body.mapIds) }));
  handle('readPlace', async ({ caller, params }) => places.read(caller, params.placeId));
}
