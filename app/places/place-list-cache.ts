import { placeListCalls } from '../../contracts/calls/place-list-calls.ts';
import type { MediaLink, Place } from '../../contracts/place.ts';
import type { ParcoursId } from '../../contracts/vocabulary.ts';
import { addCalls, callIfChanged } from '../platform/net/api.ts';
import { serverNowMs } from '../platform/net/server-clock.ts';
import { readSeenPlaces, storeSeenPlaces } from '../platform/packs/seen-places.ts';
import { storedPack } from '../platform/packs/stored-packs.ts';
import { storage } from '../platform/storage/storage.ts';
import { forgetAtSessionEnd } from '../session/session-end.ts';
import { inOrder } from './order/in-order.ts';

addCalls(placeListCalls);

/** The last received list. */
let known: { readonly ids: string; readonly version: string; readonly places: Place[] } | null = null;

/** Lists the places of these parcours, as {@link inOrder} sorts them. An unchanged list is not sent again. @throws as `call` does. */
export async function readPlaceList(parcoursIds: readonly ParcoursId[]): Promise<Place[]> {
  const ids = parcoursIds.join();
  const before = known?.ids === ids ? known : null;
  const list = await callIfChanged('readPlaceList', { query: { mapIds: ids } }, before?.version ?? null);
  if (list === null) return before?.places ?? [];
  const byId = list.places.map((place) => withQuery(place, list.linkQuery)).sort((a, b) => a.id - b.id);
  const places = inOrder(byId);
  known = { ids, version: list.version, places };
  return places;
}

/** Adds the query to a place's links. */
export function withQuery(place: Place, query: string): Place {
  return place.media === null ? place : { ...place, media: { data: linksWithQuery(place.media.data, query) } };
}

/** Adds the query to the links of one sound. */
export function linksWithQuery({ link, peaks, rendition, ...media }: MediaLink, query: string): MediaLink {
  return {
    ...media,
    link: link + query,
    peaks: peaks === null ? null : peaks + query,
    rendition: rendition === null ? null : { ...rendition, link: rendition.link + query },
  };
}

forgetAtSessionEnd(() => {
  known = null;
});

/** The stored lists of some parcours. */
export interface LastSeen {
  readonly places: readonly Place[];
  /** When the oldest of them was listed; null if nothing is stored. */
  readonly seenMs: number | null;
  /** There is a list for each of them. */
  readonly isWhole: boolean;
}

/** Lists the places of these parcours, and stores them for a start without a network. @throws as `call` does. */
export async function listPlaces(parcoursIds: readonly ParcoursId[]): Promise<Place[]> {
  const listed = await readPlaceList(parcoursIds);
  void storeSeen(parcoursIds, listed);
  return listed;
}

/** Stores the places of parcours without a pack, which would have them already. Never rejects. */
async function storeSeen(parcoursIds: readonly ParcoursId[], list: readonly Place[]): Promise<void> {
  const user = storage.read('currentUser');
  if (user === null) return;
  const seenMs = serverNowMs();
  for (const parcoursId of parcoursIds) {
    if (storedPack(parcoursId) !== null) continue;
    const places = list.filter((place) => place.map.id === parcoursId);
    try {
      await storeSeenPlaces({ userId: user.id, parcoursId }, { seenMs, places });
    } catch {
      // Storage is denied or full: the next start without a network reports it.
      return;
    }
  }
}

/** Reads the places that {@link listPlaces} has stored for this person. Never rejects. */
export async function readSeen(parcoursIds: readonly ParcoursId[]): Promise<LastSeen> {
  const user = storage.read('currentUser');
  const found = await Promise.all(
    parcoursIds.map((parcoursId) =>
      user === null ? null : readSeenPlaces({ userId: user.id, parcoursId }).catch(() => null),
    ),
  );
  const seen = found.filter((list) => list !== null);
  return {
    places: seen.flatMap(({ places }) => places),
    seenMs: seen.length === 0 ? null : Math.min(...seen.map(({ seenMs }) => seenMs)),
    isWhole: seen.length === parcoursIds.length,
  };
}
