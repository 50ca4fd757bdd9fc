import { CloudUpload } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { subscribeKey } from 'valtio/utils';
import { showNotice } from '../../page/notice-queue.ts';
import { requestPersistence } from '../../platform/storage/persistence.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { deviceStorage } from '../device-storage.ts';
import { outbox, protection } from '../drop-services.ts';
import { LeftToFill } from '../fill/left-to-fill.tsx';
import { recordings } from '../record/recordings.ts';
import styles from './outbox.module.css';
import { isListed, OutboxList, wordsForCount } from './outbox-list.tsx';
import { memoryStrings, outboxStrings } from './outbox-words.ts';
import { PublishedChip, useShownPublished } from './published-chip.tsx';

/**
 * The number of drops that wait on this device, if any, as a button that opens their sheet; beside it the last
 * published ones, and what is left to fill. Tests read its data attributes once `data-outbox-ready`.
 */
export function OutboxChip({
  requests,
}: {
  /** Opens the sheet each time it changes. */
  readonly requests: number;
}) {
  const { items, isReady, unsent: count } = useSnapshot(outbox);
  const { hasLooked } = useSnapshot(recordings);
  const shown = useShownPublished();
  const [isOpen, setOpen] = useState(false);
  useProtectionOffer();
  const isRefused = items.some(({ phase }) => phase === 'refused');
  useEffect(() => {
    if (requests > 0) setOpen(true);
  }, [requests]);
  return (
    <div className={styles.frame} data-outbox-ready={isReady && hasLooked} data-outbox-count={items.length}>
      {count > 0 && (
        <Button
          variant="secondary"
          icon={<CloudUpload size={18} aria-hidden />}
          className={styles.chip}
          data-refused={isRefused}
          onClick={() => setOpen(true)}
        >
          {wordsForCount(items.filter(({ isUnsent }) => isUnsent))}
        </Button>
      )}
      <PublishedChip shown={shown} />
      {shown.length > 0 && <LeftToFill />}
      <OutboxSheet open={isOpen} onClose={() => setOpen(false)} />
    </div>
  );
}

function OutboxSheet({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const { items } = useSnapshot(outbox);
  const { isLasting } = useSnapshot(deviceStorage);
  const words = outboxStrings;
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={words.title}
      description={items.length === 0 ? undefined : isLasting ? words.hint : memoryStrings.hint}
    >
      {!items.some(isListed) ? <EmptyState title={words.empty} hint={words.emptyHint} /> : <OutboxList items={items} />}
    </Sheet>
  );
}

/** Offers to ask the browser to protect the stored drops, once that is due. */
export function useProtectionOffer(): void {
  useEffect(() => {
    offerProtection();
    return subscribeKey(protection, 'isDue', offerProtection);
  }, []);
}

/** Offers to ask for protection, if that is due: some browsers then ask the person, who should know why. */
export function offerProtection(): void {
  if (!protection.isDue) return;
  protection.isDue = false;
  const action = { label: outboxStrings.protect, run: () => void requestPersistence() };
  showNotice(outboxStrings.protectReason, { tone: 'info', action });
}
