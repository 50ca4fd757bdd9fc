import { type ReactNode, useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { session } from '../session/session.ts';
import { English } from '../ui/english.tsx';
import { Page } from '../ui/page.tsx';
import { BundleList } from './bundle-list.tsx';
import { bundles, loadBundles } from './bundles.ts';
import type { Dialog } from './dialog.ts';
import { LoadStatus } from './load-status.tsx';
import styles from './parcours.module.css';
import { parcours } from './parcours.ts';
import { ParcoursActions, ToMap } from './parcours-actions.tsx';
import { ParcoursDialogs } from './parcours-dialogs.tsx';
import { loadParcours } from './parcours-list.ts';
import { parcoursStrings } from './parcours-words.ts';

/**
 * The person's maps: which ones they listen to, and which one their drops go to.
 *
 * @param below shown after the maps
 */
export function ParcoursScreen({ below = null }: { readonly below?: ReactNode }) {
  const { user } = useSnapshot(session);
  const state = useSnapshot(parcours);
  const grouped = useSnapshot(bundles);
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const userId = user?.id;
  // Maps stored on the device are shown without their bundles rather than not at all.
  const awaited = state.isFromServer || state.list.length === 0 ? [state, grouped] : [];
  const isLoading = awaited.some(
    ({ status, list }) => list.length === 0 && (status === 'idle' || status === 'loading'),
  );
  const hasFailed = state.status === 'failed' && state.list.length === 0;

  useEffect(() => {
    // Runs again after another person logs in, in another tab.
    if (userId === undefined) return;
    // The shell loads the list first; returning here reloads it.
    if (parcours.status === 'ready' || parcours.status === 'failed') void loadParcours();
    void loadBundles();
  }, [userId]);

  return (
    <Page
      title={<English>{parcoursStrings.title}</English>}
      actions={<ParcoursActions role={user?.role} onNewBundle={() => setDialog({ kind: 'new-bundle' })} />}
    >
      <div className={styles.stack}>
        <LoadStatus isLoading={isLoading} />
        {user === null || isLoading || hasFailed ? null : <BundleList role={user.role} onOpenDialog={setDialog} />}
        {below}
      </div>
      <ToMap />
      {user === null ? null : <ParcoursDialogs dialog={dialog} userId={user.id} onClose={() => setDialog(null)} />}
    </Page>
  );
}
