import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { mayEditParcours } from '../../contracts/permissions.ts';
import { HeldBack } from '../account/roles/held-back.tsx';
import { ReportMap } from '../moderation/report/report-sheet.tsx';
import { PackPanel } from '../packs/pack-panel.tsx';
import { packStrings } from '../packs/packs-words.ts';
import { offlineWords } from '../page/offline-words.ts';
import { ParcoursSummary } from '../parcours/information/parcours-summary.tsx';
import { loadMembers } from '../parcours/members/members.ts';
import { parcoursPanes } from '../parcours/panes-words.ts';
import { findSelected, parcours } from '../parcours/parcours.ts';
import { refreshParcours } from '../parcours/parcours-list.ts';
import { printPlaceCount } from '../places/place-words.ts';
import { places } from '../places/places.ts';
import { formatMoment } from '../platform/page/time.ts';
import { session } from '../session/session.ts';
import { Notice } from '../ui/notice.tsx';
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
        places={seenMs === null ? count : offlineWords.seenCount(count, formatMoment(seenMs, 'medium'))}
        isEditable={mayEditParcours(user.role, chosen.privilege)}
        note={
          <>
            {chosen.hidden === true ? <Notice>{parcoursPanes.info.hidden}</Notice> : null}
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
