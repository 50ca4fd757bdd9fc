import { useSnapshot } from 'valtio';
import { draftStrings } from '../drafts-words.ts';
import { outbox } from '../drop-services.ts';
import { isListed, OutboxList } from '../outbox/outbox-list.tsx';
import { outboxStrings } from '../outbox/outbox-words.ts';
import styles from './my-drops.module.css';

/** The drops and drafts that wait on this device. Renders nothing if there are none. */
export function WaitingDrops() {
  const { items, unsent } = useSnapshot(outbox);
  if (!items.some(isListed)) return null;
  const drafts = items.filter((item) => isListed(item) && !item.isUnsent).length;
  return (
    <section className={styles.stack} aria-labelledby="waiting-drops">
      <h2 id="waiting-drops" className={styles.waiting}>
        {[unsent > 0 && outboxStrings.count(unsent), drafts > 0 && draftStrings.count(drafts)]
          .filter(Boolean)
          .join(', ')}
      </h2>
      <OutboxList items={items} />
    </section>
  );
}
