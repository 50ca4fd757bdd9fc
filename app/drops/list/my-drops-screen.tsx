import { type ReactNode, useState } from 'react';
import { Navigate } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { parcours } from '../../parcours/parcours.ts';
import { paths } from '../../paths.ts';
import { session } from '../../session/session.ts';
import { strings } from '../../ui/common-words.ts';
import { Page } from '../../ui/page.tsx';
import { SwitchRow } from '../../ui/switch-row.tsx';
import { DropRows } from './drop-rows.tsx';
import { DropsStatus } from './drops-status.tsx';
import styles from './my-drops.module.css';
import { myDropsStrings } from './my-drops-words.ts';
import { useMyDrops } from './use-my-drops.ts';
import { WaitingDrops } from './waiting-drops.tsx';

/**
 * The person's drops on the maps in use, or on all maps.
 *
 * @param above shown before the drops
 * @param renderBelow shown after them; `reload` loads the drops again
 */
export function MyDropsScreen({
  above = null,
  renderBelow,
}: {
  readonly above?: ReactNode;
  readonly renderBelow?: (reload: () => void) => ReactNode;
}) {
  const { user } = useSnapshot(session);
  const { selectedIds } = useSnapshot(parcours);
  const [everywhere, setEverywhere] = useState(false);
  const words = myDropsStrings;
  const isGuest = user?.role === 'guest';
  const isEverywhere = everywhere || selectedIds.length === 0;
  const { shown, load } = useMyDrops(user === null || isGuest ? null : user.id, isEverywhere);

  if (user === null || isGuest) return <Navigate to={paths.parcours} replace />;
  return (
    <Page title={words.title} back={{ to: paths.home, label: strings.app.back }}>
      <div className={styles.stack}>
        {above}
        {selectedIds.length === 0 ? null : (
          <SwitchRow label={words.everywhere} checked={everywhere} onChange={setEverywhere} />
        )}
        <WaitingDrops />
        <DropsStatus
          isEmpty={shown.length === 0}
          isEverywhere={isEverywhere}
          onShowEverywhere={() => setEverywhere(true)}
          onRetry={load}
        />
        <DropRows drops={shown} />
        {renderBelow?.(load)}
      </div>
    </Page>
  );
}
