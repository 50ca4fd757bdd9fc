import { outboxStrings } from '../../platform/strings/outbox.ts';
import { strings } from '../../platform/strings.ts';
import { choosePlace } from '../../state/listening.ts';
import { showNotice } from '../../state/notices.ts';
import { whenSent } from '../../state/outbox-settled.ts';

/** A drop that is sent sooner is announced once, when it is in place. */
const SOON_MS = 2500;

/** Tells what becomes of a drop that was saved: that it is in place, or first that it waits on this device. */
export function announceDrop(id: string): void {
  const timer = setTimeout(() => showNotice(outboxStrings.kept), SOON_MS);
  whenSent(id)
    .then((placeId) => {
      const action = { label: strings.drops.listen, run: () => choosePlace(placeId) };
      showNotice(strings.record.saved, { action });
    })
    // Discarded, or its owner has logged out: nothing to tell.
    .catch(() => {})
    .finally(() => clearTimeout(timer));
}
