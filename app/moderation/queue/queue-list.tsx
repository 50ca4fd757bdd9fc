import { ShieldCheck } from 'lucide-react';
import { useSnapshot } from 'valtio';
import type { ModeratedThing } from '../../../contracts/moderation.ts';
import { wordsFor } from '../../page/error-words.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { strings } from '../../ui/common-words.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import styles from '../moderation.module.css';
import { loadQueue, moderationQueue } from './queue.ts';
import { queueStrings } from './queue-words.ts';
import { SuspendedList } from './suspended-list.tsx';
import { isToDecide, ThingCard } from './thing-card.tsx';

const words = queueStrings;

/** The items that wait for a decision, then those hidden or deleted by the site, then the suspended accounts. */
export function QueueList() {
  const { found, status, failure } = useSnapshot(moderationQueue);
  const { things, suspended } = found;
  if (things.length === 0 && (status === 'idle' || status === 'loading')) {
    return (
      <div className={styles.loading}>
        <Spinner size={28} label={words.loading} />
      </div>
    );
  }
  const open = things.filter(isToDecide);
  const held = things.filter((thing) => !isToDecide(thing));
  return (
    <div className={styles.stack}>
      {status === 'failed' ? (
        <Alert
          action={
            <Button variant="danger" onClick={() => void loadQueue()}>
              {strings.app.retry}
            </Button>
          }
        >
          {words.failed(wordsFor(failure))}
        </Alert>
      ) : null}
      {open.length === 0 && status === 'ready' ? (
        <EmptyState icon={<ShieldCheck size={26} />} title={words.none} hint={words.noneHint} />
      ) : null}
      {open.length === 0 ? null : (
        <section className={styles.section} aria-labelledby="open-things">
          <h2 id="open-things" className={styles.heading}>
            {words.open}
          </h2>
          <p className={styles.hint}>{words.lead}</p>
          <Cards things={open} />
        </section>
      )}
      {held.length === 0 ? null : (
        <section className={styles.section} aria-labelledby="held-things">
          <h2 id="held-things" className={styles.heading}>
            {words.held}
          </h2>
          <Cards things={held} />
        </section>
      )}
      <SuspendedList accounts={suspended} />
    </div>
  );
}

function Cards({ things }: { readonly things: readonly ModeratedThing[] }) {
  return (
    <ul className={styles.cards}>
      {things.map((found) => (
        <ThingCard key={`${found.thing.kind} ${found.thing.id}`} found={found} />
      ))}
    </ul>
  );
}
