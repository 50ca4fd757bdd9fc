import { Info, Map as MapIcon, SlidersHorizontal } from 'lucide-react';
import { Tabs } from 'radix-ui';
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { isMapPath } from '../../paths.ts';
import { SWIPE_MIN_PX, useEdgeSwipe, useSwipe } from '../../ui/use-swipe.ts';
import { strings } from '../../words/strings.ts';
import { PanelBoundary } from '../failures/panel-boundary.tsx';
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
 * The map screen: information, map and settings as three panes, each of which fails alone.
 *
 * @param onSwipePast receives a swipe to the right where there is no pane further left
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

  return (
    <Tabs.Root className={styles.screen} value={pane} onValueChange={(id) => setPane(readPaneId(id))}>
      <div className={styles.panes}>
        {/* The map stays behind the other panes: making it again would cost seconds. */}
        <Tabs.Content value="1" forceMount tabIndex={-1} className={styles.map} inert={pane !== '1'} {...edgeSwipe}>
          <PanelBoundary>
            <MapPane isInFront={isInFront && pane === '1'} />
          </PanelBoundary>
        </Tabs.Content>
        <Tabs.Content value="0" className={styles.page} {...swipe}>
          <PanelBoundary>
            <InfoPane />
          </PanelBoundary>
        </Tabs.Content>
        <Tabs.Content value="2" className={styles.page} data-side="right" {...swipe}>
          <PanelBoundary>
            <SettingsPane />
          </PanelBoundary>
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
