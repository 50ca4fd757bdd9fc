import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { mayEditParcours } from '../../../contracts/permissions.ts';
import { ParcoursSummary } from '../../features/information/parcours-summary.tsx';
import { ReportMap } from '../../features/moderation/report/report-map.tsx';
import { PackPanel } from '../../features/packs/pack-panel.tsx';
import { HeldBack } from '../../features/roles/held-back.tsx';
import { printMoment } from '../../platform/page/time.ts';
import { loadMembers } from '../../state/maps/members.ts';
import { findSelected, parcours } from '../../state/maps/parcours.ts';
import { refreshParcours } from '../../state/maps/parcours-list.ts';
import { places } from '../../state/places/places.ts';
import { session } from '../../state/session/session.ts';
import { Notice } from '../../ui/notice.tsx';
import { mapPanes } from '../../words/maps/map-panes.ts';
import { offlineWords } from '../../words/offline.ts';
import { packStrings } from '../../words/packs.ts';
import { printPlaceCount } from '../../words/place-count.ts';
import { MembersSection } from './members-section.tsx';
import { NoParcours } from './no-parcours.tsx';
import styles from './panes.module.css';

/**
 * The information about the parcours, its pack, and its members.
 *
 * @param onInvite opens the settings for invitations
 */
export function InfoPane({ onInvite }: { readonly onInvite: () => void }) {
  const chosen = findSelected(useSnapshot(parcours));
  const { list, status, seenMs } = useSnapshot(places);
  const count = printPlaceCount(status, list.length);
  const { user } = useSnapshot(session);
  const chosenId = chosen?.id;
  useEffect(() => {
    if (chosenId === undefined) return;
    void refreshParcours(chosenId);
    void loadMembers(chosenId);
  }, [chosenId]);
  if (chosen === undefined || user === null) return <NoParcours />;
  return (
    <article key={chosen.id} className={styles.pane}>
      <ParcoursSummary
        parcours={chosen}
        places={seenMs === null ? count : offlineWords.seenCount(count, printMoment(seenMs, 'medium'))}
        isEditable={mayEditParcours(user.role, chosen.privilege)}
        note={
          <>
            {chosen.hidden === true ? <Notice>{mapPanes.info.hidden}</Notice> : null}
            <HeldBack mapId={chosen.id} privilege={chosen.privilege} about="information" />
          </>
        }
      />
      <section className={styles.card}>
        <h2 className={styles.heading}>{packStrings.title}</h2>
        <PackPanel mapId={chosen.id} name={chosen.name} />
      </section>
      <MembersSection onInvite={onInvite} />
      <ReportMap mapId={chosen.id} name={chosen.name} />
    </article>
  );
}
