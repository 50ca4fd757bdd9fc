import { MapPinned } from 'lucide-react';
import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { mayEditParcours, mayManageParcours } from '../../../contracts/permissions.ts';
import { ParcoursSummary } from '../../features/information/parcours-summary.tsx';
import { MemberList } from '../../features/members/member-list.tsx';
import { wordsFor } from '../../platform/net/error-words.ts';
import { loadMembers, members } from '../../state/maps/members.ts';
import { findSelected, loadParcours, parcours, refreshParcours } from '../../state/maps/parcours.ts';
import { places } from '../../state/places/places.ts';
import { session } from '../../state/session/session.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { mapPanes } from '../../words/map-panes.ts';
import { strings } from '../../words/strings.ts';
import styles from './panes.module.css';

const words = mapPanes;

/** What the parcours is about, and who is on it. */
export function InfoPane() {
  const maps = useSnapshot(parcours);
  const { list } = useSnapshot(places);
  const everybody = useSnapshot(members);
  const { user } = useSnapshot(session);
  const chosen = findSelected(maps);
  const chosenId = chosen?.id;
  useEffect(() => {
    if (chosenId === undefined) return;
    void refreshParcours(chosenId);
    void loadMembers(chosenId);
  }, [chosenId]);
  if (chosen === undefined || user === null) return <NoParcours status={maps.status} failure={maps.failure} />;

  // Until everybody is known, and without a network, the first ones stand for all.
  const isKnown = everybody.mapId === chosen.id;
  const { role } = user;
  return (
    <article className={styles.pane}>
      <ParcoursSummary
        key={chosen.id}
        parcours={chosen}
        placeCount={list.length}
        isEditable={mayEditParcours(role, chosen.privilege)}
      />
      <section className={styles.people} aria-busy={everybody.status === 'loading'}>
        <div>
          <h2 className={styles.heading}>{strings.panes.members}</h2>
          <p className={styles.count}>
            {strings.parcours.members(isKnown ? everybody.list.length : chosen.user_count)}
          </p>
        </div>
        {everybody.status === 'failed' && (
          <Alert
            action={
              <Button variant="danger" onClick={() => void loadMembers(chosen.id)}>
                {strings.app.retry}
              </Button>
            }
          >
            {words.members.failed(wordsFor(everybody.failure))}
          </Alert>
        )}
        <MemberList
          key={chosen.id}
          mapId={chosen.id}
          list={isKnown ? everybody.list : chosen.users}
          selfId={user.id}
          isManaged={isKnown && mayManageParcours(role, chosen.privilege)}
        />
        {everybody.status === 'loading' && !isKnown && <Spinner label={words.members.loading} />}
      </section>
    </article>
  );
}

/** What stands there while no parcours is known: not yet, not today, or because none is chosen. */
function NoParcours({
  status,
  failure,
}: {
  readonly status: 'idle' | 'loading' | 'ready' | 'failed';
  readonly failure: Error | null;
}) {
  if (status === 'loading' || status === 'idle') {
    return (
      <div className={styles.waiting}>
        <Spinner size={28} label={words.info.loading} />
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
          <p lang="en">{words.info.loadFailed}</p>
          <p>{wordsFor(failure)}</p>
        </Alert>
      </div>
    );
  }
  return (
    <EmptyState icon={<MapPinned size={28} />} title={strings.panes.noParcours} hint={strings.panes.noParcoursHint} />
  );
}
