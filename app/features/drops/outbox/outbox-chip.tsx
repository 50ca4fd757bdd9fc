import { CloudUpload } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { countUnsent } from '../../../state/drops/outbox/outbox-view.ts';
import { outbox } from '../../../state/drops/own-drops.ts';
import { recordings } from '../../../state/drops/recording/recordings.ts';
import { Button } from '../../../ui/button.tsx';
import { outboxStrings } from '../../../words/outbox.ts';
import styles from './outbox.module.css';
import { OutboxSheet } from './outbox-sheet.tsx';

/**
 * How many drops wait on this device, where any do; tapped, it shows them. `data-outbox-count` tells how many it holds,
 * drafts included, once `data-outbox-ready` says that all of this device are known.
 */
export function OutboxChip({
  asked,
}: {
  /** Changes when the sheet is asked for from elsewhere. */ readonly asked: number;
}) {
  const { items, isReady } = useSnapshot(outbox);
  const { hasLooked } = useSnapshot(recordings);
  const [isOpen, setOpen] = useState(false);
  const count = countUnsent(items);
  const isRefused = items.some(({ phase }) => phase === 'refused');
  useEffect(() => {
    if (asked > 0) setOpen(true);
  }, [asked]);
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
          {outboxStrings.count(count)}
        </Button>
      )}
      <OutboxSheet open={isOpen} onOpenChange={setOpen} />
    </div>
  );
}
