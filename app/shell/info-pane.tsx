import { MapPinned, UserRoundPlus } from 'lucide-react';
import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { invitablePrivileges, mayEditParcours, mayManageParcours, mayReadHeard } from '../../contracts/permissions.ts';
import type { Place } from '../../contracts/place.ts';
import { RoleLimits } from '../account/roles/role-limits.tsx';
import { ReportMap } from '../moderation/report/report-sheet.tsx';
import { PackPanel } from '../packs/pack-panel.tsx';
import { packStrings } from '../packs/packs-words.ts';
import { wordsFor } from '../page/error-words.ts';
import { offlineWords } from '../page/offline-words.ts';
import { ParcoursSummary } from '../parcours/information/parcours-summary.tsx';
import { MemberList } from '../parcours/members/member-list.tsx';
import { loadMembers, members } from '../parcours/members/members.ts';
import { PrivilegeGuide } from '../parcours/members/privileges.tsx';
import { paneStrings, parcoursPanes } from '../parcours/panes-words.ts';
import { findSelected, parcours } from '../parcours/parcours.ts';
import { loadParcours, refreshParcours } from '../parcours/parcours-list.ts';
import { parcoursStrings } from '../parcours/parcours-words.ts';
import { describeFreedom, formatPlaceCount } from '../places/place-words.ts';
import { places } from '../places/places.ts';
import { plan } from '../places/plan.ts';
import { isOpenVisitor } from '../session/open-visit.ts';
import { session } from '../session/session.ts';
import { ParcoursAbout } from '../tellings/parcours-about.tsx';
import { useParcoursName } from '../tellings/parcours-name.ts';
import { tellingStrings } from '../tellings/tellings-words.ts';
import { useHasVersions, VersionChoice } from '../tellings/version-choice.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { EnglishStart } from '../ui/english.tsx';
import layout from '../ui/layout.module.css';
import { Notice, RetryAlert } from '../ui/message.tsx';
import { formatMoment } from '../ui/number-words.ts';
import { Spinner } from '../ui/spinner.tsx';
import typography from '../ui/typography.module.css';
import { ExportPart } from './export-part.tsx';
import { HeardPart } from './heard-part.tsx';
import styles from './panes.module.css';
import { PlaceTools } from './place-tools.tsx';
import { RemarksPart } from './remarks-part.tsx';

/** The information about the parcours, its pack, and its members. @param onInvite opens the settings for invitations */
export function InfoPane({ onInvite }: { readonly onInvite: () => void }) {
  const chosen = findSelected(useSnapshot(parcours));
  const { list, status, seenMs } = useSnapshot(places);
  const { list: plannedPlaces } = useSnapshot(plan);
  const { user } = useSnapshot(session);
  const named = useParcoursName(chosen);
  const hasVersions = useHasVersions();
  const chosenId = chosen?.id;
  const isOpen = isOpenVisitor(user);
  useEffect(() => {
    if (chosenId === undefined) return;
    void refreshParcours(chosenId);
    if (!isOpen) void loadMembers(chosenId);
  }, [chosenId, isOpen]);
  if (chosen === undefined || user === null) return <NoParcours />;
  const isHere = ({ map }: Pick<Place, 'map'>): boolean => map.id === chosen.id;
  const toFill = plannedPlaces.filter((planned) => isHere(planned) && planned.state === 'planned');
  const own = list.filter(isHere);
  const count = formatPlaceCount(status, own.length, toFill.length);
  const mayEdit = mayEditParcours(user.role, chosen.privilege);
  // For those who may change the order, the tools below say it.
  const free = mayEdit ? null : describeFreedom(own);
  return (
    <article key={chosen.id} className={styles.pane}>
      <ParcoursSummary
        parcours={chosen}
        named={named}
        places={seenMs === null ? count : offlineWords.seenCount(count, formatMoment(seenMs, 'medium'))}
        isEditable={mayEdit}
        note={
          <>
            {free === null ? null : <p className={typography.soft}>{free}</p>}
            {chosen.hidden === true ? <Notice>{parcoursPanes.info.hidden}</Notice> : null}
            <RoleLimits parcoursId={chosen.id} privilege={chosen.privilege} about="information" />
          </>
        }
      />
      {hasVersions && (
        <section className={styles.card}>
          <h2 className={styles.heading}>{tellingStrings.version}</h2>
          <VersionChoice />
        </section>
      )}
      <ParcoursAbout parcoursId={chosen.id} />
      <RemarksPart map={chosen} />
      {(mayEdit || mayReadHeard(user.role, chosen.privilege)) && (
        <div className={layout.stack4}>
          {mayEdit && <PlaceTools parcoursId={chosen.id} />}
          {mayReadHeard(user.role, chosen.privilege) && <HeardPart parcoursId={chosen.id} name={chosen.name} />}
          {(mayEdit || mayManageParcours(user.role, chosen.privilege)) && (
            <ExportPart parcours={chosen} role={user.role} />
          )}
        </div>
      )}
      <section className={styles.card}>
        <h2 className={styles.heading}>{packStrings.title}</h2>
        <PackPanel parcoursId={chosen.id} name={chosen.name} />
      </section>
      {isOpen ? null : <MembersSection onInvite={onInvite} />}
      <ReportMap parcoursId={chosen.id} name={chosen.name} />
    </article>
  );
}

/** The members of the parcours, until all are loaded, and offline, those in the list; with a link to invite more. */
function MembersSection({ onInvite }: { readonly onInvite: () => void }) {
  const { user } = useSnapshot(session);
  const chosen = findSelected(useSnapshot(parcours));
  const { parcoursId, list, status, failure } = useSnapshot(members);
  if (chosen === undefined || user === null) return null;
  const isLoaded = parcoursId === chosen.id;
  const words = parcoursPanes.members;
  return (
    <section className={layout.stack3} aria-busy={status === 'loading'}>
      <div>
        <h2 className={styles.heading}>{paneStrings.members}</h2>
        <p className={styles.count}>
          {parcoursStrings.people(isLoaded ? list.length : chosen.user_count, chosen.guest_count ?? 0)}
        </p>
      </div>
      {invitablePrivileges(user.role, chosen.privilege).length > 0 && (
        <Button variant="secondary" wide icon={<UserRoundPlus size={18} aria-hidden />} onClick={onInvite}>
          {paneStrings.invite}
        </Button>
      )}
      {status === 'failed' && (
        <RetryAlert onRetry={() => loadMembers(chosen.id)}>
          <EnglishStart>{words.failed(wordsFor(failure))}</EnglishStart>
        </RetryAlert>
      )}
      <MemberList
        key={chosen.id}
        parcoursId={chosen.id}
        list={isLoaded ? list : chosen.users}
        selfId={user.id}
        isManaged={isLoaded && mayManageParcours(user.role, chosen.privilege)}
      />
      <PrivilegeGuide />
      {status === 'loading' && !isLoaded && <Spinner label={words.loading} />}
    </section>
  );
}

/** Shown instead of a parcours: the list is loading, failed to load, or none is chosen. */
function NoParcours() {
  const { status, failure } = useSnapshot(parcours);
  const words = parcoursPanes.info;
  if (status === 'loading' || status === 'idle') {
    return (
      <div className={styles.waiting}>
        <Spinner size={28} label={words.loading} />
      </div>
    );
  }
  if (status === 'failed') {
    return (
      <div className={styles.pane}>
        <RetryAlert onRetry={loadParcours}>
          <p lang="en">{words.loadFailed}</p>
          <p>{wordsFor(failure)}</p>
        </RetryAlert>
      </div>
    );
  }
  return <EmptyState icon={<MapPinned size={28} />} title={paneStrings.noParcours} hint={paneStrings.noParcoursHint} />;
}
