import { proxy, subscribe } from 'valtio';
import type { Place } from '../../contracts/place.ts';
import { readPlaceCode } from '../../contracts/place-code.ts';
import type { ParcoursId, PlaceId } from '../../contracts/vocabulary.ts';
import { idsInUse, openParcours, parcours } from '../parcours/parcours.ts';
import { readSeen } from '../places/place-list-cache.ts';
import { findPlace, places, refreshPlaces } from '../places/places.ts';
import { call, NetworkError } from '../platform/net/api.ts';
import { listWholePacks, storedPacksOpened } from '../platform/packs/stored-packs.ts';
import { Scope } from '../platform/scope.ts';
import { session } from '../session/session.ts';
import { choosePlace, listening, playListed } from '../walk/listening.ts';
import { showPlace } from '../walk/map-focus.ts';
import { type CodeTarget, findOpen, isUnseen, type OwnTarget } from './open-code.ts';

/** The dialog for codes. The shell shows it. */
export const codeSheet = proxy<{ isOpen: boolean }>({ isOpen: false });

/** Opens the dialog for codes, or closes it. */
export function showCodeSheet(isOpen: boolean): void {
  codeSheet.isOpen = isOpen;
}

/**
 * Finds where a code leads: in the places in use, then in the packs, then on the server, and without its answer in the
 * lists that were seen last. Null if it leads nowhere.
 *
 * @throws {ApiError | NetworkError} as `call` does, if it is unknown.
 */
export async function findCode(code: string): Promise<CodeTarget | null> {
  const placeId = readPlaceCode(code);
  if (placeId === null) return null;
  const known = findPlace(placeId) ?? (await findInPacks(placeId));
  if (known !== undefined) return ownTarget(known);
  try {
    const { map } = await call('readPlace', { params: { placeId } });
    return { kind: 'own', placeId, parcoursId: map.id };
  } catch (error) {
    if (isUnseen(error)) return findOpen(code);
    const seen = error instanceof NetworkError ? await findSeen(placeId) : undefined;
    if (seen === undefined) throw error;
    return ownTarget(seen);
  }
}

/**
 * Uses the parcours of a place and waits for its places. Undefined if the place is not among them. Never rejects: if they
 * can't be loaded, `places.failure` says why.
 */
export async function listCoded(target: OwnTarget): Promise<Place | undefined> {
  const { placeId, parcoursId } = target;
  const isInUse = idsInUse().includes(parcoursId);
  if (!isInUse) openParcours(parcoursId, session.user?.role);
  const listed = await untilListed(placeId, parcoursId);
  if (listed !== undefined || !isInUse) return listed;
  // It was made after the list was loaded.
  await refreshPlaces();
  return findPlace(placeId);
}

/** Loads the story of a place, so that it sounds at once when it is asked for; not if that would end or start another. */
export function prepareCoded(placeId: PlaceId): void {
  const { onSite, autoplay } = listening.walk;
  if (!onSite && !autoplay) choosePlace(placeId);
}

/** Chooses a place, makes the map show it, and plays its story. Must be called from a tap, or after one that allowed sound. */
export function playCoded(placeId: PlaceId): void {
  showPlace(placeId);
  playListed(placeId);
}

function ownTarget(place: Place): OwnTarget {
  return { kind: 'own', placeId: place.id, parcoursId: place.map.id };
}

async function findInPacks(placeId: PlaceId): Promise<Place | undefined> {
  await storedPacksOpened();
  return listWholePacks()
    .flatMap((pack) => pack.places)
    .find(({ id }) => id === placeId);
}

async function findSeen(placeId: PlaceId): Promise<Place | undefined> {
  const seen = await readSeen(parcours.list.map(({ id }) => id));
  return seen.places.find(({ id }) => id === placeId);
}

/** Waits for the place to be listed; undefined if another parcours is chosen meanwhile. */
function untilListed(placeId: PlaceId, parcoursId: ParcoursId): Promise<Place | undefined> {
  return new Promise((resolve) => {
    const scope = new Scope();
    const check = (): void => {
      const listed = findPlace(placeId);
      const isSettled = places.parcoursIds.includes(parcoursId) && ['ready', 'failed'].includes(places.status);
      if (listed === undefined && !isSettled && idsInUse().includes(parcoursId)) return;
      scope.dispose();
      resolve(listed);
    };
    // Not at once: the ids change a moment before the status.
    for (const state of [places, parcours]) scope.add(subscribe(state, check));
    check();
  });
}
