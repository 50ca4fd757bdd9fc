import { proxy, ref, subscribe } from 'valtio';
import { type TellingKey, tellingCode } from '../../contracts/telling.ts';
import type { PlaceId } from '../../contracts/vocabulary.ts';
import { findPlace, places } from '../places/places.ts';
import { forgetAtSessionEnd } from '../session/session-end.ts';
import { picked } from './picked.ts';
import type { SaidHit } from './said-search.ts';

/** The place whose page is open, and the cue at which it should show its transcript; null while none is. */
interface OpenPage {
  placeId: PlaceId | null;
  /** Start of the cue in milliseconds; null for the top of the page. */
  atMs: number | null;
  /** The telling that it shows instead of the walker's. */
  version: (TellingKey & { $$valtioSnapshot: TellingKey }) | null;
  /** Counts the requests, since the same one may be made twice. */
  requests: number;
}

/** The open page of a place. Changed only in this file. */
export const openedPage = proxy<OpenPage>({ placeId: null, atMs: null, version: null, requests: 0 });

/** Opens a place's page. @param atMs shows its transcript at the cue that begins then */
export function openPage(placeId: PlaceId, atMs: number | null = null): void {
  show(placeId, atMs, null);
}

/** Opens a place's page where a text was found: in the telling that has it, if the walker's shows another text there. */
export function openFound({ placeId, field, language, kind, atMs }: SaidHit): void {
  const shown = picked.byId.get(placeId)?.[field === 'cue' ? 'transcript' : 'text'];
  const found = { language, kind };
  const isShown = shown != null && tellingCode(shown) === tellingCode(found);
  show(placeId, atMs, isShown ? null : found);
}

function show(placeId: PlaceId, atMs: number | null, version: TellingKey | null): void {
  const requests = openedPage.requests + 1;
  Object.assign(openedPage, { placeId, atMs, version: version === null ? null : ref(version), requests });
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
