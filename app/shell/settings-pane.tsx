import { useSnapshot } from 'valtio';
import { invitablePrivileges, mayDrop } from '../../contracts/permissions.ts';
import { InviteMaker } from '../features/invite/invite-maker.tsx';
import { strings } from '../platform/strings.ts';
import { dropMode, isDropModeOn, switchDropMode } from '../state/drop-mode.ts';
import { listening, switchAutoplay, switchOnSite } from '../state/listening.ts';
import { findSelected, parcours } from '../state/parcours.ts';
import { session } from '../state/session.ts';
import { English } from '../ui/english.tsx';
import { SwitchRow } from '../ui/switch-row.tsx';
import styles from './panes.module.css';

/** The settings of the map in use: how it is listened to, whether drops are offered, and who may come. */
export function SettingsPane() {
  const { user } = useSnapshot(session);
  const maps = useSnapshot(parcours);
  const { walk } = useSnapshot(listening);
  const { chosen: chosenDropMode } = useSnapshot(dropMode);
  const map = findSelected(maps);
  const offers = user === null || map === undefined ? [] : invitablePrivileges(user.role, map.privilege);

  return (
    <div className={styles.pane}>
      <h1 lang="en" className={styles.title}>
        {strings.panes.settingsTitle}
      </h1>
      <section className={styles.card}>
        <h2 className={styles.heading}>{strings.panes.listening}</h2>
        <SwitchRow
          label={strings.walk.onSite}
          hint={strings.walk.onSiteHint}
          checked={walk.onSite}
          onChange={switchOnSite}
        />
        <SwitchRow
          label={<English>{strings.walk.autoplay}</English>}
          hint={strings.walk.autoplayHint}
          checked={walk.autoplay}
          onChange={switchAutoplay}
        />
      </section>
      {user !== null && mayDrop(user.role, map?.privilege ?? null) && (
        <section className={styles.card}>
          <h2 className={styles.heading}>{strings.panes.dropping}</h2>
          <SwitchRow
            label={<English>{strings.panes.dropMode}</English>}
            hint={strings.panes.dropModeHint}
            checked={isDropModeOn(chosenDropMode, maps.beingCreated !== null)}
            onChange={switchDropMode}
          />
        </section>
      )}
      {map !== undefined && offers.length > 0 && (
        <section className={styles.card}>
          <h2 className={styles.heading}>{strings.panes.invite}</h2>
          <InviteMaker key={map.id} mapId={map.id} mapName={map.name} offers={offers} />
        </section>
      )}
    </div>
  );
}
