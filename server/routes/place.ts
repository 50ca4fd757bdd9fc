import type { PlaceLists } from '../domain/places/lists/place-lists.ts';
import type { Places, PlaceWrites } from '../domain/places/places.ts';
import { done, type Handle } from '../http/handle.ts';
import { SerializedReply, SerializedVersion } from '../http/reply.ts';

/** The parts that handle the calls about places. */
export interface PlaceParts {
  readonly places: Places;
  readonly placeLists: PlaceLists;
  readonly placeWrites: PlaceWrites;
}

/** Registers the calls about places. */
export function registerPlaceRoutes(handle: Handle, parts: PlaceParts): void {
  const { places, placeLists: lists, placeWrites: changes } = parts;
  handle('createPlace', async ({ caller, body, idempotencyKey }) => ({
    newPlace: await changes.create(caller, body, idempotencyKey),
  }));
  handle('updatePlace', async ({ caller, body }) => changes.update(caller, body));
  handle('listPlaces', async ({ caller, body }) => new SerializedReply(await lists.printWhole(caller, body.mapIds)));
  handle('readPlaceList', async ({ caller, query }) => new SerializedVersion(await lists.share(caller, query.mapIds)));
  handle(
    'listPlacesOf',
    async ({ caller, params }) => new SerializedReply(await places.printOf(caller, params.userId, 'places')),
  );
  handle(
    'listPlacesOfOnParcours',
    async ({ caller, params }) =>
      new SerializedReply(await places.printOfOnParcours(caller, params.userId, params.mapId)),
  );
  handle('readPlace', async ({ caller, params }) => new SerializedReply(await places.print(caller, params.placeId)));
  handle('deletePlace', ({ caller, params }) => done(changes.delete(caller, params.placeId)));
}
