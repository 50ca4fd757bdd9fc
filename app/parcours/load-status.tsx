import { useSnapshot } from 'valtio';
import { wordsFor } from '../page/error-words.ts';
import { offlineWords } from '../page/offline-words.ts';
import { Button } from '../ui/button.tsx';
import { strings } from '../ui/common-words.ts';
import { English } from '../ui/english.tsx';
import { Notice, RetryAlert } from '../ui/message.tsx';
import { formatMoment } from '../ui/number-words.ts';
import { Spinner } from '../ui/spinner.tsx';
import { bundles, loadBundles } from './bundles.ts';
import styles from './parcours.module.css';
import { parcours } from './parcours.ts';
import { loadParcours } from './parcours-list.ts';
import { parcoursStrings } from './parcours-words.ts';

/** The loading state of the parcours screen: failed parts, data from an earlier visit, or a spinner. */
export function LoadStatus({ isLoading }: { readonly isLoading: boolean }) {
  const state = useSnapshot(parcours);
  const grouped = useSnapshot(bundles);
  const words = parcoursStrings;
  return (
    <>
      {state.status === 'failed' ? (
        <LoadFailure words={words.failed} failure={state.failure} onRetry={retryBoth} />
      ) : null}
      {state.isSeen ? (
        <Notice
          action={
            <Button variant="quiet" onClick={() => void loadParcours()}>
              {strings.app.retry}
            </Button>
          }
        >
          <strong>
            {state.seenMs === null ? offlineWords.seenBefore : offlineWords.seen(formatMoment(state.seenMs, 'long'))}
          </strong>
          <p>{offlineWords.seenMaps}</p>
        </Notice>
      ) : null}
      {/* Maps from the device are shown without bundles on purpose. */}
      {grouped.status === 'failed' && state.isFromServer ? (
        <LoadFailure words={words.bundlesFailed} failure={grouped.failure} onRetry={loadBundles} />
      ) : null}
      {isLoading ? (
        <p role="status" className={styles.loading}>
          <Spinner />
          <English>{words.loading}</English>
        </p>
      ) : null}
    </>
  );
}

/** Without a network both loads failed. */
async function retryBoth(): Promise<void> {
  await Promise.all([loadParcours(), bundles.status === 'failed' ? loadBundles() : null]);
}

/** An alert that shows what could not be loaded, and why, with a button to retry. */
export function LoadFailure({
  words,
  failure,
  onRetry,
}: {
  readonly words: string;
  readonly failure: Error | null;
  readonly onRetry: () => Promise<void>;
}) {
  return (
    <RetryAlert onRetry={onRetry}>
      <p>{words}</p>
      <p className={styles.detail}>{wordsFor(failure)}</p>
    </RetryAlert>
  );
}
