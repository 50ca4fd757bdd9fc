import { useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { Position } from '../../../contracts/geo.ts';
import { FIRST_FIX_ZOOM } from '../../../contracts/limits.ts';
import { supportsWebgl2 } from '../../platform/map-setup.ts';
import { Scope } from '../../platform/scope.ts';
import { strings } from '../../platform/strings.ts';
import { listening, tapPlace } from '../../state/listening.ts';
import { location } from '../../state/location.ts';
import { places } from '../../state/places.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { followBasemap } from './follow-basemap.ts';
import styles from './map-canvas.module.css';
import { createMapView, type MapView } from './map-view.ts';
import { boundsOf } from './shapes.ts';

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
}

/**
 * The map: places, position, taps. It is made once and stays; theme, places and position are told to it. What it shows
 * stands in data attributes: `data-map-ready` once all is drawn, `data-selected-place`, `data-place-count`,
 * `data-walker` (the position as `lng,lat`). Its frame has where it came to rest last in `data-view` (`lng,lat,zoom`), and
 * in `data-drawn` how many places it has drawn, and which one as the selected (`count,id`).
 */
export function MapCanvas({ styleUrl, darkStyleUrl = null, onView, onFallback }: MapCanvasProps) {
  const [isSupported] = useState(supportsWebgl2);
  const [isBroken, setBroken] = useState(false);
  const [isDrawn, setDrawn] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<MapView | null>(null);
  const { list } = useSnapshot(places);
  const { fix } = useSnapshot(location);
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
          onTap: tapPlace,
          onDrawn: () => {
            setDrawn(true);
            container.dataset.drawn = `${places.list.length},${listening.walk.selected ?? ''}`;
          },
          onMoved: ([lng, lat], zoom) => {
            container.dataset.view = `${lng.toFixed(5)},${lat.toFixed(5)},${zoom.toFixed(1)}`;
          },
          onError: basemap.hearError,
          onData: basemap.hearData,
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
  }, [isSupported, styleUrl, darkStyleUrl, onView, onFallback]);

  useEffect(() => view?.setPlaces(list), [view, list]);
  useEffect(() => view?.setSelected(selected), [view, selected]);
  useEffect(() => view?.setWalker(fix), [view, fix]);

  // The first places are shown as a whole, unless the position has been flown to already; the first position is flown to.
  const looked = useRef({ atPlaces: false, atWalker: false });
  useEffect(() => {
    const box = boundsOf(list.map((place) => place.feature));
    if (view === null || box === null || looked.current.atPlaces || looked.current.atWalker) return;
    looked.current.atPlaces = true;
    view.showBox(box);
  }, [view, list]);
  useEffect(() => {
    if (view === null || fix === null || looked.current.atWalker) return;
    looked.current.atWalker = true;
    view.flyTo([fix.lng, fix.lat], FIRST_FIX_ZOOM);
  }, [view, fix]);

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
      data-walker={fix === null ? undefined : `${fix.lng},${fix.lat}`}
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
  dot.setAttribute('role', 'img');
  dot.setAttribute('aria-label', strings.map.yourPosition);
  return dot;
}
