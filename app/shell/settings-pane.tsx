import { ListChecks, Route } from 'lucide-react';
import { useId } from 'react';
import { useSnapshot } from 'valtio';
import { invitablePrivileges, mayDrop, mayManageParcours, mayUseEditorTools } from '../../contracts/permissions.ts';
import { RoleLimits } from '../account/roles/role-limits.tsx';
import { dropMode, isDropModeOn, switchDropMode } from '../drops/drop-mode.ts';
import { ApprovalPart, hasApprovalPart } from '../moderation/approval/approval-part.tsx';
import { approvalStrings } from '../moderation/approval/approval-words.ts';
import { editorTools, switchDrawTools, switchEditorTools, switchSpoofer } from '../parcours/editor-tools.ts';
import { InvitationList } from '../parcours/invite/invitation-list.tsx';
import { InviteMaker } from '../parcours/invite/invite-maker.tsx';
import { MailInvites } from '../parcours/invite/mail-invites.tsx';
import { explainInvite } from '../parcours/invite/sharing-words.ts';
import { OpeningPart } from '../parcours/opening/opening-part.tsx';
import { openingStrings } from '../parcours/opening/opening-words.ts';
import { paneStrings, parcoursPanes } from '../parcours/panes-words.ts';
import { findSelected, parcours } from '../parcours/parcours.ts';
import { openRehearsalInstead } from '../rehearsal/rehearsal-tool.ts';
import { rehearsalStrings } from '../rehearsal/rehearsal-words.ts';
import { session } from '../session/session.ts';
import { tellingStrings } from '../tellings/tellings-words.ts';
import { useHasVersions, VersionChoice } from '../tellings/version-choice.tsx';
import { bringToTop } from '../ui/bring-into-view.ts';
import { Button } from '../ui/button.tsx';
import { English } from '../ui/english.tsx';
import { Hint } from '../ui/hint.tsx';
import layout from '../ui/layout.module.css';
import { SwitchRow } from '../ui/switch-row.tsx';
import typography from '../ui/typography.module.css';
import { listening, switchAutoplay, switchOnSite } from '../walk/listening.ts';
import { SignalSwitches } from '../walk/pocket/pocket-screen.tsx';
import { pocketStrings } from '../walk/pocket/pocket-words.ts';
import { readyStrings } from '../walk/ready/ready-words.ts';
import { showReadySheet } from '../walk/walk-dialogs.ts';
import { walkStrings } from '../walk/walk-words.ts';
import styles from './panes.module.css';

/**
 * The settings of the parcours in use, in the specification's order: invite, drop, listen, editor tools. What came later
 * stands beside or below them.
 *
 * @param isInviting opens the pane at the invitations
 * @param onShowMap called by a tool that works on the map.
 */
export function SettingsPane({
  isInviting = false,
  onShowMap,
}: {
  readonly isInviting?: boolean;
  readonly onShowMap: () => void;
}) {
  const { user } = useSnapshot(session);
  const maps = useSnapshot(parcours);
  const { walk } = useSnapshot(listening);
  const { chosen: chosenDropMode } = useSnapshot(dropMode);
  const hasVersions = useHasVersions();
  const map = findSelected(maps);
  const offers = user === null || map === undefined ? [] : invitablePrivileges(user.role, map.privilege);

  return (
    <div className={styles.pane}>
      <h1 lang="en" className={typography.paneTitle}>
        {paneStrings.settingsTitle}
      </h1>
      {user !== null && map !== undefined && offers.length > 0 && (
        <section ref={isInviting ? bringToTop : undefined} className={styles.card}>
          <h2 className={styles.heading}>{paneStrings.invite}</h2>
          <div className={layout.stack3}>
            <InviteMaker
              key={map.id}
              parcoursId={map.id}
              mapName={map.name}
              offers={offers}
              explain={(chosen) => explainInvite(user.role, map.privilege, chosen)}
            />
            {mayManageParcours(user.role, map.privilege) && <MailInvites parcoursId={map.id} offers={offers} />}
          </div>
        </section>
      )}
      {user !== null && mayDrop(user.role, map?.privilege ?? null) && (
        <section className={styles.card}>
          <h2 className={styles.heading}>{paneStrings.dropping}</h2>
          <SwitchRow
            label={<English>{paneStrings.dropMode}</English>}
            hint={paneStrings.dropModeHint}
            checked={isDropModeOn(chosenDropMode, maps.beingCreated !== null)}
            onChange={switchDropMode}
          />
        </section>
      )}
      <section className={styles.card}>
        <h2 className={styles.heading}>{paneStrings.listening}</h2>
        <SwitchRow
          label={walkStrings.onSite}
          hint={walkStrings.onSiteHint}
          checked={walk.onSite}
          onChange={switchOnSite}
        />
        <SwitchRow
          label={<English>{walkStrings.autoplay}</English>}
          hint={walkStrings.autoplayHint}
          checked={walk.autoplay}
          onChange={switchAutoplay}
        />
        <Button
          variant="secondary"
          wide
          className={styles.ready}
          icon={<ListChecks size={18} aria-hidden />}
          aria-haspopup="dialog"
          onClick={() => showReadySheet(true)}
        >
          {readyStrings.openLong}
        </Button>
      </section>
      {hasVersions && (
        <section className={styles.card}>
          <h2 className={styles.heading}>{tellingStrings.version}</h2>
          <VersionChoice />
        </section>
      )}
      <section className={styles.card}>
        <h2 className={styles.heading}>{pocketStrings.signals}</h2>
        <SignalSwitches />
      </section>
      {user !== null && map !== undefined && mayManageParcours(user.role, map.privilege) && (
        <section className={styles.card}>
          <h2 className={styles.heading}>{openingStrings.part}</h2>
          <OpeningPart key={map.id} map={map} />
        </section>
      )}
      {user !== null && map !== undefined && hasApprovalPart(user.role, map) && (
        <section className={styles.card}>
          <h2 className={styles.heading}>{approvalStrings.part}</h2>
          <ApprovalPart key={map.id} map={map} role={user.role} />
        </section>
      )}
      {user !== null && mayUseEditorTools(user.role, map?.privilege ?? null) && <EditorTools onShowMap={onShowMap} />}
      {map !== undefined && <RoleLimits parcoursId={map.id} privilege={map.privilege} about="tools" />}
      {map !== undefined && offers.length > 0 && (
        <section className={styles.card}>
          <h2 className={styles.heading}>{parcoursPanes.invitations.title}</h2>
          <InvitationList parcoursId={map.id} mapName={map.name} />
        </section>
      )}
    </div>
  );
}

/** One switch for all editor tools; once it is on, one for each of them, and a button for the rehearsal. */
function EditorTools({ onShowMap }: { readonly onShowMap: () => void }) {
  const { isOn, draws, spoofs } = useSnapshot(editorTools);
  const words = parcoursPanes.tools;
  const hintId = useId();
  return (
    <section className={styles.card}>
      <h2 className={styles.heading}>{words.title}</h2>
      <SwitchRow
        label={<English>{words.editorTools}</English>}
        hint={words.editorToolsHint}
        checked={isOn}
        onChange={switchEditorTools}
      />
      {isOn && (
        <>
          <SwitchRow
            label={<English>{words.drawTools}</English>}
            hint={words.drawToolsHint}
            checked={draws}
            onChange={switchDrawTools}
          />
          <SwitchRow
            label={<English>{words.spoofer}</English>}
            hint={words.spooferHint}
            checked={spoofs}
            onChange={switchSpoofer}
          />
          <Button
            variant="secondary"
            wide
            className={styles.ready}
            icon={<Route size={18} aria-hidden />}
            aria-describedby={hintId}
            onClick={() => openRehearsalInstead(onShowMap)}
          >
            {rehearsalStrings.open}
          </Button>
          <Hint id={hintId}>{rehearsalStrings.entryHint}</Hint>
        </>
      )}
    </section>
  );
}
