import { Info, Keyboard, Map as MapIcon, SlidersHorizontal } from 'lucide-react';
import { Tabs } from 'radix-ui';
import { type KeyboardEvent, type PointerEvent, Suspense, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useLocation, useNavigate } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { subscribeKey } from 'valtio/utils';
import { codeSheet, showCodeSheet } from '../codes/codes.ts';
import { guardPage } from '../page/busy.ts';
import { paneStrings } from '../parcours/panes-words.ts';
import { isChanged, parcoursEdits } from '../parcours/parcours-edit.ts';
import { isMapPath, paths } from '../paths.ts';
import { DeniedHelp } from '../position/location-overlay.tsx';
import { rehearsal } from '../rehearsal/rehearsal.ts';
import { closePage, openedPage } from '../tellings/open-page.ts';
import { titles } from '../ui/common-words.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { lazyPart } from '../ui/lazy-part.ts';
import { SWIPE_MIN_PX, useEdgeSwipe, useSwipe } from '../ui/use-swipe.ts';
import { shownPlace } from '../walk/map-focus.ts';
import { pocket } from '../walk/pocket/pocket.ts';
import { PocketScreen } from '../walk/pocket/pocket-screen.tsx';
import { ReadySheet } from '../walk/ready/ready-sheet.tsx';
import { showReadySheet } from '../walk/walk-dialogs.ts';
import { titleNames } from './app-page.tsx';
import { InfoPane } from './info-pane.tsx';
import { MapPane } from './map-pane.tsx';
import { PanelBoundary } from './panel-boundary.tsx';
import { type PaneId, paneBeside, readPaneId, useDesk } from './panes.ts';
import { SettingsPane } from './settings-pane.tsx';
import { ShortcutSheet } from './shortcut-sheet.tsx';
import { shortcutStrings } from './shortcut-words.ts';
import styles from './walk-screen.module.css';

const CodeSheet = lazyPart(async () => (await import('../codes/code-sheet.tsx')).CodeSheet);

/** The panes in the order of the bottom navigation. */
const PANES = [
  { id: '0', word: 'info', Icon: Info },
  { id: '1', word: 'map', Icon: MapIcon },
  { id: '2', word: 'settings', Icon: SlidersHorizontal },
] as const;

/** Hides the focus ring until a key is used: a pressed tab gets the focus by script, which shows like a key's. */
const hideRingWhenPointed = {
  onPointerDown: ({ currentTarget }: PointerEvent<HTMLElement>) => {
    currentTarget.dataset.pointed = '';
  },
  onKeyUp: ({ currentTarget }: KeyboardEvent<HTMLElement>) => {
    delete currentTarget.dataset.pointed;
  },
};

/**
 * Width of the strips at the map's edges where a swipe changes the pane. Phones use the outermost 20 to 30 px for their
 * own back gesture, so a strip must be wider; but its pixels can't pan the map.
 */
const EDGE_PX = 32;

/**
 * The map screen: three panes, each with its boundary.
 *
 * @param onSwipePast called for a swipe right on the first
 * @param isMapUsable true also beside another path's screen, on a wide screen
 * @param panesSlot where the panes' tabs are, instead of below the map; null without a rail
 */
export function WalkScreen({
  onSwipePast,
  isMapUsable,
  panesSlot,
}: {
  readonly onSwipePast: () => void;
  readonly isMapUsable: boolean;
  readonly panesSlot: HTMLElement | null;
}) {
  const isAtMap = isMapPath(useLocation().pathname);
  const navigate = useNavigate();
  const { name } = useSnapshot(titleNames);
  const [chosenPane, setPane] = useState<PaneId>('1');
  // Beside another path's screen the map has no pane of its own, and each of the rail's tabs leads back to it.
  const isBeside = !isAtMap && panesSlot !== null;
  const pane = isBeside ? '1' : chosenPane;
  const mapTab = useRef<HTMLButtonElement>(null);
  const [isListOpen, setListOpen] = useState(false);
  const [isHelpOpen, setHelpOpen] = useState(false);
  const isDesk = useDesk();
  const [isInviting, setInviting] = useState(false);
  const goToMap = (): void => {
    if (!isAtMap) void navigate(paths.home);
  };
  const showPane = (next: PaneId): void => {
    setPane(next);
    goToMap();
    setInviting(false);
    if (next !== '1') {
      setListOpen(false);
      closePage();
    }
  };
  // A route that was read elsewhere is on the map.
  const { isOpen: isRehearsing, lines: routes } = useSnapshot(rehearsal);
  useEffect(() => {
    if (!isRehearsing || routes.length === 0) return;
    setPane('1');
    setListOpen(false);
  }, [isRehearsing, routes]);
  const showInvite = (): void => {
    showPane('2');
    setInviting(true);
  };
  // Only one of them is beside the map, which needs the rest.
  const list = {
    isOpen: isListOpen,
    setOpen: (isOpen: boolean): void => {
      setListOpen(isOpen);
      if (!isOpen) return;
      closePage();
      setPane('1');
      goToMap();
    },
  };
  const closePanes = (): boolean => {
    if (isDesk && openedPage.placeId !== null) {
      closePage();
      return true;
    }
    if (!isDesk || (pane === '1' && !isListOpen)) return false;
    if (panesSlot !== null && document.activeElement?.closest('[role="tabpanel"][data-scrolls]'))
      mapTab.current?.focus();
    setPane('1');
    setListOpen(false);
    return true;
  };
  const changePane = (way: 'left' | 'right'): void => {
    if (way === 'right' && pane === '0') onSwipePast();
    else showPane(paneBeside(pane, way));
  };
  const swipe = useSwipe(SWIPE_MIN_PX, changePane);
  const edgeSwipe = useEdgeSwipe(SWIPE_MIN_PX, EDGE_PX, changePane);
  useUnsavedGuard();
  // A dialog opened below the black screen would take its focus.
  const isInPocket = useSnapshot(pocket).isOn;
  const isInFront = isAtMap && !isInPocket;
  useEffect(
    () =>
      subscribeKey(
        shownPlace,
        'wantedId',
        (placeId) => {
          if (placeId === null) return;
          setPane('1');
          if (!isAtMap && !isMapUsable) void navigate(paths.home);
        },
        true,
      ),
    [isAtMap, isMapUsable, navigate],
  );

  // Beside the map, a page takes the place of a pane.
  useEffect(
    () =>
      subscribeKey(openedPage, 'requests', () => {
        setPane('1');
        if (!isAtMap) void navigate(paths.home);
      }),
    [isAtMap, navigate],
  );

  const tabs = (
    <>
      <Tabs.List className={styles.nav} aria-label={paneStrings.nav} {...swipe} {...hideRingWhenPointed}>
        {PANES.map(({ id, word, Icon }) => (
          <Tabs.Trigger key={id} ref={id === '1' ? mapTab : undefined} value={id} className={styles.tab ?? ''}>
            <Icon size={22} aria-hidden />
            <span>{paneStrings[word]}</span>
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {isDesk && (
        <IconButton
          className={styles.help}
          label={shortcutStrings.title}
          icon={<Keyboard size={22} aria-hidden />}
          aria-haspopup="dialog"
          onClick={() => setHelpOpen(true)}
        />
      )}
    </>
  );

  return (
    <Tabs.Root
      className={styles.screen}
      value={isBeside ? '' : pane}
      // The focus alone must not leave another path's screen.
      activationMode={isBeside ? 'manual' : 'automatic'}
      orientation={panesSlot === null ? 'horizontal' : 'vertical'}
      onValueChange={(id) => showPane(readPaneId(id))}
    >
      {/* The other panes have a heading of their own. */}
      {isAtMap && pane === '1' ? <h1 className="visually-hidden">{name ?? titles.map}</h1> : null}
      <div className={styles.panes} data-pane={pane}>
        {/* The map stays mounted behind the other panes, or beside them: creating it takes seconds. */}
        <Tabs.Content
          value="1"
          forceMount
          tabIndex={-1}
          className={styles.map}
          inert={pane !== '1' && !isDesk}
          {...edgeSwipe}
        >
          <PanelBoundary>
            <MapPane
              isInFront={isInFront && (pane === '1' || isDesk)}
              isAtMap={isAtMap}
              isShown={isMapUsable && !isInPocket}
              isDesk={isDesk}
              list={list}
              onHelp={() => setHelpOpen(true)}
              onInvite={showInvite}
              onClosePanes={closePanes}
            />
          </PanelBoundary>
        </Tabs.Content>
        <Tabs.Content value="0" className={styles.page} data-scrolls {...swipe}>
          <PanelBoundary>
            <InfoPane onInvite={showInvite} />
          </PanelBoundary>
        </Tabs.Content>
        <Tabs.Content value="2" className={styles.page} data-side="right" data-scrolls {...swipe}>
          <PanelBoundary>
            <SettingsPane isInviting={isInviting} onShowMap={() => setPane('1')} />
          </PanelBoundary>
        </Tabs.Content>
      </div>
      {panesSlot === null ? <div className={styles.bar}>{tabs}</div> : createPortal(tabs, panesSlot)}
      <ShortcutSheet open={isHelpOpen && isMapUsable && !isInPocket} onClose={() => setHelpOpen(false)} />
      <PanelBoundary floats onGiveUp={() => showReadySheet(false)}>
        <ReadySheet positionHelp={<DeniedHelp />} />
      </PanelBoundary>
      <CodePart />
      <PocketScreen />
    </Tabs.Root>
  );
}

/** The dialog for codes, which is loaded with its first use. */
function CodePart() {
  const { isOpen } = useSnapshot(codeSheet);
  if (!isOpen) return null;
  return (
    <PanelBoundary floats onGiveUp={() => showCodeSheet(false)}>
      <Suspense>
        <CodeSheet />
      </Suspense>
    </PanelBoundary>
  );
}

/** Guards the page while changes to a parcours are not saved. */
function useUnsavedGuard(): void {
  const { byMap } = useSnapshot(parcoursEdits);
  const hasUnsaved = Object.values(byMap).some(isChanged);
  useEffect(() => (hasUnsaved ? guardPage('edit') : undefined), [hasUnsaved]);
}
