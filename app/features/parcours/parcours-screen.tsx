import { Check, FolderPlus, Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { mayCreateParcours, mayManageBundles } from '../../../contracts/permissions.ts';
import { paths } from '../../paths.ts';
import { bundles, loadBundles } from '../../state/maps/bundles.ts';
import { hasParcours, loadParcours, parcours } from '../../state/maps/parcours.ts';
import { session } from '../../state/session/session.ts';
import { English } from '../../ui/english.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconLink } from '../../ui/icon-link.tsx';
import { Page } from '../../ui/page.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { strings } from '../../words/strings.ts';
import type { Asked } from './asked.ts';
import { BundleList } from './bundle-list.tsx';
import { LoadFailure } from './load-failure.tsx';
import styles from './parcours.module.css';
import { ParcoursDialogs } from './parcours-dialogs.tsx';

/** The person's maps: which one is listened to, and which one drops go to. */
export function ParcoursScreen() {
  const { user } = useSnapshot(session);
  const state = useSnapshot(parcours);
  const grouped = useSnapshot(bundles);
  const [asked, setAsked] = useState<Asked | null>(null);
  const words = strings.parcours;
  const userId = user?.id;
  const mayCreate = user !== null && mayCreateParcours(user.role);
  const mayManage = user !== null && mayManageBundles(user.role);
  const isUnknown = [state, grouped].some(
    ({ status, list }) => list.length === 0 && (status === 'idle' || status === 'loading'),
  );
  const hasNothing = state.status === 'failed' && state.list.length === 0;

  useEffect(() => {
    // Also when somebody else logs in, in another tab.
    if (userId === undefined) return;
    // The shell fetches the list at first; whoever comes back here wants to see what has changed since.
    if (parcours.status === 'ready' || parcours.status === 'failed') void loadParcours();
    void loadBundles();
  }, [userId]);

  return (
    <Page
      title={<English>{words.title}</English>}
      actions={
        <>
          {mayManage ? (
            <IconButton
              label={words.newBundle}
              icon={<FolderPlus size={22} aria-hidden />}
              onClick={() => setAsked({ kind: 'new-bundle' })}
            />
          ) : null}
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
          <LoadFailure words={words.failed} failure={state.failure} onRetry={loadParcours} />
        ) : null}
        {grouped.status === 'failed' ? (
          <LoadFailure words={words.bundlesFailed} failure={grouped.failure} onRetry={loadBundles} />
        ) : null}
        {isUnknown ? (
          <p role="status" className={styles.loading}>
            <Spinner />
            <English>{words.loading}</English>
          </p>
        ) : null}
        {user === null || isUnknown || hasNothing ? null : <BundleList role={user.role} onAsk={setAsked} />}
      </div>
      {user === null ? null : <ParcoursDialogs asked={asked} userId={user.id} onClose={() => setAsked(null)} />}
    </Page>
  );
}
