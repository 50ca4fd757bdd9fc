import { AudioLines } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Navigate } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import type { Place } from '../../../../contracts/place.ts';
import { paths } from '../../../paths.ts';
import { wordsFor } from '../../../platform/net/error-words.ts';
import { keepDrop, loadMyDrops, myDrops, removeDrop } from '../../../state/drops/my-drops.ts';
import { countUnsent } from '../../../state/drops/outbox/outbox-view.ts';
import { outbox } from '../../../state/drops/own-drops.ts';
import { parcours } from '../../../state/maps/parcours.ts';
import { showNotice } from '../../../state/page/notices.ts';
import { session } from '../../../state/session/session.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Page } from '../../../ui/page.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { SwitchRow } from '../../../ui/switch-row.tsx';
import { outboxStrings } from '../../../words/outbox.ts';
import { strings } from '../../../words/strings.ts';
import { UNTITLED_PLACE } from '../../../words/untitled.ts';
import { OutboxList } from '../outbox/outbox-sheet.tsx';
import shared from './drop-list.module.css';
import { DropRow } from './drop-row.tsx';
import styles from './my-drops.module.css';

/** The person's drops on the maps that are listened to, or on all of them. */
export function MyDropsScreen() {
  const { user } = useSnapshot(session);
  const { list: maps, selectedIds } = useSnapshot(parcours);
  const { status, failure, list, leavingIds, deletionFailure } = useSnapshot(myDrops);
  const { items } = useSnapshot(outbox);
  const [everywhere, setEverywhere] = useState(false);
  const words = strings.myDrops;
  const userId = user?.id;
  const isGuest = user?.role === 'guest';
  // Compared as text, since each change of the state makes another array of the same ids.
  const wanted = everywhere || selectedIds.length === 0 ? null : selectedIds.join(',');

  const load = (): void => {
    if (userId === undefined || isGuest) return;
    void loadMyDrops(userId, wanted === null ? undefined : [...parcours.selectedIds]);
  };
  const unsent = countUnsent(items);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was sent meanwhile belongs into the list.
  useEffect(load, [userId, isGuest, wanted, unsent]);

  const remove = (drop: Place): void => {
    removeDrop(drop.id);
    const name = drop.appelation.trim() || UNTITLED_PLACE;
    showNotice(words.deleted(name), { action: { label: strings.app.undo, run: () => keepDrop(drop.id) } });
  };

  if (user === null || isGuest) return <Navigate to={paths.parcours} replace />;
  const shown = list.filter((drop) => !leavingIds.includes(drop.id));
  return (
    <Page title={words.title} back={{ to: paths.home, label: strings.app.back }}>
      <div className={styles.stack}>
        {selectedIds.length === 0 ? null : (
          <SwitchRow label={words.everywhere} checked={everywhere} onChange={setEverywhere} />
        )}
        {unsent === 0 ? null : (
          <section className={styles.stack} aria-labelledby="waiting-drops">
            <h2 id="waiting-drops" className={styles.waiting}>
              {outboxStrings.count(unsent)}
            </h2>
            <OutboxList items={items} />
          </section>
        )}
        {deletionFailure === null ? null : <Alert>{words.deletionFailed(wordsFor(deletionFailure))}</Alert>}
        {status === 'failed' ? (
          <Alert
            action={
              <Button variant="danger" onClick={load}>
                {strings.app.retry}
              </Button>
            }
          >
            {wordsFor(failure)}
          </Alert>
        ) : null}
        {status === 'loading' && list.length === 0 ? (
          <div className={styles.loading}>
            <Spinner size={32} label={strings.app.loading} />
          </div>
        ) : null}
        {status === 'ready' && shown.length === 0 ? (
          <EmptyState
            icon={<AudioLines size={26} />}
            title={words.empty}
            hint={wanted === null ? words.emptyHint : words.emptyHereHint}
          />
        ) : null}
        <ul className={shared.list}>
          {shown.map((drop) => (
            <DropRow
              key={drop.id}
              drop={drop}
              mapName={maps.find((map) => map.id === drop.map.id)?.name}
              onDelete={() => remove(drop)}
            />
          ))}
        </ul>
      </div>
    </Page>
  );
}
