import { useSnapshot } from 'valtio';
import { outbox } from '../../../state/drops/own-drops.ts';
import { outboxStrings } from '../../../words/outbox.ts';
import { OutboxList } from '../outbox/outbox-list.tsx';
import styles from './my-drops.module.css';

/** The drops that wait on this device. Renders nothing when all are sent. */
export function WaitingDrops() {
  const { items, unsent } = useSnapshot(outbox);
  if (unsent === 0) return null;
  return (
    <section className={styles.stack} aria-labelledby="waiting-drops">
      <h2 id="waiting-drops" className={styles.waiting}>
        {outboxStrings.count(unsent)}
      </h2>
      <OutboxList items={items} />
    </section>
  );
}
