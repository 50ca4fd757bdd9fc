import { Info, Map as MapIcon, SlidersHorizontal } from 'lucide-react';
import { Tabs } from 'radix-ui';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { isMapPath } from '../paths.ts';
import { Scope } from '../platform/scope.ts';
import { strings } from '../platform/strings.ts';
import { holdPage } from '../state/busy.ts';
import { listening, startListening } from '../state/listening.ts';
import { startLocation } from '../state/location.ts';
import { startMediaControls } from '../state/media-controls.ts';
import { startPlaceRefresh } from '../state/place-refresh.ts';
import { startPlaces } from '../state/places.ts';
import { startPrefetch } from '../state/prefetch.ts';
import { startRecorder } from '../state/recorder.ts';
import { session } from '../state/session.ts';
import { InfoPane } from './info-pane.tsx';
import { MapPane } from './map-pane.tsx';
import { SettingsPane } from './settings-pane.tsx';
import styles from './walk-screen.module.css';

/** The panes by number, as the bottom navigation has them. */
const PANES = [
  { id: '0', label: strings.panes.info, Icon: Info },
  { id: '1', label: strings.panes.map, Icon: MapIcon },
  { id: '2', label: strings.panes.settings, Icon: SlidersHorizontal },
] as const;

/**
 * The map screen: information, map and settings as three panes. It owns what a walk needs (places, position, player) and
 * gives it back when the home shell goes.
 */
export function WalkScreen() {
  const [pane, setPane] = useState('1');
  const isInFront = isMapPath(useLocation().pathname);

  const isHeard = useSnapshot(listening).audio.phase === 'playing';

  useEffect(() => (isHeard ? holdPage('story') : undefined), [isHeard]);

  useEffect(() => {
    const scope = new Scope();
    startPlaces(scope);
    startPlaceRefresh(scope);
    startListening(scope);
    startMediaControls(scope);
    startPrefetch(scope);
    startLocation(scope);
    return () => scope.dispose();
  }, []);

  const { user } = useSnapshot(session);
  const recordingId = user === null || user.role === 'guest' ? null : user.id;
  useEffect(() => {
    if (recordingId === null) return;
    const scope = new Scope();
    startRecorder(scope, recordingId);
    return () => scope.dispose();
  }, [recordingId]);

  return (
    <Tabs.Root className={styles.screen} value={pane} onValueChange={setPane}>
      <div className={styles.panes}>
        {/* The map stays behind the other panes: making it again would cost seconds. */}
        <Tabs.Content value="1" forceMount tabIndex={-1} className={styles.map} inert={pane !== '1'}>
          <MapPane isInFront={isInFront && pane === '1'} />
        </Tabs.Content>
        <Tabs.Content value="0" className={styles.page}>
          <InfoPane />
        </Tabs.Content>
        <Tabs.Content value="2" className={styles.page}>
          <SettingsPane />
        </Tabs.Content>
      </div>
      <Tabs.List className={styles.nav} aria-label={strings.panes.nav}>
        {PANES.map(({ id, label, Icon }) => (
          <Tabs.Trigger key={id} value={id} className={styles.tab ?? ''}>
            <Icon size={22} aria-hidden />
            <span>{label}</span>
          </Tabs.Trigger>
        ))}
      </Tabs.List>
    </Tabs.Root>
  );
}
