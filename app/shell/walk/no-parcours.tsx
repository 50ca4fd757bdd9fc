import { MapPinned } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { wordsFor } from '../../platform/net/error-words.ts';
import { parcours } from '../../state/maps/parcours.ts';
import { loadParcours } from '../../state/maps/parcours-list.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { mapPanes } from '../../words/maps/map-panes.ts';
import { paneStrings } from '../../words/maps/panes.ts';
import { strings } from '../../words/strings.ts';
import styles from './panes.module.css';

/** Shown instead of a parcours: the list is loading, failed to load, or none is chosen. */
export function NoParcours() {
  const { status, failure } = useSnapshot(parcours);
  const words = mapPanes.info;
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
