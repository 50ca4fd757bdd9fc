import { Check, FolderPlus, Plus } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { mayCreateParcours, mayManageBundles } from '../../contracts/permissions.ts';
import type { Role } from '../../contracts/vocabulary.ts';
import { paths } from '../paths.ts';
import { session } from '../session/session.ts';
import { ButtonLink, IconLink } from '../ui/button-link.tsx';
import { English } from '../ui/english.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import layout from '../ui/layout.module.css';
import { Page } from '../ui/page.tsx';
import { BundleList } from './bundle-list.tsx';
import { bundles, loadBundles } from './bundles.ts';
import { LoadStatus } from './load-status.tsx';
import styles from './parcours.module.css';
import { hasParcours, parcours } from './parcours.ts';
import { type Dialog, ParcoursDialogs } from './parcours-dialogs.tsx';
import { loadParcours } from './parcours-list.ts';
import { parcoursStrings } from './parcours-words.ts';

/** The person's parcours: which they listen to, and which receives their drops. @param below shown after them */
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
      <div className={layout.stack4}>
        <LoadStatus isLoading={isLoading} />
        {user === null || isLoading || hasFailed ? null : <BundleList role={user.role} onOpenDialog={setDialog} />}
        {below}
      </div>
      <ToMap />
      {user === null ? null : <ParcoursDialogs dialog={dialog} userId={user.id} onClose={() => setDialog(null)} />}
    </Page>
  );
}

/** The buttons beside the heading of the parcours screen that the person may use. */
function ParcoursActions({ role, onNewBundle }: { readonly role: Role | undefined; readonly onNewBundle: () => void }) {
  const words = parcoursStrings;
  return (
    <>
      {role !== undefined && mayManageBundles(role) ? (
        <IconButton label={words.newBundle} icon={<FolderPlus size={22} aria-hidden />} onClick={onNewBundle} />
      ) : null}
      {role !== undefined && mayCreateParcours(role) ? (
        <IconLink to={paths.createParcours} label={words.create} icon={<Plus size={22} aria-hidden />} />
      ) : null}
    </>
  );
}

/** The green check, which opens the map if the person listens to or edits one. Stays visible while the list scrolls. */
function ToMap() {
  const hasMap = hasParcours(useSnapshot(parcours));
  if (!hasMap) return null;
  return (
    <div className={styles.toMap}>
      <ButtonLink to={paths.home} variant="success" wide icon={<Check size={22} strokeWidth={2.5} aria-hidden />}>
        {parcoursStrings.done}
      </ButtonLink>
    </div>
  );
}
