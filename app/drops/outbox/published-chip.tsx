import { CircleCheck, Hourglass, X } from 'lucide-react';
import { useEffect } from 'react';
import { proxy, useSnapshot } from 'valtio';
import { subscribeKey } from 'valtio/utils';
import type { Place } from '../../../contracts/place.ts';
import type { PlaceId } from '../../../contracts/vocabulary.ts';
import { type PassingNotice, replaceNotice } from '../../page/notice-queue.ts';
import { formatPlaceName } from '../../places/place-words.ts';
import { findPlace, places } from '../../places/places.ts';
import { forgetAtSessionEnd } from '../../session/session-end.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import typography from '../../ui/typography.module.css';
import { listening } from '../../walk/listening.ts';
import { showPlace } from '../../walk/map-focus.ts';
import { wordsForQueued } from '../drop-fault-words.ts';
import { currentOutbox } from '../drop-services.ts';
import { dropStrings } from '../drop-words.ts';
import { recordStrings } from '../record/record-words.ts';
import { outboxStrings } from './outbox-words.ts';
import styles from './published-chip.module.css';

/** A chip for the last published drop: opens it, or hides the chip. */
export function PublishedChip() {
  const { placeId } = useSnapshot(published);
  const { list } = useSnapshot(places);
  // In whatever way the person found it.
  useEffect(
    () =>
      subscribeKey(listening, 'walk', ({ selected }) => {
        if (selected !== null && selected === published.placeId) hidePublished();
      }),
    [],
  );
  // It is listed a moment later; a hidden place isn't on the map.
  const place = list.find(({ id }) => id === placeId);
  if (placeId === null || place === undefined || place.held === 'hidden') return null;
  const isWaiting = place.held === 'waiting';
  const words = outboxStrings.published(formatPlaceName(place.appelation), isWaiting);
  const Icon = isWaiting ? Hourglass : CircleCheck;
  return (
    <div className={styles.chip}>
      <button
        type="button"
        className={styles.show}
        aria-label={words.show}
        onClick={() => {
          hidePublished();
          showPlace(placeId);
        }}
      >
        <Icon size={18} aria-hidden />
        <span className={typography.ellipsis}>{words.name}</span>
      </button>
      <IconButton label={outboxStrings.hidePublished} icon={<X size={18} aria-hidden />} onClick={hidePublished} />
    </div>
  );
}

/** A drop that is sent within this time is announced once, when it is published. */
const SOON_MS = 2500;

let shownLast: number | undefined;

/**
 * Shows a notice about a saved drop: that it is published or waits for an approval, or first that it waits here. Only
 * the newest stays: ten that arrive at once would cover the map. The map marks the drop until it has been seen.
 *
 * @param sent rejects if it was discarded or its owner has logged out
 */
export function announceSent(sent: Promise<PlaceId>): void {
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
  if (place.held === undefined) return dropStrings.saved;
  return place.held === 'hidden' ? dropStrings.savedHidden : dropStrings.savedHeld;
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

/** Announces a saved drop of the outbox as {@link announceSent} does. */
export function announceDrop(itemId: string): void {
  announceSent(currentOutbox().whenSent(itemId));
}
