import { proxy, ref, subscribe } from 'valtio';
import type { Geometry } from '../../../contracts/geo.ts';
import { DEFAULT_PLACE_TITLE } from '../../../contracts/limits.ts';
import type { MediaLink, Place } from '../../../contracts/place.ts';
import type { ParcoursId, PlaceId, UserId } from '../../../contracts/vocabulary.ts';
import { printWkt } from '../../../contracts/wkt.ts';
import { ApiError, type CallOptions, call } from '../../platform/net/api.ts';
import type { Scope } from '../../platform/scope.ts';
import { storage } from '../../platform/storage/storage.ts';
import { createLoader, type LoadState, notLoaded } from '../load-state.ts';
import { parcours } from '../maps/parcours.ts';
import { forgetAtSessionEnd } from '../session/session-end.ts';
import { keepUnchanged } from './place-changes.ts';

/** The places of the parcours in use. */
interface Places extends LoadState {
  /** The parcours that `list` belongs to. */
  mapIds: ParcoursId[];
  /** Replaced as a whole, never changed in place; not proxied, for a zone may have thousands of positions. */
  list: Place[] & { $$valtioSnapshot: Place[] };
}

/** The places of the parcours in use. Changed only by the functions of this file. */
export const places = proxy<Places>({ ...notLoaded(), mapIds: [], list: ref([]) });

const loader = createLoader(places);

/** Loads the places of the parcours in use whenever those change, until `scope` is disposed. */
export function startPlaces(scope: Scope): void {
  const updateMaps = (): void => {
    const mapIds = wantedMapIds();
    if (mapIds.join() === places.mapIds.join() && places.status !== 'idle') return;
    places.mapIds = mapIds;
    // Kept, so that a story of a parcours that stays in use plays on.
    places.list = ref(places.list.filter((place) => mapIds.includes(place.map.id)));
    void loadPlaces();
  };
  scope.add(subscribe(parcours, updateMaps));
  updateMaps();
}

/** Loads the list. Never rejects. */
export async function loadPlaces(): Promise<void> {
  if (places.mapIds.length > 0) {
    await loader.load(fetchPlaces, (list) => {
      places.list = ref(list);
    });
    return;
  }
  loader.supersede();
  Object.assign(places, { status: 'ready', failure: null, list: ref([]) });
}

async function fetchPlaces(): Promise<Place[]> {
  return (await call('listPlaces', { body: { mapIds: [...places.mapIds] } })).places;
}

/**
 * Fetches the list again in the background and applies what others changed, unless the list was changed here meanwhile.
 * Failures are silent, since the list is still the best that is known. A list whose load failed is loaded instead.
 */
export async function refreshPlaces(): Promise<void> {
  if (places.status === 'failed') return loadPlaces();
  if (places.status !== 'ready' || places.mapIds.length === 0) return;
  const { list: before } = places;
  try {
    const fetched = await fetchPlaces();
    if (places.status !== 'ready' || places.list !== before) return;
    const after = keepUnchanged(before, fetched);
    if (after !== before) places.list = ref([...after]);
  } catch {
    // The next refresh may succeed.
  }
}

/** Clears the list at the end of a session. */
export function forgetPlaces(): void {
  loader.supersede();
  Object.assign(places, { ...notLoaded(), mapIds: [], list: ref([]) });
}

/** The place with this id; undefined if the parcours in use don't have it. */
export function findPlace(placeId: PlaceId | null): Place | undefined {
  return places.list.find((place) => place.id === placeId);
}

/**
 * Asks for a link to the place's audio that has not expired, and keeps it in the list.
 *
 * @returns null when the place has no audio.
 * @throws {ApiError | NetworkError} as `call` does.
 */
export async function refreshLink(placeId: PlaceId, signal: AbortSignal): Promise<MediaLink | null> {
  const { media_data: link } = await call('readPlace', { params: { placeId } }, { signal });
  keepLink(placeId, link);
  return link;
}

/**
 * Makes a place without audio; it is in the list when this resolves.
 *
 * @param title trimmed; empty becomes 'drop'.
 * @param options with an `idempotencyKey`, a repeat that is otherwise the same makes no second place.
 * @throws {ApiError | NetworkError} as `call` does; after a NetworkError the place may have been made all the same.
 */
export async function createPlace(
  feature: Geometry,
  title: string,
  mapId: ParcoursId,
  options: CallOptions = {},
): Promise<PlaceId> {
  const appelation = title.trim() || DEFAULT_PLACE_TITLE;
  const userId = storage.read('currentUser')?.id;
  const properties = { appelation, type: 'Ici' as const, mapId, userId };
  const body = { type: 'Feature' as const, geometry: feature, properties };
  const { newPlace } = await call('createPlace', { body }, options);
  const id = newPlace.place_id;
  const place = { id, appelation, type: 'Ici', feature, map: { id: mapId }, userId: userId ?? null, media: null };
  // It may be listed already where an earlier request made it, whose answer was lost.
  if (places.mapIds.includes(mapId) && findPlace(id) === undefined) places.list = ref([...places.list, place]);
  return id;
}

/** A place that was asked for. */
export interface AskedPlace {
  readonly userId: UserId;
  readonly geometry: Geometry;
  readonly mapId: ParcoursId;
  readonly title: string;
}

/**
 * Looks for a place that was asked for without an answer, among those that its author has made: same map, shape and name,
 * and no audio yet.
 *
 * @param exceptIds places that are known to be others.
 * @returns null where there is none.
 * @throws {ApiError | NetworkError} as `call` does.
 */
export async function findLostPlace(
  { userId, geometry, mapId, title }: AskedPlace,
  exceptIds: readonly PlaceId[],
  options: CallOptions = {},
): Promise<PlaceId | null> {
  const { drops } = await call('listDrops', { params: { userId }, query: { mapIds: String(mapId) } }, options);
  const shape = printWkt(geometry);
  const lost = drops.find(
    ({ id, appelation, feature, media }) =>
      media === null && appelation === title && printWkt(feature) === shape && !exceptIds.includes(id),
  );
  return lost?.id ?? null;
}

/**
 * Gives a place another name.
 *
 * @param title trimmed; empty becomes 'drop'.
 * @throws {ApiError | NetworkError} as `call` does.
 */
export async function renamePlace(placeId: PlaceId, title: string, options: CallOptions = {}): Promise<void> {
  await changePlace(placeId, { title, geometry: null }, options);
}

/**
 * Gives a place another name and shape.
 *
 * @param change `title` trimmed, empty becomes 'drop'; `geometry` null leaves the shape as it is.
 * @throws {ApiError | NetworkError} as `call` does.
 */
export async function changePlace(
  placeId: PlaceId,
  { title, geometry }: { readonly title: string; readonly geometry: Geometry | null },
  options: CallOptions = {},
): Promise<void> {
  const appelation = title.trim() || DEFAULT_PLACE_TITLE;
  const shape = geometry === null ? {} : { feature: printWkt(geometry) };
  const changed = await call('updatePlace', { body: { id: placeId, appelation, ...shape } }, options);
  const { feature } = changed;
  places.list = ref(places.list.map((place) => (place.id === placeId ? { ...place, appelation, feature } : place)));
}

/**
 * Deletes a place with its audio. One that has gone already is no error.
 *
 * @throws {ApiError | NetworkError} as `call` does; the place is still listed then.
 */
export async function deletePlace(placeId: PlaceId, options: CallOptions = {}): Promise<void> {
  try {
    await call('deletePlace', { params: { placeId } }, options);
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'not_found')) throw error;
  }
  places.list = ref(places.list.filter((place) => place.id !== placeId));
}

/** Notes where a place's audio is heard, null where it has none; a place that is not in use stays out of the list. */
export function keepLink(placeId: PlaceId, link: MediaLink | null): void {
  const media = link === null ? null : { data: link };
  places.list = ref(places.list.map((place) => (place.id === placeId ? { ...place, media } : place)));
}

function wantedMapIds(): ParcoursId[] {
  const { selectedIds, beingCreated } = parcours;
  if (beingCreated === null || selectedIds.includes(beingCreated.id)) return [...selectedIds];
  return [...selectedIds, beingCreated.id];
}

forgetAtSessionEnd(forgetPlaces);
