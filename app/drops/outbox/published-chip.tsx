import { CircleCheck, Hourglass, X } from 'lucide-react';
import { useEffect } from 'react';
import { proxy, useSnapshot } from 'valtio';
import { subscribeKey } from 'valtio/utils';
import type { Place } from '../../../contracts/place.ts';
import type { PlaceId } from '../../../contracts/vocabulary.ts';
import { network } from '../../page/network.ts';
import { type PassingNotice, replaceNotice } from '../../page/notice-queue.ts';
import { formatPlaceName } from '../../places/place-words.ts';
import { findPlace, places } from '../../places/places.ts';
import { forgetAtSessionEnd } from '../../session/session-end.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import typography from '../../ui/typography.module.css';
import { listening } from '../../walk/listening.ts';
import { showPlace } from '../../walk/map-focus.ts';
import { deviceStorage } from '../device-storage.ts';
import { wordsForQueued } from '../drop-fault-words.ts';
import { currentOutbox, outbox } from '../drop-services.ts';
import { dropStrings, wordsForSent } from '../drop-words.ts';
import { outboxStrings } from './outbox-words.ts';
import styles from './published-chip.module.css';

/** Returns the listed drops among those published last, newest first. */
export function useShownPublished(): readonly Place[] {
  const { placeIds } = useSnapshot(published);
  const { list } = useSnapshot(places);
  // They are listed a moment later. A refused drop isn't published, and a hidden one isn't on the map.
  return placeIds.flatMap((id) => {
    const place = list.find((listed) => listed.id === id);
    return place !== undefined && (place.held === undefined || place.held === 'waiting') ? [place] : [];
  });
}

/** A chip for the drops published last: opens the newest, or hides the chip. */
export function PublishedChip({ shown }: { readonly shown: ReturnType<typeof useShownPublished> }) {
  // In whatever way the person found it.
  useEffect(
    () =>
      subscribeKey(listening, 'walk', ({ selected }) => {
        if (selected !== null && published.placeIds.includes(selected)) hidePublished();
      }),
    [],
  );
  const [newest] = shown;
  if (newest === undefined) return null;
  const isWaiting = newest.held === 'waiting';
  const alike = shown.filter(({ held }) => held === newest.held);
  const words = outboxStrings.published(
    alike.map(({ appelation }) => formatPlaceName(appelation)),
    isWaiting,
  );
  const Icon = isWaiting ? Hourglass : CircleCheck;
  return (
    <div className={styles.chip}>
      <button
        type="button"
        className={styles.show}
        aria-label={words.show}
        onClick={() => {
          hidePublished();
          showPlace(newest.id);
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
export function announceSent(sent: Promise<PlaceId>, itemId = ''): void {
  const timer = setTimeout(() => show(isLeaving(itemId) ? outboxStrings.leaving : wordsForQueued()), SOON_MS);
  sent
    .then((placeId) => {
      markPublished(placeId);
      show(wordsForSent(findPlace(placeId))[0], { label: dropStrings.listen, run: () => showPlace(placeId) });
    })
    .catch(() => {})
    .finally(() => clearTimeout(timer));
}

/** Whether a drop is being sent, or will be at once. */
function isLeaving(itemId: string): boolean {
  const phase = outbox.items.find(({ id }) => id === itemId)?.phase;
  return network.isOnline && deviceStorage.isLasting && phase !== 'waiting' && phase !== 'refused';
}

function show(text: string, action?: PassingNotice['action']): void {
  shownLast = replaceNotice(shownLast, text, { action });
}

/** The drops that were published, newest first, until their author has seen or dismissed one. Changed only in this file. */
export const published = proxy<{ placeIds: PlaceId[] }>({ placeIds: [] });

/** Adds a drop that the map shows as published. */
export function markPublished(placeId: PlaceId): void {
  published.placeIds = [placeId, ...published.placeIds.filter((id) => id !== placeId)];
}

/** Clears the drops that the map shows as published. */
export function hidePublished(): void {
  published.placeIds = [];
}

forgetAtSessionEnd(hidePublished);

/** Marks a drop of the outbox as {@link markPublished} does, once it is sent. Never rejects. */
export async function markOnceSent(itemId: string): Promise<void> {
  try {
    markPublished(await currentOutbox().whenSent(itemId));
  } catch {
    // Discarded, or its owner has logged out.
  }
}

/** Announces a saved drop of the outbox as {@link announceSent} does. */
export function announceDrop(itemId: string): void {
  announceSent(currentOutbox().whenSent(itemId), itemId);
}
