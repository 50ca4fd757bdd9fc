import { CloudUpload } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { Button } from '../../ui/button.tsx';
import { outbox } from '../drop-services.ts';
import { recordings } from '../record/recordings.ts';
import styles from './outbox.module.css';
import { OutboxSheet } from './outbox-sheet.tsx';
import { outboxStrings } from './outbox-words.ts';
import { PublishedChip } from './published-chip.tsx';

/**
 * Button with the number of drops that wait on this device, if any; it opens the sheet. Beside it, the last published
 * drop. `data-outbox-count` is the number including drafts, valid once `data-outbox-ready` is true, when all drops of
 * this device are loaded.
 */
export function OutboxChip({
  requests,
}: {
  /** Opens the sheet each time it changes. */
  readonly requests: number;
}) {
  const { items, isReady, unsent: count } = useSnapshot(outbox);
  const { hasLooked } = useSnapshot(recordings);
  const [isOpen, setOpen] = useState(false);
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
          {outboxStrings.count(count)}
        </Button>
      )}
      <PublishedChip />
      <OutboxSheet open={isOpen} onOpenChange={setOpen} />
    </div>
  );
}
