import { proxy } from 'valtio';
import { deletedCalls } from '../../../contracts/calls/deleted-calls.ts';
import type { Deleted } from '../../../contracts/deleted.ts';
import type { ParcoursId, PlaceId } from '../../../contracts/vocabulary.ts';
import { createLoader, type LoadState, notLoaded } from '../../page/load-state.ts';
import { loadParcours } from '../../parcours/parcours-list.ts';
import { loadPlaces } from '../../places/places.ts';
import { addCalls, call } from '../../platform/net/api.ts';
import { forgetAtSessionEnd } from '../../session/session-end.ts';

addCalls(deletedCalls);

/** Deleted places and maps that the person may restore. Changed only in this file. */
export const deletedItems = proxy<LoadState & Deleted>({ ...notLoaded(), places: [], maps: [] });

const loader = createLoader(deletedItems, { staysReady: true });

/** Loads the deleted places and maps. Never rejects. */
export function loadDeleted(): Promise<void> {
  return loader.load(
    () => call('listDeleted', {}),
    (found) => Object.assign(deletedItems, found),
  );
}

/** Restores a place. @throws as `call` does; the list stays unchanged, as in the others */
export async function restorePlace(placeId: PlaceId): Promise<void> {
  await call('restorePlace', { params: { placeId } });
  removePlace(placeId);
  void loadPlaces();
}

/** Restores a map. @throws as `call` does */
export async function restoreParcours(parcoursId: ParcoursId): Promise<void> {
  await call('restoreParcours', { params: { mapId: parcoursId } });
  removeMap(parcoursId);
  await loadParcours();
}

/** Deletes a place for good. @throws as `call` does */
export async function purgePlace(placeId: PlaceId): Promise<void> {
  await call('purgePlace', { params: { placeId } });
  removePlace(placeId);
}

/** Deletes a map for good. @throws as `call` does */
export async function purgeParcours(parcoursId: ParcoursId): Promise<void> {
  await call('purgeParcours', { params: { mapId: parcoursId } });
  removeMap(parcoursId);
}

function removePlace(id: PlaceId): void {
  deletedItems.places = deletedItems.places.filter((place) => place.id !== id);
}

function removeMap(id: ParcoursId): void {
  deletedItems.maps = deletedItems.maps.filter((map) => map.id !== id);
}

forgetAtSessionEnd(() => {
  loader.supersede();
  Object.assign(deletedItems, notLoaded(), { places: [], maps: [] });
});
