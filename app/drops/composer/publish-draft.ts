import { proxy } from 'valtio';
import type { Place } from '../../../contracts/place.ts';
import type { PlaceId } from '../../../contracts/vocabulary.ts';
import { type PassingNotice, replaceNotice } from '../../page/notice-queue.ts';
import { removePendingShape } from '../../places/pending-shapes.ts';
import { findPlace } from '../../places/places.ts';
import { forgetAtSessionEnd } from '../../session/session-end.ts';
import { showPlace } from '../../walk/map-focus.ts';
import { wordsForQueued } from '../drop-fault-words.ts';
import { currentOutbox } from '../drop-services.ts';
import { dropStrings } from '../drop-words.ts';
import type { OutboxItem } from '../outbox/outbox-view.ts';
import { recordStrings } from '../record/record-words.ts';

/**
 * Saves a draft of this device for good; the outbox publishes it.
 *
 * @throws as `Outbox.retitle` does
 */
export async function publishDraft(
  { id, pendingId }: Pick<OutboxItem, 'id' | 'pendingId'>,
  title: string,
): Promise<void> {
  const outbox = currentOutbox();
  await outbox.retitle(id, title);
  if (pendingId !== null) removePendingShape(pendingId);
  announceDrop(outbox.whenSent(id));
}

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
function wordsForSent(place: Pick<Place, 'held'> | undefined): string {
  if (place === undefined) return recordStrings.sent;
  if (place.held === undefined) return recordStrings.saved;
  return place.held === 'hidden' ? recordStrings.savedHidden : recordStrings.savedHeld;
}

function show(text: string, action?: PassingNotice['action']): void {
  shownLast = replaceNotice(shownLast, text, { action });
}

/** The drop that was published last, until its author has seen or dismissed it. Changed only in this file. */
export const published = proxy<{ placeId: PlaceId | null }>({ placeId: null });

/** Sets the drop that the map shows as published. */
export function markPublished(placeId: PlaceId): void {
  published.placeId = placeId;
}

/** Clears the drop that the map shows as published. */
export function hidePublished(): void {
  published.placeId = null;
}

forgetAtSessionEnd(hidePublished);
