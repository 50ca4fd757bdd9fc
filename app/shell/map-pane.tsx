import { X } from 'lucide-react';
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { Geometry } from '../../contracts/geo.ts';
import { PLACE_ZOOM, SEARCH_ZOOM } from '../../contracts/limits.ts';
import { DropAudio } from '../features/drops/drop-audio.tsx';
import { DropTool } from '../features/drops/drop-tool.tsx';
import { OutboxChip } from '../features/drops/outbox-chip.tsx';
import { RecordingBar, RecordTool } from '../features/drops/record-tool.tsx';
import type { EditorSurface } from '../features/editor/editor-surface.ts';
import { StoryPlayer } from '../features/listen/player.tsx';
import { WalkPill } from '../features/listen/walk-pill.tsx';
import { CompassPrompt } from '../features/location/compass-prompt.tsx';
import { LocationIndicator } from '../features/location/location-indicator.tsx';
import { LocationOverlay } from '../features/location/location-overlay.tsx';
import { MapButtons } from '../features/map/map-buttons.tsx';
import type { MapView } from '../features/map/map-view.ts';
import { PlaceList } from '../features/map/place-list.tsx';
import { PlacesAlert } from '../features/map/places-alert.tsx';
import { boundsOf, middleOf } from '../features/map/shapes.ts';
import { SpoofBar } from '../features/rehearsal/spoof-bar.tsx';
import { SearchBar } from '../features/search/search-bar.tsx';
import { loadConfig } from '../platform/config.ts';
import { geocoder } from '../platform/geocoder.ts';
import { strings } from '../platform/strings.ts';
import { editorTools, isDrawing } from '../state/editor-tools.ts';
import { tapPlace } from '../state/listening.ts';
import { placeEditor } from '../state/place-editor.ts';
import { rehearsal } from '../state/rehearsal.ts';
import { classNames } from '../ui/class-names.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { Spinner } from '../ui/spinner.tsx';
import styles from './map-pane.module.css';

const MapCanvas = lazy(async () => ({ default: (await import('../features/map/map-canvas.tsx')).MapCanvas }));
const RehearsalPanel = lazy(async () => ({
  default: (await import('../features/rehearsal/rehearsal-panel.tsx')).RehearsalPanel,
}));

const PlaceEditor = lazy(async () => ({ default: (await import('../features/editor/place-editor.tsx')).PlaceEditor }));

/** The map with all that floats on it. `isInFront` is false while another pane or screen covers it. */
export function MapPane({ isInFront }: { readonly isInFront: boolean }) {
  const [view, setView] = useState<MapView | null>(null);
  const [isFallback, setFallback] = useState(false);
  const [isNoticeClosed, setNoticeClosed] = useState(false);
  const [isAiming, setAiming] = useState(false);
  const [listOpen, setListOpen] = useState(false);
  const [outboxAsked, setOutboxAsked] = useState(0);
  const askForOutbox = useCallback(() => setOutboxAsked((count) => count + 1), []);
  const [searchOpen, setSearchOpen] = useState(false);
  const searchButton = useRef<HTMLButtonElement>(null);
  const isEditing = isDrawing(useSnapshot(editorTools));
  const { hasAudioWork } = useSnapshot(placeEditor);
  const surface = useMemo(() => makeSurface(view), [view]);
  const { isOpen, isDrawing: isDrawingWay } = useSnapshot(rehearsal);
  // Both stand in the same place; the rehearsal is as it was once the editor is closed.
  const isRehearsing = isOpen && !isEditing;
  const styleUrls = useStyleUrls();
  const closeSearch = (): void => {
    setSearchOpen(false);
    searchButton.current?.focus();
  };
  const waiting = (
    <div className={styles.waiting}>
      <Spinner label={strings.map.loading} size={28} />
    </div>
  );

  return (
    <div className={classNames(styles.pane, isRehearsing && styles.besidePanel, isDrawingWay && styles.besideLowPanel)}>
      {styleUrls === null ? (
        waiting
      ) : (
        <Suspense fallback={waiting}>
          <MapCanvas
            styleUrl={styleUrls.light}
            darkStyleUrl={styleUrls.dark}
            onView={setView}
            onFallback={setFallback}
            onTapWaiting={askForOutbox}
          />
        </Suspense>
      )}
      <div className={styles.over}>
        <div className={classNames(styles.top, isEditing && styles.besideEditor)}>
          <div className={classNames(styles.status, searchOpen && styles.besideMenu)}>
            <LocationIndicator />
          </div>
          {!isRehearsing && <CompassPrompt />}
          {searchOpen && (
            <div className={styles.search}>
              <SearchBar
                geocoder={geocoder}
                onPlace={(place) => {
                  // As a tap: where the position chooses the place, a search only shows it.
                  tapPlace(place.id);
                  view?.flyTo(middleOf(place.feature), PLACE_ZOOM);
                  closeSearch();
                }}
                onAddress={(address) => {
                  view?.flyTo(address.position, SEARCH_ZOOM);
                  closeSearch();
                }}
                onClose={closeSearch}
              />
            </div>
          )}
          <OutboxChip asked={outboxAsked} />
          {isFallback && !isNoticeClosed && (
            <div className={styles.notice}>
              <p role="status">{strings.map.fallback}</p>
              <IconButton
                label={strings.app.dismiss}
                icon={<X size={18} aria-hidden />}
                onClick={() => setNoticeClosed(true)}
              />
            </div>
          )}
          <PlacesAlert view={view} />
        </div>
        <div className={styles.side}>
          <MapButtons
            view={view}
            onOpenList={() => setListOpen(true)}
            isSearchOpen={searchOpen}
            onToggleSearch={() => setSearchOpen(!searchOpen)}
            searchRef={searchButton}
          />
        </div>
        <div className={styles.bottom}>
          <div className={styles.actions}>
            {!isAiming && !isEditing && <WalkPill />}
            {!isAiming && !isEditing && <SpoofBar view={view} />}
            {!isEditing && <DropTool readCentre={() => view?.readCentre() ?? null} onAiming={setAiming} />}
            {hasAudioWork === null && <RecordTool isAway={isAiming || isEditing} />}
          </div>
          {!isAiming && !isEditing && <StoryPlayer />}
        </div>
      </div>
      {isEditing && (
        <Suspense>
          <PlaceEditor
            surface={surface}
            renderAudio={(place) => <DropAudio key={place.id} drop={place} name={place.appelation} loadsAtOnce />}
            recordingBar={<RecordingBar />}
          />
        </Suspense>
      )}
      <PlaceList view={view} open={listOpen && isInFront} onOpenChange={setListOpen} />
      {isInFront && <LocationOverlay />}
      {isInFront && isRehearsing && (
        <Suspense>
          <RehearsalPanel view={view} />
        </Suspense>
      )}
    </div>
  );
}

/** The map as the editor has it: the same object for the same map. */
function makeSurface(view: MapView | null): EditorSurface | null {
  if (view === null) return null;
  const { map, placeAt, showBox } = view;
  const show = (geometry: Geometry): void => {
    const box = boundsOf([geometry]);
    if (box !== null) showBox(box);
  };
  return { map, placeAt, show };
}

interface StyleUrls {
  readonly light: string;
  readonly dark: string | null;
}

/** Where the map on the network is; empty, which no map answers to, when the server does not tell. Null until known. */
function useStyleUrls(): StyleUrls | null {
  const [styleUrls, setStyleUrls] = useState<StyleUrls | null>(null);
  useEffect(() => {
    let isWanted = true;
    const keep = (light: string, dark: string | null): void => {
      if (isWanted) setStyleUrls({ light, dark });
    };
    loadConfig().then(
      ({ mapStyleUrl, mapStyleDarkUrl }) => keep(mapStyleUrl, mapStyleDarkUrl),
      () => keep('', null),
    );
    return () => {
      isWanted = false;
    };
  }, []);
  return styleUrls;
}
