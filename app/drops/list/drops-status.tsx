import { AudioLines } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { wordsFor } from '../../page/error-words.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { strings } from '../../ui/common-words.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { myDrops } from '../my-drops.ts';
import styles from './my-drops.module.css';
import { myDropsStrings } from './my-drops-words.ts';

/** Shows why the list of drops failed to load, or that it is loading or empty. */
export function DropsStatus({
  isEmpty,
  isEverywhere,
  onShowEverywhere,
  onRetry,
}: {
  readonly isEmpty: boolean;
  /** Whether the drops of all maps are shown, not only those of the maps in use. */
  readonly isEverywhere: boolean;
  readonly onShowEverywhere: () => void;
  readonly onRetry: () => void;
}) {
  const { status, failure, list, deletionFailure } = useSnapshot(myDrops);
  const words = myDropsStrings;
  return (
    <>
      {deletionFailure === null ? null : <Alert>{words.deletionFailed(wordsFor(deletionFailure))}</Alert>}
      {status === 'failed' ? (
        <Alert
          action={
            <Button variant="danger" onClick={onRetry}>
              {strings.app.retry}
            </Button>
          }
        >
          {wordsFor(failure)}
        </Alert>
      ) : null}
      {status === 'loading' && list.length === 0 ? (
        <div className={styles.loading}>
          <Spinner size={32} label={strings.app.loading} />
        </div>
      ) : null}
      {status === 'ready' && isEmpty ? (
        <EmptyState
          icon={<AudioLines size={26} />}
          title={isEverywhere ? words.empty : words.emptyHere}
          hint={isEverywhere ? words.emptyHint : words.emptyHereHint}
          action={
            isEverywhere ? null : (
              <Button variant="secondary" onClick={onShowEverywhere}>
                {words.showEverywhere}
              </Button>
            )
          }
        />
      ) : null}
    </>
  );
}
