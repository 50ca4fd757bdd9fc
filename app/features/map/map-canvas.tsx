import { useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { Position } from '../../../contracts/geo.ts';
import { supportsWebgl2 } from '../../platform/map/map-setup.ts';
import { FIRST_FIX_ZOOM } from '../../platform/map/zooms.ts';
import { Scope } from '../../platform/scope.ts';
import { myDrops } from '../../state/drops/my-drops.ts';
import { nameOf } from '../../state/drops/outbox-view.ts';
import { placeEditor, tapInEditor } from '../../state/editor/place-editor.ts';
import { isDrawing as areDrawToolsOn, editorTools } from '../../state/maps/editor-tools.ts';
import { places } from '../../state/places/places.ts';
import { compass, shownHeading } from '../../state/position/compass-service.ts';
import { location } from '../../state/position/location.ts';
import { clickGround, rehearsal } from '../../state/rehearsal/rehearsal.ts';
import { standFalsely } from '../../state/rehearsal/spoofer.ts';
import { listening, tapPlace } from '../../state/walk/listening.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { strings } from '../../words/strings.ts';
import { followBasemap } from './follow-basemap.ts';
import styles from './map-canvas.module.css';
import { createMapView, type MapView } from './map-view.ts';
import { boundsOf } from './shapes.ts';
import { useShownPlaces } from './use-shown-places.ts';

/** Where a map without places and position begins: the Paris area. */
const PARIS: Position = [2.3488, 48.8534];
const START_ZOOM = 11;

/** What the map tells whoever shows it. */
export interface MapCanvasProps {
  /** Address of the style of the map on the network. */
  readonly styleUrl: string;
  /** The same for the dark theme; null where the other serves both. */
  readonly darkStyleUrl?: string | null;
  /** Given the view once it exists, and null when it ends. Must stay the same function. */
  readonly onView: (view: MapView | null) => void;
  /** Told whether the app's own simplified map is shown instead. Must stay the same function. */
  readonly onFallback: (isFallback: boolean) => void;
  /** Told of a tap on a drop that waits on this device. Must stay the same function. */
  readonly onTapWaiting: (itemId: string) => void;
}

/**
 * The map: places, position, taps. It is made once and stays; theme, places and position are told to it. What it shows
 * stands in data attributes: `data-map-ready` once all is drawn, `data-selected-place`, `data-place-count`,
 * `data-waiting-count` (drops that the server does not have yet),
 * `data-walker` (the position as `lng,lat`), `data-walker-false` where that is a false one, `data-track-points` (of the way
 * that is rehearsed). Its frame has where it came to rest last in `data-view` (`lng,lat,zoom`), which `data-drawn-view` repeats
 * once all is drawn there (until then what stands there is of another zoom), and in `data-drawn` how many places it has drawn, and
 * which one as the selected (`count,id`).
 */
export function MapCanvas({ styleUrl, darkStyleUrl = null, onView, onFallback, onTapWaiting }: MapCanvasProps) {
  const [isSupported] = useState(supportsWebgl2);
  const [isBroken, setBroken] = useState(false);
  const [isDrawn, setDrawn] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<MapView | null>(null);
  const { settled: list, waiting } = useShownPlaces();
  const { fix, isFalse } = useSnapshot(location);
  const { line, isDrawing, walker: simulated } = useSnapshot(rehearsal);
  const { headingDeg: compassDeg } = useSnapshot(compass);
  const { selected } = useSnapshot(listening).walk;

  useEffect(() => {
    const container = frame.current;
    if (!isSupported || container === null) return;
    const scope = new Scope();
    let made: MapView | null = null;
    const basemap = followBasemap(scope, { light: styleUrl, dark: darkStyleUrl ?? styleUrl }, (style, isFallback) => {
      onFallback(isFallback);
      if (made !== null) {
        made.setStyle(style);
        return;
      }
      made = tryToMake(
        scope,
        container,
        makeDot(),
        { style, centre: PARIS, zoom: START_ZOOM },
        {
          // What is drawn or changed in the editor takes each click.
          onGround: (position) => placeEditor.drawing !== null || placeEditor.isShaping || clickGround(position),
          onWalkerMoved: standFalsely,
          onTap: (placeId) => (areDrawToolsOn(editorTools) ? tapInEditor(placeId) : tapPlace(placeId)),
          onTapWaiting,
          onDrawn: () => {
            setDrawn(true);
            container.dataset.drawn = `${places.list.length},${listening.walk.selected ?? ''}`;
            container.dataset.drawnView = container.dataset.view;
          },
          onMoved: ([lng, lat], zoom) => {
            container.dataset.view = `${lng.toFixed(5)},${lat.toFixed(5)},${zoom.toFixed(1)}`;
          },
          onError: basemap.handleError,
          onData: basemap.handleData,
        },
      );
      setBroken(made === null);
      setView(made);
      onView(made);
    });
    return () => {
      onView(null);
      setView(null);
      setDrawn(false);
      scope.dispose();
    };
  }, [isSupported, styleUrl, darkStyleUrl, onView, onFallback, onTapWaiting]);

  // What is open in the editor is drawn there, and what is being deleted is gone unless that is taken back.
  const { draft } = useSnapshot(placeEditor);
  const { leavingIds } = useSnapshot(myDrops);
  const openId = draft?.placeId ?? null;
  useEffect(() => {
    view?.setPlaces(list.filter(({ id }) => id !== openId && !leavingIds.includes(id)));
  }, [view, list, openId, leavingIds]);
  useEffect(() => view?.setWaiting(waiting.map((item) => ({ ...item, name: nameOf(item) }))), [view, waiting]);
  useEffect(() => view?.setSelected(selected), [view, selected]);
  const headingDeg = shownHeading(fix, compassDeg);
  useEffect(() => {
    if (simulated !== null) view?.setWalker({ ...simulated, accuracyM: 0, headingDeg: null, kind: 'simulated' });
    else if (fix === null) view?.setWalker(null);
    else view?.setWalker({ ...fix, headingDeg: isFalse ? null : headingDeg, kind: isFalse ? 'false' : 'real' });
  }, [view, fix, isFalse, headingDeg, simulated]);
  useEffect(() => view?.setTrack({ line, showsCorners: isDrawing }), [view, line, isDrawing]);

  // The first places are shown as a whole, unless the position has been flown to already; the first position is flown to.
  const looked = useRef({ atPlaces: false, atWalker: false });
  useEffect(() => {
    const box = boundsOf(list.map((place) => place.feature));
    if (view === null || box === null || looked.current.atPlaces || looked.current.atWalker) return;
    looked.current.atPlaces = true;
    view.showBox(box);
  }, [view, list]);
  useEffect(() => {
    // A false position is where somebody looks already.
    if (view === null || fix === null || isFalse || looked.current.atWalker) return;
    looked.current.atWalker = true;
    view.flyTo([fix.lng, fix.lat], FIRST_FIX_ZOOM);
  }, [view, fix, isFalse]);

  if (!isSupported) return <EmptyState title={strings.map.noWebgl} />;
  if (isBroken) return <EmptyState title={strings.map.unsupported} />;
  return (
    <section
      className={styles.map}
      aria-label={strings.map.label}
      data-testid="map"
      data-map-ready={isDrawn}
      data-selected-place={selected ?? undefined}
      data-place-count={list.length}
      data-waiting-count={waiting.length}
      data-walker={fix === null ? undefined : `${fix.lng},${fix.lat}`}
      data-walker-false={isFalse ? true : undefined}
      data-track-points={line.length > 0 ? line.length : undefined}
    >
      <div ref={frame} className={styles.frame} />
    </section>
  );
}

/** A browser that has WebGL 2 may still refuse the map a context: too many are open, or the driver was barred. */
function tryToMake(...wish: Parameters<typeof createMapView>): MapView | null {
  try {
    return createMapView(...wish);
  } catch {
    return null;
  }
}

function makeDot(): HTMLElement {
  const dot = document.createElement('div');
  dot.className = styles.dot ?? '';
  return dot;
}
