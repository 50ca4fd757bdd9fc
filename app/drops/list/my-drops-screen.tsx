import { AudioLines } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { Navigate } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { subscribeKey } from 'valtio/utils';
import type { Place } from '../../../contracts/place.ts';
import type { UserId } from '../../../contracts/vocabulary.ts';
import { wordsFor } from '../../page/error-words.ts';
import { parcours } from '../../parcours/parcours.ts';
import { paths } from '../../paths.ts';
import { awaitRenditions, isRenditionDue } from '../../places/await-renditions.ts';
import { onVisible } from '../../platform/page/page-events.ts';
import { inScope } from '../../platform/scope.ts';
import { session } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { strings } from '../../ui/common-words.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import layout from '../../ui/layout.module.css';
import { Alert, RetryAlert } from '../../ui/message.tsx';
import { Page } from '../../ui/page.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { SwitchRow } from '../../ui/switch-row.tsx';
import { outbox } from '../drop-services.ts';
import { loadMyDrops, myDrops, refreshMyDrops } from '../my-drops.ts';
import { useProtectionOffer } from '../outbox/outbox-chip.tsx';
import { isListed, OutboxList, wordsForCount } from '../outbox/outbox-list.tsx';
import { DropRows } from './drop-rows.tsx';
import { myDropsStrings } from './my-drops-words.ts';

/** The person's drops on the maps in use, or on all. `renderBelow` gets a function that loads them again. */
export function MyDropsScreen({
  above = null,
  onShow,
  onTexts,
  renderBelow,
}: {
  readonly above?: ReactNode;
  readonly onShow: (drop: Place) => void;
  /** Opens what a drop says beside its name and audio. */
  readonly onTexts: (drop: Place) => void;
  readonly renderBelow?: (reload: () => void) => ReactNode;
}) {
  const { user } = useSnapshot(session);
  const { selectedIds } = useSnapshot(parcours);
  const [everywhere, setEverywhere] = useState(true);
  const words = myDropsStrings;
  const isGuest = user?.role === 'guest';
  const isEverywhere = everywhere || selectedIds.length === 0;
  const { shown, load } = useMyDrops(user === null || isGuest ? null : user.id, isEverywhere);

  if (user === null || isGuest) return <Navigate to={paths.parcours} replace />;
  return (
    <Page title={words.title} back={{ to: paths.home, label: strings.app.back }}>
      <div className={layout.stack4}>
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
        <DropRows drops={shown} onShow={onShow} onTexts={onTexts} />
        {renderBelow?.(load)}
      </div>
    </Page>
  );
}

interface DropsStatusProps {
  readonly isEmpty: boolean;
  /** Whether the drops of all maps are shown, not only those of the maps in use. */
  readonly isEverywhere: boolean;
  readonly onShowEverywhere: () => void;
  readonly onRetry: () => void;
}

function DropsStatus({ isEmpty, isEverywhere, onShowEverywhere, onRetry }: DropsStatusProps) {
  const { status, failure, list, deletionFailure } = useSnapshot(myDrops);
  const words = myDropsStrings;
  return (
    <>
      {deletionFailure === null ? null : <Alert>{words.deletionFailed(wordsFor(deletionFailure))}</Alert>}
      {status === 'failed' ? <RetryAlert onRetry={onRetry}>{wordsFor(failure)}</RetryAlert> : null}
      {status === 'loading' && list.length === 0 ? (
        <div className={layout.loading}>
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

/** The drops and drafts that wait on this device. Renders nothing if there are none. */
function WaitingDrops() {
  useProtectionOffer();
  const { items } = useSnapshot(outbox);
  if (!items.some(isListed)) return null;
  return (
    <section className={layout.stack4} aria-labelledby="waiting-drops">
      <h2 id="waiting-drops">{wordsForCount(items.filter(isListed))}</h2>
      <OutboxList items={items} />
    </section>
  );
}

/** The drops of an account on the maps in use, or everywhere, refreshed while renditions are made, and their loader. */
function useMyDrops(userId: UserId | null, isEverywhere: boolean) {
  const { selectedIds } = useSnapshot(parcours);
  const { list, leavingIds } = useSnapshot(myDrops);
  const { items } = useSnapshot(outbox);
  // Compared as text, because each change of the state creates a new array of the same ids.
  const wanted = isEverywhere ? null : selectedIds.join(',');
  const due = list
    .filter(isRenditionDue)
    .map(({ id }) => id)
    .join(',');

  const load = useCallback((): void => {
    if (userId !== null) void loadMyDrops(userId, wanted === null ? undefined : [...parcours.selectedIds]);
  }, [userId, wanted]);
  useEffect(() => {
    load();
    // A drop that has been sent in the meantime belongs in the list.
    return subscribeKey(outbox, 'unsent', load);
  }, [load]);

  const refresh = useCallback(async (): Promise<void> => {
    if (userId !== null) await refreshMyDrops(userId, wanted === null ? undefined : [...parcours.selectedIds]);
  }, [userId, wanted]);
  useEffect(() => inScope((scope) => onVisible(scope, () => void refresh())), [refresh]);
  useEffect(() => {
    if (due === '') return;
    return inScope((scope) => awaitRenditions(scope, refresh));
  }, [refresh, due]);

  // A draft of this device is listed with the waiting drops.
  const isStoredHere = ({ id, draft }: Place): boolean => draft === true && items.some(({ placeId }) => placeId === id);
  return { shown: list.filter((drop) => !leavingIds.includes(drop.id) && !isStoredHere(drop)), load };
}
