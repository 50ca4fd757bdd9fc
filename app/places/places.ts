import { proxy, ref, subscribe } from 'valtio';
import { dropCalls } from '../../contracts/calls/drop-calls.ts';
import { placeCalls } from '../../contracts/calls/place-calls.ts';
import type { Geometry } from '../../contracts/geo.ts';
import { DEFAULT_PLACE_TITLE } from '../../contracts/limits.ts';
import type { MediaLink, Place, PlaceDetail } from '../../contracts/place.ts';
import type { ParcoursId, PlaceId, UserId } from '../../contracts/vocabulary.ts';
import { formatWkt } from '../../contracts/wkt.ts';
import { createLoader, type LoadState, notLoaded } from '../page/load-state.ts';
import { idsInUse, parcours } from '../parcours/parcours.ts';
import { ApiError, addCalls, type CallOptions, call, isRefused } from '../platform/net/api.ts';
import { storedPack, storedPacksOpened } from '../platform/packs/stored-packs.ts';
import type { Scope } from '../platform/scope.ts';
import { storage } from '../platform/storage/storage.ts';
import { forgetAtSessionEnd } from '../session/session-end.ts';
import { inOrder, withoutPlace } from './order/in-order.ts';
import { reuseUnchanged } from './place-changes.ts';
import { listPlaces, readSeen } from './place-list-cache.ts';

addCalls(placeCalls);

interface Places extends LoadState {
  /** The parcours that `list` belongs to. */
  parcoursIds: ParcoursId[];
  /** When the shown list was sent, if it was seen earlier and no response has arrived since; otherwise null. */
  seenMs: number | null;
  /** Replaced as a whole, never changed in place; not proxied, because a zone may have thousands of positions. */
  list: Place[] & { $$valtioSnapshot: Place[] };
}

/** The places of the parcours in use. Changed only in this file. */
export const places = proxy<Places>({ ...notLoaded(), parcoursIds: [], seenMs: null, list: ref([]) });

/** Longest wait for a link that the person requested; after that the app seems to hang. */
export const LINK_TIMEOUT_MS = 15_000;

const loader = createLoader(places);

/** Loads the places of the parcours in use whenever those change, until `scope` is disposed. */
export function startPlaces(scope: Scope): void {
  const updateMaps = (): void => {
    const parcoursIds = idsInUse();
    if (parcoursIds.join() === places.parcoursIds.join() && places.status !== 'idle') return;
    places.parcoursIds = parcoursIds;
    // The story of a parcours that stays in use plays on.
    places.list = ref(places.list.filter((place) => parcoursIds.includes(place.map.id)));
    void loadPlaces();
  };
  scope.add(subscribe(parcours, updateMaps));
  updateMaps();
}

/**
 * Loads the list. If all parcours in use have a whole pack, their places are shown from it until the response, and a
 * failure is silent. Without a response, the other places are shown as they were last seen. Never rejects.
 */
export async function loadPlaces(): Promise<void> {
  if (places.parcoursIds.length > 0) {
    let shown: readonly Place[] | null = null;
    const showStored = async (isDue: () => boolean): Promise<boolean> => {
      await storedPacksOpened();
      if (!isDue()) return false;
      const isWhole = showStoredPlaces();
      shown = isWhole ? places.list : null;
      return isWhole;
    };
    const store = (fetched: Place[]): void => {
      places.seenMs = null;
      if (shown === null || shown === places.list) places.list = ref([...reuseUnchanged(places.list, fetched)]);
      // Somebody changed the shown list, perhaps after the server had answered.
      else void refreshPlaces();
    };
    await loader.load(fetchPlaces, store, showStored, showSeen);
    return;
  }
  loader.supersede();
  Object.assign(places, { status: 'ready', failure: null, seenMs: null, list: ref([]) });
}

async function fetchPlaces(): Promise<Place[]> {
  // The places' audio may be on the device.
  const [listed] = await Promise.all([listPlaces([...places.parcoursIds]), storedPacksOpened()]);
  return listed;
}

/** Shows the places of the parcours that have neither a pack nor a list yet. Returns whether nothing is missing. */
async function showSeen(failure: Error, isShown: boolean, isDue: () => boolean): Promise<boolean> {
  // Content that the server refuses must not be shown, however late the refusal arrives.
  if (isRefused(failure)) {
    if (places.seenMs !== null) Object.assign(places, { seenMs: null, list: ref([]) });
    return false;
  }
  if (isShown) return true;
  const unknownIds = places.parcoursIds.filter(
    (id) => storedPack(id) === null && !places.list.some((place) => place.map.id === id),
  );
  const seen = await readSeen(unknownIds);
  if (!isDue() || seen.seenMs === null) return false;
  places.list = ref([...places.list, ...seen.places]);
  places.seenMs = Math.min(seen.seenMs, places.seenMs ?? Infinity);
  return seen.isWhole;
}

/** Shows the places of the parcours in use that have a whole pack. Returns whether all of them have. */
function showStoredPlaces(): boolean {
  const packs = places.parcoursIds.flatMap((id) => storedPack(id) ?? []);
  const packedIds = packs.map(({ map }) => map.id);
  // Listed places are as new as the pack, or newer.
  const missingIds = packedIds.filter((id) => !places.list.some((place) => place.map.id === id));
  const packed = packs.filter(({ map }) => missingIds.includes(map.id)).flatMap((pack) => pack.places);
  if (packed.length > 0) places.list = ref([...places.list, ...inOrder(packed)]);
  return packs.length === places.parcoursIds.length;
}

/**
 * Fetches the list again in the background and applies others' changes, unless the list was changed here meanwhile.
 * Failures are silent, because the list is still the best that is known. A list whose load failed is loaded instead.
 */
export async function refreshPlaces(): Promise<void> {
  if (places.status === 'failed') return loadPlaces();
  if (places.status !== 'ready' || places.parcoursIds.length === 0) return;
  const { list: before } = places;
  try {
    const fetched = await fetchPlaces();
    if (places.status !== 'ready' || places.list !== before) return;
    places.seenMs = null;
    const after = reuseUnchanged(before, fetched);
    if (after !== before) places.list = ref([...after]);
  } catch {
    // The next refresh may succeed.
  }
}

/** Clears the list at the end of a session. */
export function forgetPlaces(): void {
  loader.supersede();
  Object.assign(places, { ...notLoaded(), parcoursIds: [], seenMs: null, list: ref([]) });
}

/** Finds the place with this id; undefined if the parcours in use don't have it. */
export function findPlace(placeId: PlaceId | null): Place | undefined {
  return places.list.find((place) => place.id === placeId);
}

/** Fetches a fresh link to the place's audio, null without audio, and stores it in the list. @throws as `call` does. */
export async function refreshLink(placeId: PlaceId, signal: AbortSignal): Promise<MediaLink | null> {
  const { media_data: link } = await call('readPlace', { params: { placeId } }, { signal });
  setLink(placeId, link);
  return link;
}

/** Data of a new place. */
export interface PlaceToCreate {
  readonly geometry: Geometry;
  /** Trimmed; empty becomes 'drop'. */
  readonly title: string;
  readonly parcoursId: ParcoursId;
  /** Visible only to its author until its first change, and not in the list before that. */
  readonly isDraft: boolean;
  /** The planned place that it fills; missing or null for none. */
  readonly plannedId?: PlaceId | null;
}

/**
 * Creates a place without audio; unless it is a draft or fills a planned place, it is listed when this resolves. With an `idempotencyKey`, a
 * retry creates no second one.
 *
 * @throws as `call` does; after a NetworkError it may exist nevertheless.
 */
export async function createPlace(
  { geometry, title, parcoursId, isDraft, plannedId = null }: PlaceToCreate,
  options: CallOptions = {},
): Promise<PlaceId> {
  const appelation = title.trim() || DEFAULT_PLACE_TITLE;
  const userId = storage.read('currentUser')?.id;
  const properties = {
    appelation,
    type: 'Ici' as const,
    mapId: parcoursId,
    userId,
    ...(isDraft ? { draft: true } : {}),
    ...(plannedId === null ? {} : { planned: plannedId }),
  };
  const body = { type: 'Feature' as const, geometry, properties };
  const { newPlace } = await call('createPlace', { body }, options);
  const id = newPlace.place_id;
  const common = { id, appelation, type: 'Ici', map: { id: parcoursId }, userId: userId ?? null };
  if (!isDraft && plannedId === null) listNew(heldAs(newPlace, { ...common, feature: geometry, media: null }));
  return id;
}

/**
 * Gives up a {@link createPlace} that got no answer, so that it makes no place if it is still on its way.
 *
 * @returns the place that it made, perhaps deleted meanwhile; null if none
 * @throws as `call` does.
 */
export async function abandonPlace(idempotencyKey: string, options: CallOptions = {}): Promise<PlaceId | null> {
  const headers = { 'idempotency-key': idempotencyKey };
  return (await call('abandonPlace', { headers }, options)).placeId;
}

/** Returns the place with the visibility in the server's answer: a new or changed place may wait for an approval. */
export function heldAs({ held }: Pick<Place, 'held'>, { held: _, ...place }: Place): Place {
  return held === undefined ? place : { ...place, held };
}

/** Adds a place to the list, unless an earlier request, whose response was lost, had created it. */
function listNew(place: Place): void {
  if (!places.parcoursIds.includes(place.map.id) || findPlace(place.id) !== undefined) return;
  places.list = ref([...places.list, place]);
}

/**
 * Changes a place's title and geometry, and publishes a draft. Resolves with its visibility.
 *
 * @param change `title` is trimmed, empty becomes 'drop'; a null `geometry` is left unchanged.
 * @throws {ApiError | NetworkError} as `call` does.
 */
export async function changePlace(
  placeId: PlaceId,
  { title, geometry }: { readonly title: string; readonly geometry: Geometry | null },
  options: CallOptions = {},
): Promise<Pick<Place, 'held'>> {
  const appelation = title.trim() || DEFAULT_PLACE_TITLE;
  const shape = geometry === null ? {} : { feature: formatWkt(geometry) };
  const changed = await call('updatePlace', { body: { id: placeId, appelation, ...shape } }, options);
  showChanged({ ...changed, id: placeId, appelation }, (media) => media);
  return changed;
}

/** Fetches what a place is now. @throws as `call` does. */
export async function refreshPlace(placeId: PlaceId, options: CallOptions = {}): Promise<void> {
  showChanged(await call('readPlace', { params: { placeId } }, options));
}

/** Shows a place as the server returned it. @param mediaOf the media of the listed place: by default the returned ones */
export function showChanged(
  changed: PlaceDetail,
  mediaOf: (listed: Place['media'], changed: Place['media']) => Place['media'] = (_, media) => media,
): void {
  const { id, appelation, feature, map, userId, media_data } = changed;
  const media = media_data === null ? null : { data: media_data };
  const change = (place: Place): Place =>
    heldAs(changed, { ...place, appelation, feature, media: mediaOf(place.media, media) });
  places.list = ref(places.list.map((place) => (place.id === id ? change(place) : place)));
  // A draft was not listed before.
  listNew(heldAs(changed, { id, appelation, type: 'Ici', feature, map, userId, media }));
}

/**
 * Deletes a place with its audio, unless it is already deleted.
 *
 * @throws as `call` does; the place then stays listed.
 */
export async function deletePlace(placeId: PlaceId, options: CallOptions = {}): Promise<void> {
  try {
    await call('deletePlace', { params: { placeId } }, options);
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'not_found')) throw error;
  }
  places.list = ref(withoutPlace(places.list, placeId));
}

/** Stores the link to a place's audio in the list, null for none. Ignores places that are not in the list. */
export function setLink(placeId: PlaceId, link: MediaLink | null): void {
  const media = link === null ? null : { data: link };
  places.list = ref(places.list.map((place) => (place.id === placeId ? { ...place, media } : place)));
}

forgetAtSessionEnd(forgetPlaces);

addCalls(dropCalls);

/**
 * Finds a place of its author whose creation got no response: same map, geometry and title, no audio, and none of
 * `exceptIds`. Null if there is none.
 *
 * @throws as `call` does.
 */
export async function findLostPlace(
  { userId, geometry, parcoursId, title }: Omit<PlaceToCreate, 'isDraft' | 'plannedId'> & { readonly userId: UserId },
  exceptIds: readonly PlaceId[],
  options: CallOptions = {},
): Promise<PlaceId | null> {
  const { drops } = await call('listDrops', { params: { userId }, query: { mapIds: String(parcoursId) } }, options);
  const shape = formatWkt(geometry);
  const lost = drops.find(
    ({ id, appelation, feature, media }) =>
      media === null && appelation === title && formatWkt(feature) === shape && !exceptIds.includes(id),
  );
  return lost?.id ?? null;
}
