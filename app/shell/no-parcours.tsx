import { MapPinned } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { wordsFor } from '../page/error-words.ts';
import { paneStrings, parcoursPanes } from '../parcours/panes-words.ts';
import { parcours } from '../parcours/parcours.ts';
import { loadParcours } from '../parcours/parcours-list.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { strings } from '../ui/common-words.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Spinner } from '../ui/spinner.tsx';
import styles from './panes.module.css';

/** Shown instead of a parcours: the list is loading, failed to load, or none is chosen. */
export function NoParcours() {
  const { status, failure } = useSnapshot(parcours);
  const words = parcoursPanes.info;
  if (status === 'loading' || status === 'idle') {
    return (
      <div className={styles.waiting}>
        <Spinner size={28} label={words.loading} />
      </div>
    );
  }
  if (status === 'failed') {
    return (
      <div className={styles.pane}>
        <Alert
          action={
            <Button variant="danger" onClick={() => void loadParcours()}>
              {strings.app.retry}
            </Button>
          }
        >
          <p lang="en">{words.loadFailed}</p>
          <p>{wordsFor(failure)}</p>
        </Alert>
      </div>
    );
  }
  return <EmptyState icon={<MapPinned size={28} />} title={paneStrings.noParcours} hint={paneStrings.noParcoursHint} />;
}
