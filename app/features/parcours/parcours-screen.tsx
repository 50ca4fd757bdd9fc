import { Check, Plus } from 'lucide-react';
import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { mayCreateParcours } from '../../../contracts/permissions.ts';
import { paths } from '../../paths.ts';
import { wordsFor } from '../../platform/error-words.ts';
import { strings } from '../../platform/strings.ts';
import { hasParcours, loadParcours, parcours } from '../../state/parcours.ts';
import { session } from '../../state/session.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { English } from '../../ui/english.tsx';
import { IconLink } from '../../ui/icon-link.tsx';
import { Page } from '../../ui/page.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { BundleCard } from './bundle-card.tsx';
import styles from './parcours.module.css';

/** The person's maps: which one is listened to, and which one drops go to. */
export function ParcoursScreen() {
  const { user } = useSnapshot(session);
  const state = useSnapshot(parcours);
  const words = strings.parcours;
  const mayCreate = user !== null && mayCreateParcours(user.role);
  const unknown = state.list.length === 0 && (state.status === 'idle' || state.status === 'loading');

  useEffect(() => {
    // The shell fetches the list at first; whoever comes back here wants to see what has changed since.
    if (parcours.status === 'ready' || parcours.status === 'failed') loadParcours();
  }, []);

  return (
    <Page
      title={<English>{words.title}</English>}
      actions={
        <>
          {mayCreate ? (
            <IconLink to={paths.createParcours} label={words.create} icon={<Plus size={22} aria-hidden />} />
          ) : null}
          {hasParcours(state) ? (
            <IconLink
              to={paths.home}
              label={words.done}
              variant="success"
              icon={<Check size={22} strokeWidth={2.5} aria-hidden />}
            />
          ) : null}
        </>
      }
    >
      <div className={styles.stack}>
        {state.status === 'failed' ? (
          <Alert
            action={
              <Button variant="danger" onClick={() => loadParcours()}>
                {strings.app.retry}
              </Button>
            }
          >
            <p lang="en">{words.failed}</p>
            <p className={styles.detail}>{wordsFor(state.failure)}</p>
          </Alert>
        ) : null}
        {unknown ? (
          <p role="status" className={styles.loading}>
            <Spinner />
            <English>{words.loading}</English>
          </p>
        ) : null}
        {unknown || (state.status === 'failed' && state.list.length === 0) ? null : <BundleCard />}
      </div>
    </Page>
  );
}
