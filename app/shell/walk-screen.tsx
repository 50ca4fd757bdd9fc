import { Info, Map as MapIcon, SlidersHorizontal } from 'lucide-react';
import { Tabs } from 'radix-ui';
import { type KeyboardEvent, type PointerEvent, useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { SWIPE_MIN_PX } from '../../contracts/limits.ts';
import { isMapPath } from '../paths.ts';
import { Scope } from '../platform/scope.ts';
import { strings } from '../platform/strings.ts';
import { holdPage } from '../state/busy.ts';
import { startCompass } from '../state/compass.ts';
import { listening, startListening } from '../state/listening.ts';
import { startLocation } from '../state/location.ts';
import { startMediaControls } from '../state/media-controls.ts';
import { startOutbox } from '../state/outbox.ts';
import { startPlaceRefresh } from '../state/place-refresh.ts';
import { startPlaces } from '../state/places.ts';
import { startPrefetch } from '../state/prefetch.ts';
import { startRecorder } from '../state/recorder.ts';
import { forgetRehearsal } from '../state/rehearsal.ts';
import { session } from '../state/session.ts';
import { startSpoofer } from '../state/spoofer.ts';
import { useEdgeSwipe, useSwipe } from '../ui/use-swipe.ts';
import { InfoPane } from './info-pane.tsx';
import { MapPane } from './map-pane.tsx';
import { type PaneId, paneBeside, readPaneId } from './pane-beside.ts';
import { SettingsPane } from './settings-pane.tsx';
import { useUnsavedGuard } from './use-unsaved-guard.ts';
import styles from './walk-screen.module.css';

/** The panes by number, as the bottom navigation has them. */
const PANES = [
  { id: '0', label: strings.panes.info, Icon: Info },
  { id: '1', label: strings.panes.map, Icon: MapIcon },
  { id: '2', label: strings.panes.settings, Icon: SlidersHorizontal },
] as const;

/**
 * A tab that is pressed is given focus by script, which browsers take for the keyboard's: the mark around it is for who
 * really uses keys.
 */
const quietWhenPointed = {
  onPointerDown: ({ currentTarget }: PointerEvent<HTMLElement>) => {
    currentTarget.dataset.pointed = '';
  },
  onKeyUp: ({ currentTarget }: KeyboardEvent<HTMLElement>) => {
    delete currentTarget.dataset.pointed;
  },
};

/**
 * How wide the strips at the map's edges are where a swipe changes the pane. Phones take the outermost 20 to 30 px for
 * their own way back, so a strip has to reach further in than that; each pixel of it is one where the map can't be drawn
 * along.
 */
const EDGE_PX = 32;

/**
 * The map screen: information, map and settings as three panes. It owns what a walk needs (places, position, player) and
 * gives it back when the home shell goes.
 *
 * @param onSwipePast hears a swipe to the right where there is no pane further left
 */
export function WalkScreen({ onSwipePast }: { readonly onSwipePast: () => void }) {
  const [pane, setPane] = useState<PaneId>('1');
  const turn = (way: 'left' | 'right'): void => {
    if (way === 'right' && pane === '0') onSwipePast();
    else setPane(paneBeside(pane, way));
  };
  const swipe = useSwipe(SWIPE_MIN_PX, turn);
  const edgeSwipe = useEdgeSwipe(SWIPE_MIN_PX, EDGE_PX, turn);
  useUnsavedGuard();
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
    startSpoofer(scope);
    scope.add(forgetRehearsal);
    startCompass(scope);
    return () => scope.dispose();
  }, []);

  const { user } = useSnapshot(session);
  const recordingId = user === null || user.role === 'guest' ? null : user.id;
  useEffect(() => {
    if (recordingId === null) return;
    const scope = new Scope();
    startRecorder(scope, recordingId);
    startOutbox(scope, recordingId);
    return () => scope.dispose();
  }, [recordingId]);

  return (
    <Tabs.Root className={styles.screen} value={pane} onValueChange={(id) => setPane(readPaneId(id))}>
      <div className={styles.panes}>
        {/* The map stays behind the other panes: making it again would cost seconds. */}
        <Tabs.Content value="1" forceMount tabIndex={-1} className={styles.map} inert={pane !== '1'} {...edgeSwipe}>
          <MapPane isInFront={isInFront && pane === '1'} />
        </Tabs.Content>
        <Tabs.Content value="0" className={styles.page} {...swipe}>
          <InfoPane />
        </Tabs.Content>
        <Tabs.Content value="2" className={styles.page} data-side="right" {...swipe}>
          <SettingsPane />
        </Tabs.Content>
      </div>
      <Tabs.List className={styles.nav} aria-label={strings.panes.nav} {...swipe} {...quietWhenPointed}>
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
