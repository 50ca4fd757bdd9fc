import { X } from 'lucide-react';
import { Fragment, type ReactNode, type RefObject, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { Place } from '../../contracts/place.ts';
import type { PlannedPlace } from '../../contracts/planned-place.ts';
import { AudioFacts } from '../drops/audio-facts.tsx';
import { DropArea } from '../drops/batch/drop-area.tsx';
import { DropAudio } from '../drops/drop-audio.tsx';
import { recorderCard } from '../drops/drop-mode.ts';
import { DropTool } from '../drops/drop-tool.tsx';
import { CorrectStory, StoryCorrection } from '../drops/list/correct-story.tsx';
import { VersionsPart } from '../drops/list/versions-part.tsx';
import { OutboxChip } from '../drops/outbox/outbox-chip.tsx';
import { RecordTool } from '../drops/record/record-tool.tsx';
import { RecordingBar } from '../drops/record/recording-bar.tsx';
import { hideEditor, placeEditor } from '../editor/place-editor.ts';
import { middleOf } from '../map/layers/shape-geometry.ts';
import { PlaceList } from '../map/list/place-list.tsx';
import { MapButtons } from '../map/map-buttons.tsx';
import { MapCanvas } from '../map/map-canvas.tsx';
import type { MapView } from '../map/map-view.ts';
import { mapStrings } from '../map/map-words.ts';
import { PlacesAlert } from '../map/places-alert.tsx';
import { markAddress } from '../map/search/found-address.ts';
import { SearchBar } from '../map/search/search-bar.tsx';
import { ReportPlanned, ReportStory } from '../moderation/report/report-sheet.tsx';
import { OfflineChip } from '../packs/offline-chip.tsx';
import { busy } from '../page/busy.ts';
import { offlineMode } from '../page/offline.ts';
import { editorTools, isDrawing, switchDrawTools } from '../parcours/editor-tools.ts';
import { ParcoursNameChip } from '../parcours/parcours-name-chip.tsx';
import { places } from '../places/places.ts';
import { PLACE_ZOOM, SEARCH_ZOOM } from '../platform/map/projection.ts';
import { geocoder } from '../platform/net/geocoder.ts';
import { watchSizes } from '../platform/page/element-observers.ts';
import { Scope } from '../platform/scope.ts';
import { boundingBoxOfShapes } from '../position/coordinates.ts';
import { CompassPrompt, LocationIndicator } from '../position/location-indicator.tsx';
import { LocationOverlay } from '../position/location-overlay.tsx';
import { rehearsal } from '../rehearsal/rehearsal.ts';
import { closeRehearsal } from '../rehearsal/rehearsal-tool.ts';
import { SpoofBar } from '../rehearsal/spoof-bar.tsx';
import { closePage, openedPage, openFound } from '../tellings/open-page.ts';
import { PageButton, PageLine } from '../tellings/page-button.tsx';
import { picked } from '../tellings/picked.ts';
import { classNames } from '../ui/class-names.ts';
import { strings } from '../ui/common-words.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { lazyPart } from '../ui/lazy-part.ts';
import { Spinner } from '../ui/spinner.tsx';
import { listening } from '../walk/listening.ts';
import { stopFollowing } from '../walk/map-focus.ts';
import { tapMap } from '../walk/nearby/tapped-place.ts';
import { WalkNotes } from '../walk/nearby/walk-notes.tsx';
import { PassedList } from '../walk/passed-list.tsx';
import { StoryPlayer } from '../walk/story-player.tsx';
import { UnfinishedOffer } from '../walk/unfinished-offer.tsx';
import { WalkPill } from '../walk/walk-pill.tsx';
import { DrawButton, EmptyMap } from './empty-map.tsx';
import styles from './map-pane.module.css';
import { useMapShortcuts } from './map-shortcuts.ts';
import { PanelBoundary } from './panel-boundary.tsx';
import { useRail } from './panes.ts';
import { PlaceTexts, ToolsBelowList } from './place-tools.tsx';
import { PlaceRemarks } from './remarks-part.tsx';
import { useBasemap } from './use-basemap.ts';

const RehearsalPanel = lazyPart(async () => (await import('../rehearsal/rehearsal-panel.tsx')).RehearsalPanel);

const PlacePagePart = lazyPart(async () => (await import('./place-page-part.tsx')).PlacePagePart);

const EditorPanel = lazyPart(async () => (await import('../editor/editor-panel.tsx')).EditorPanel);

/**
 * The map with everything that floats on it.
 *
 * @param isInFront false while another pane or screen covers it, or is in use beside it
 * @param isAtMap false on another path, whose screen may be in use beside it
 * @param isShown true also if another path's screen is in use beside it
 * @param isDesk true if the list is beside the map
 * @param onInvite shows the invitations
 * @param onClosePanes closes the panes beside the map; returns false if there are none
 */
export function MapPane({
  isInFront,
  isAtMap,
  isShown,
  isDesk,
  list,
  onHelp,
  onInvite,
  onClosePanes,
}: {
  readonly isInFront: boolean;
  readonly isAtMap: boolean;
  readonly isShown: boolean;
  readonly isDesk: boolean;
  readonly list: { readonly isOpen: boolean; readonly setOpen: (isOpen: boolean) => void };
  readonly onHelp: () => void;
  readonly onInvite: () => void;
  readonly onClosePanes: () => boolean;
}) {
  const [view, setView] = useState<MapView | null>(null);
  const [isFallback, setFallback] = useState(false);
  const [isNoticeClosed, setNoticeClosed] = useState(false);
  // In that case the chip tells why there is no online map.
  const { isOn: isOffline } = useSnapshot(offlineMode);
  const [isAiming, setAiming] = useState(false);
  const [outboxRequests, setOutboxRequests] = useState(0);
  const openOutbox = useCallback(() => setOutboxRequests((count) => count + 1), []);
  const [searchOpen, setSearchOpen] = useState(false);
  const [searchRequests, setSearchRequests] = useState(0);
  const searchButton = useRef<HTMLButtonElement>(null);
  const over = useRef<HTMLDivElement>(null);
  useMapCover(view, over);
  const hasEditor = isDrawing(useSnapshot(editorTools));
  const isEditing = hasEditor && isAtMap;
  useEffect(() => hideEditor(!isAtMap), [isAtMap]);
  const { hasAudioWork } = useSnapshot(placeEditor);
  const isRecording = useSnapshot(busy).works.includes('recording');
  const isLeavingDrop = useSnapshot(recorderCard).isOpen || isRecording;
  // In these cases the map shows nothing to hear or to walk.
  const isAway = isAiming || isEditing || isLeavingDrop;
  const { isOpen, isDrawing: isDrawingRoute } = useSnapshot(rehearsal);
  // Both panels use the same area; the rehearsal returns when the editor is closed.
  const isRehearsing = isOpen && !isEditing;
  const basemap = useBasemap();
  const closeSearch = (): void => {
    setSearchOpen(false);
    searchButton.current?.focus();
  };
  useMapShortcuts({
    isOn: isInFront,
    hasPlayer: !isEditing && !isRehearsing,
    view,
    onSearch: () => {
      setSearchOpen(true);
      setSearchRequests((count) => count + 1);
    },
    onHelp,
    onClose: onClosePanes,
  });
  const hasListBeside = useRail();
  const isListDocked = isDesk && list.isOpen && isInFront;
  const { placeId: readId } = useSnapshot(openedPage);
  const { byId } = useSnapshot(picked);
  const hasPage = readId !== null && byId.has(readId) && isInFront && !isEditing;
  // Not while its code is loaded: the list has the focus, which the page returns to it.
  const [isPageShown, setPageShown] = useState(false);
  const showPage = useCallback(() => setPageShown(true), []);
  const waiting = (
    <div className={styles.waiting}>
      <Spinner label={mapStrings.loading} size={28} />
    </div>
  );

  return (
    <DropArea
      className={classNames(
        styles.pane,
        (isListDocked || (hasPage && isDesk)) && styles.besideList,
        isRehearsing && styles.besidePanel,
        isDrawingRoute && styles.besideLowPanel,
      )}
    >
      {basemap === undefined ? (
        waiting
      ) : (
        <PanelBoundary floats>
          <MapCanvas
            basemap={basemap}
            waiting={waiting}
            onView={setView}
            onFallback={setFallback}
            onTapWaiting={openOutbox}
          />
        </PanelBoundary>
      )}
      <div ref={over} className={styles.over}>
        <div className={classNames(styles.top, isEditing && styles.besideEditor)}>
          <PanelBoundary>
            <ParcoursNameChip />
          </PanelBoundary>
          <div className={classNames(styles.status, searchOpen && styles.besideMenu)}>
            <PanelBoundary>
              <LocationIndicator />
            </PanelBoundary>
          </div>
          <PanelBoundary>{!isRehearsing && <CompassPrompt />}</PanelBoundary>
          {searchOpen && (
            <div className={styles.search}>
              <PanelBoundary onGiveUp={closeSearch}>
                <SearchBar
                  geocoder={geocoder}
                  requests={searchRequests}
                  onPlace={(place) => {
                    // Like a tap: if the position chooses the place, the search shows it and offers its story.
                    tapMap(place.id);
                    view?.flyTo(middleOf(place.feature), PLACE_ZOOM);
                    closeSearch();
                  }}
                  onSaid={(place, hit) => {
                    tapMap(place.id);
                    view?.flyTo(middleOf(place.feature), PLACE_ZOOM);
                    closeSearch();
                    if (hit.field !== 'name') openFound(hit);
                  }}
                  onAddress={(address) => {
                    markAddress(address);
                    view?.flyTo(address.position, SEARCH_ZOOM);
                    closeSearch();
                  }}
                  onClose={closeSearch}
                />
              </PanelBoundary>
            </div>
          )}
          <PanelBoundary>
            <OfflineChip />
          </PanelBoundary>
          <PanelBoundary>
            <OutboxChip requests={outboxRequests} />
          </PanelBoundary>
          {isFallback && !isOffline && !isNoticeClosed && (
            <div className={styles.notice}>
              <p role="status">{mapStrings.fallback}</p>
              <IconButton
                label={strings.app.dismiss}
                icon={<X size={18} aria-hidden />}
                onClick={() => setNoticeClosed(true)}
              />
            </div>
          )}
          <PanelBoundary>
            <PlacesAlert view={view} />
          </PanelBoundary>
        </div>
        <div className={styles.side}>
          <PanelBoundary>
            <MapButtons
              view={view}
              isListOpen={isListDocked}
              onToggleList={() => list.setOpen(!isListDocked)}
              isSearchOpen={searchOpen}
              onToggleSearch={() => setSearchOpen(!searchOpen)}
              searchRef={searchButton}
            />
            {isAtMap && !hasEditor && <DrawButton />}
          </PanelBoundary>
        </div>
        <div className={styles.bottom}>
          {/* At the top, so that its appearance doesn't move the buttons below it under a thumb. */}
          <PanelBoundary>
            <WalkNotes
              isAway={isAway || isRehearsing}
              onShowParcours={view === null ? null : () => showParcours(view)}
            />
          </PanelBoundary>
          <PanelBoundary>{!isAway && !isRehearsing && <EmptyMap />}</PanelBoundary>
          <div className={styles.actions} data-walk-controls>
            <PanelBoundary>{!isAiming && !isEditing && <WalkPill isOffered={!isLeavingDrop} />}</PanelBoundary>
            <PanelBoundary>{!isAiming && !isEditing && <SpoofBar view={view} />}</PanelBoundary>
            <PanelBoundary>
              <DropTool
                readCentre={() => view?.readCentre() ?? null}
                onAiming={setAiming}
                onShowBox={(box) => view?.showBox(box)}
              />
            </PanelBoundary>
            <PanelBoundary>
              <RecordTool
                isAway={isAiming || isEditing}
                isForEditor={hasAudioWork !== null && isEditing}
                renderReport={renderReport}
              />
            </PanelBoundary>
          </div>
          <PanelBoundary>{!isAway && <PassedList />}</PanelBoundary>
          <PanelBoundary>{!isAway && <UnfinishedOffer />}</PanelBoundary>
          <PanelBoundary>
            {!isAiming && !isEditing && !isRecording && (
              <StoryPlayer renderAct={renderActs} renderNote={renderPageLine} />
            )}
          </PanelBoundary>
        </div>
      </div>
      {hasEditor && !isAiming && (
        <PanelBoundary floats onGiveUp={() => switchDrawTools(false)}>
          <Suspense>
            <EditorPanel
              surface={view}
              hasListBeside={hasListBeside}
              onInvite={onInvite}
              renderAudio={(place, mayChange) => (
                <Fragment key={place.id}>
                  <DropAudio id={place.id} media={place.media?.data ?? null} name={place.appelation} loadsAtOnce />
                  {mayChange && <AudioFacts place={place} />}
                </Fragment>
              )}
              renderVersions={(place, onRestored) => (
                <VersionsPart key={place.id} drop={place} onRestored={onRestored} />
              )}
              renderTexts={(place) => <PlaceTexts key={place.id} place={place} />}
              renderBelowList={(parcoursId) => <ToolsBelowList parcoursId={parcoursId} />}
              recordingBar={<RecordingBar />}
            />
          </Suspense>
        </PanelBoundary>
      )}
      <PanelBoundary floats onGiveUp={() => list.setOpen(false)}>
        <PlaceList
          view={view}
          open={list.isOpen && isInFront}
          isDocked={isDesk}
          isCovered={isDesk && hasPage && isPageShown}
          foot={<ToolsBelowList />}
          renderBeside={renderPageButton}
          onClose={() => list.setOpen(false)}
        />
      </PanelBoundary>
      {hasPage && (
        <PanelBoundary floats onGiveUp={closePage}>
          <Suspense>
            <PlacePagePart placeId={readId} isDocked={isDesk} onShown={showPage} />
          </Suspense>
        </PanelBoundary>
      )}
      <PanelBoundary floats>
        <StoryCorrection />
      </PanelBoundary>
      <PanelBoundary floats>{isInFront && <LocationOverlay />}</PanelBoundary>
      {isShown && isRehearsing && (
        <PanelBoundary floats onGiveUp={closeRehearsal}>
          <Suspense>
            <RehearsalPanel view={view} />
          </Suspense>
        </PanelBoundary>
      )}
    </DropArea>
  );
}

function renderActs(place: Place): ReactNode {
  return (
    <Fragment key={place.id}>
      <PageButton place={place} isForLow />
      <CorrectStory place={place} />
      <PlaceRemarks place={place} />
      <ReportStory place={place} />
    </Fragment>
  );
}

function renderPageLine(place: Place): ReactNode {
  return <PageLine placeId={place.id} />;
}

function renderPageButton(place: Place): ReactNode {
  return <PageButton place={place} />;
}

function renderReport(planned: PlannedPlace): ReactNode {
  return <ReportPlanned planned={planned} />;
}

function showParcours(view: MapView): void {
  stopFollowing();
  const box = boundingBoxOfShapes(places.list.map(({ feature }) => feature));
  if (box !== null) view.showBox(box);
}

/** Width of the map's right edge with its buttons, and of its left edge. */
const [RIGHT_PX, LEFT_PX] = [64, 12];

/**
 * Reports to the map what covers it: its upper and lower part, the first and the last child of `over`. If the lower
 * part scrolls, it shows the player, its last child, from the top when a story is chosen. On a walk it shows the walk's
 * controls above the player, because they must stay on the screen when a story starts by itself.
 */
function useMapCover(view: MapView | null, over: RefObject<HTMLElement | null>): void {
  const { selected, onSite } = useSnapshot(listening).walk;
  useEffect(() => {
    const frame = over.current;
    const [top, bottom] = [frame?.firstElementChild ?? null, frame?.lastElementChild ?? null];
    if (frame === null || top === null || bottom === null || view === null) return;
    const scope = new Scope();
    watchSizes(scope, [frame, top, bottom], () => {
      const box = frame.getBoundingClientRect();
      view.setCover({
        top: top.getBoundingClientRect().bottom - box.top,
        bottom: box.bottom - bottom.getBoundingClientRect().top,
        ...{ left: LEFT_PX, right: RIGHT_PX },
      });
    });
    return () => scope.dispose();
  }, [view, over]);
  useEffect(() => {
    const bottom = over.current?.lastElementChild;
    const shown = onSite ? bottom?.querySelector('[data-walk-controls]') : bottom?.lastElementChild;
    if (selected === null || bottom == null || shown == null) return;
    bottom.scrollTop += shown.getBoundingClientRect().top - bottom.getBoundingClientRect().top;
  }, [selected, onSite, over]);
}
