import { proxy, subscribe } from 'valtio';
import type { PlaceId } from '../../contracts/vocabulary.ts';
import { findPlace, places } from '../places/places.ts';
import { forgetAtSessionEnd } from '../session/session-end.ts';

/** The place whose page is open, and the cue at which it should show its transcript; null while none is. */
interface OpenPage {
  placeId: PlaceId | null;
  /** Start of the cue in milliseconds; null for the top of the page. */
  atMs: number | null;
  /** Counts the requests, since the same one may be made twice. */
  requests: number;
}

/** The open page of a place. Changed only in this file. */
export const openedPage = proxy<OpenPage>({ placeId: null, atMs: null, requests: 0 });

/** Opens a place's page. @param atMs shows its transcript at the cue that begins then */
export function openPage(placeId: PlaceId, atMs: number | null = null): void {
  Object.assign(openedPage, { placeId, atMs, requests: openedPage.requests + 1 });
}

/** Closes the page. */
export function closePage(): void {
  openedPage.placeId = null;
}

forgetAtSessionEnd(closePage);
// Otherwise the page would return by itself with its parcours.
subscribe(places, () => {
  const { placeId } = openedPage;
  if (placeId !== null && places.status === 'ready' && findPlace(placeId) === undefined) closePage();
});
