import type { Place } from '../../../contracts/place.ts';
import type { PlaceId } from '../../../contracts/vocabulary.ts';
import { type PassingNotice, replaceNotice } from '../../page/notice-queue.ts';
import { findPlace } from '../../places/places.ts';
import { showPlace } from '../../walk/map-focus.ts';
import { wordsForQueued } from '../drop-fault-words.ts';
import { dropStrings } from '../drop-words.ts';
import { recordStrings } from '../record/record-words.ts';
import { markPublished } from './published.ts';

/** A drop that is sent within this time is announced once, when it is published. */
const SOON_MS = 2500;

let shownLast: number | undefined;

/**
 * Shows a notice about a saved drop: that it is published or waits for an approval, or first that it waits on this
 * device. Only the newest notice about drops stays: ten that arrive at once would cover the map. The map marks the drop
 * until it has been seen.
 *
 * @param sent resolves with its place; rejects if it was discarded or its owner has logged out
 */
export function announceDrop(sent: Promise<PlaceId>): void {
  const timer = setTimeout(() => show(wordsForQueued()), SOON_MS);
  sent
    .then((placeId) => {
      markPublished(placeId);
      show(wordsForSent(findPlace(placeId)), { label: dropStrings.listen, run: () => showPlace(placeId) });
    })
    .catch(() => {})
    .finally(() => clearTimeout(timer));
}

/** Returns what happened to a sent drop; `place` is undefined if its parcours is no longer in use, and nobody knows. */
export function wordsForSent(place: Pick<Place, 'held'> | undefined): string {
  if (place === undefined) return recordStrings.sent;
  if (place.held === undefined) return recordStrings.saved;
  return place.held === 'hidden' ? recordStrings.savedHidden : recordStrings.savedHeld;
}

function show(text: string, action?: PassingNotice['action']): void {
  shownLast = replaceNotice(shownLast, text, { action });
}
