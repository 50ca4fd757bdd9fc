import { whenSent } from '../../state/drops/outbox-settled.ts';
import { type PassingNotice, replaceNotice } from '../../state/page/notices.ts';
import { choosePlace } from '../../state/walk/listening.ts';
import { outboxStrings } from '../../words/outbox.ts';
import { strings } from '../../words/strings.ts';

/** A drop that is sent sooner is announced once, when it is in place. */
const SOON_MS = 2500;

let toldLast: number | undefined;

/**
 * Tells what becomes of a drop that was saved: that it is in place, or first that it waits on this device. Only the newest
 * word about drops stays: ten that come through at once would cover the map.
 */
export function announceDrop(id: string): void {
  const timer = setTimeout(() => tell(outboxStrings.kept), SOON_MS);
  whenSent(id)
    .then((placeId) => tell(strings.record.saved, { label: strings.drops.listen, run: () => choosePlace(placeId) }))
    // Discarded, or its owner has logged out: nothing to tell.
    .catch(() => {})
    .finally(() => clearTimeout(timer));
}

function tell(text: string, action?: PassingNotice['action']): void {
  toldLast = replaceNotice(toldLast, text, { action });
}
