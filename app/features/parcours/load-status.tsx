import { useSnapshot } from 'valtio';
import { bundles, loadBundles } from '../../state/maps/bundles.ts';
import { parcours } from '../../state/maps/parcours.ts';
import { loadParcours } from '../../state/maps/parcours-list.ts';
import { English } from '../../ui/english.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { strings } from '../../words/strings.ts';
import { LoadFailure } from './load-failure.tsx';
import styles from './parcours.module.css';

/** What of the maps screen could not be loaded, and that it is loading. */
export function LoadStatus({ isLoading }: { readonly isLoading: boolean }) {
  const state = useSnapshot(parcours);
  const grouped = useSnapshot(bundles);
  const words = strings.parcours;
  return (
    <>
      {state.status === 'failed' ? (
        <LoadFailure words={words.failed} failure={state.failure} onRetry={retryBoth} />
      ) : null}
      {/* What is shown from the device is shown without bundles on purpose. */}
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

/** Without a network neither was loaded. */
async function retryBoth(): Promise<void> {
  await Promise.all([loadParcours(), bundles.status === 'failed' ? loadBundles() : null]);
}
