import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import type { ParcoursId } from '../../../contracts/vocabulary.ts';
import { wordsFor } from '../../page/error-words.ts';
import { printName } from '../../places/untitled-words.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { strings } from '../../ui/common-words.ts';
import { Spinner } from '../../ui/spinner.tsx';
import styles from '../moderation.module.css';
import { approvalStrings } from './approval-words.ts';
import { approvals, loadWaiting } from './approvals.ts';
import { WaitingCard } from './waiting-card.tsx';

const words = approvalStrings;

/** The drops of a map that wait for the person's approval. */
export function WaitingList({ mapId, count }: { readonly mapId: ParcoursId; readonly count: number }) {
  const { list, status, failure } = useSnapshot(approvals);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another number means other drops.
  useEffect(() => {
    void loadWaiting(mapId);
  }, [mapId, count]);
  if (status === 'failed') {
    return (
      <Alert
        action={
          <Button variant="danger" onClick={() => void loadWaiting(mapId)}>
            {strings.app.retry}
          </Button>
        }
      >
        {words.failed(wordsFor(failure))}
      </Alert>
    );
  }
  return (
    <div className={styles.stack}>
      <p className={styles.hint}>{words.count(count)}</p>
      {list.length === 0 && status !== 'ready' ? <Spinner label={words.loading} /> : null}
      <ul className={styles.rows}>
        {list.map((place) => (
          <WaitingCard key={place.id} place={place} name={printName(place.name)} />
        ))}
      </ul>
    </div>
  );
}
