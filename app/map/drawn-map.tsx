import { type RefObject, useEffect, useRef } from 'react';
import type { Position } from '../../contracts/geo.ts';
import type { Place } from '../../contracts/place.ts';
import { placeTapped } from '../drops/batch/picked-files.ts';
import { placeEditor } from '../editor/place-editor.ts';
import { editorTools, isDrawing } from '../parcours/editor-tools.ts';
import { formatNumberedName } from '../places/place-words.ts';
import { places } from '../places/places.ts';
import type { BasemapSource } from '../platform/map/basemap.ts';
import { Scope } from '../platform/scope.ts';
import { clickMap } from '../rehearsal/rehearsal-tool.ts';
import { rehearsalStrings } from '../rehearsal/rehearsal-words.ts';
import { setSpoofedPosition } from '../rehearsal/spoofer.ts';
import { listening } from '../walk/listening.ts';
import { stopFollowing } from '../walk/map-focus.ts';
import { type BasemapFollower, followBasemap } from './follow-basemap.ts';
import { AddressPin } from './layers/address-pin.tsx';
import styles from './map-canvas.module.css';
import { createMapView, type MapTexts, type MapView } from './map-view.ts';
import { mapStrings } from './map-words.ts';
import { SharedPointPlaces } from './shared-points/shared-point-places.tsx';
import { closePoint, isEditorShown, tapPlanned, tapShown, togglePoint } from './tap-actions.ts';

/** The part of the map that MapLibre draws, with its markers. Separate from {@link MapCanvas}: the library is large. */
export function DrawnMap({
  view,
  places,
  ...options
}: DrawnMapOptions & { readonly view: MapView | null; readonly places: readonly Place[] }) {
  const frame = useRef<HTMLDivElement>(null);
  useMapView(frame, options);
  return (
    <>
      <div ref={frame} className={styles.frame} />
      {view !== null && <SharedPointPlaces view={view} places={places} />}
      {view !== null && <AddressPin map={view.map} />}
    </>
  );
}

/** What the map says and shows in words, in the language shown. */
export const MAP_TEXTS: MapTexts = {
  keys: () => mapStrings.keys,
  attribution: () => mapStrings.attribution,
  walker: {
    label: (kind) => {
      if (kind === 'real') return mapStrings.yourPosition;
      return kind === 'false' ? rehearsalStrings.falsePosition : rehearsalStrings.simulatedWalker;
    },
    falseMark: () => rehearsalStrings.falseMark,
  },
  labels: { nameOf: formatNumberedName, placeCount: (count) => mapStrings.placeCount(count) },
};

/** The start of a map without places and position: the Paris area. */
export const MAP_START: { readonly centre: Position; readonly zoom: number } = { centre: [2.3488, 48.8534], zoom: 11 };

/** The options of a map. */
export interface MapOptions {
  /** Where the map's data come from. Another object is another source. */
  readonly basemap: BasemapSource;
  /** Receives the view once it exists, and null when it ends. Must stay the same function. */
  readonly onView: (view: MapView | null) => void;
  /** Called with whether the app's own simplified map is shown instead. Must stay the same function. */
  readonly onFallback: (isFallback: boolean) => void;
  /** Called for a tap on a drop that waits on this device. Must stay the same function. */
  readonly onTapWaiting: (itemId: string) => void;
}

/** {@link MapOptions}, with callbacks about the state of the drawing. */
interface DrawnMapOptions extends MapOptions {
  /** Called with whether the browser refuses a context to the map. Must stay the same function. */
  readonly onBroken: (isBroken: boolean) => void;
  /** Called with whether everything was drawn. Must stay the same function. */
  readonly onDrawn: (isDrawn: boolean) => void;
}

/** Creates the map in `frame` once its first style is known, and removes it with the component. */
function useMapView(
  frame: RefObject<HTMLElement | null>,
  { basemap: source, onView, onFallback, onTapWaiting, onBroken, onDrawn }: DrawnMapOptions,
): void {
  const drawn = useRef<{ source: BasemapSource; basemap: BasemapFollower | null }>({ source, basemap: null });

  useEffect(() => {
    drawn.current.source = source;
    drawn.current.basemap?.drawFrom(source);
  }, [source]);

  useEffect(() => {
    const container = frame.current;
    if (container === null) return;
    const scope = new Scope();
    let made: MapView | null = null;
    const basemap = followBasemap(scope, drawn.current.source, (style, isFallback) => {
      onFallback(isFallback);
      if (made !== null) {
        made.setStyle(style);
        return;
      }
      made = tryToCreate(scope, container, createDot(), { style, ...MAP_START }, MAP_TEXTS, {
        // Each click belongs to the file that is being placed, or to the shape being drawn or changed in the editor.
        onGround: (position) =>
          placeTapped(position) ||
          (isEditorShown() && (placeEditor.drawing !== null || placeEditor.isShaping)) ||
          clickMap(position),
        hasTool: () => isDrawing(editorTools),
        onWalkerMoved: setSpoofedPosition,
        onTap: (placeId) => {
          // A tap beside an open shared point only closes it, and its story continues to play.
          if (!closePoint() || placeId !== null) tapShown(placeId);
        },
        onTapSharedPoint: togglePoint,
        onTapWaiting,
        onTapPlanned: tapPlanned,
        onDrawn: () => {
          onDrawn(true);
          container.dataset.drawn = `${places.list.length},${listening.walk.selected ?? ''}`;
          container.dataset.drawnView = container.dataset.view;
        },
        onStrayed: stopFollowing,
        onMoved: ([lng, lat], zoom) => {
          container.dataset.view = `${lng.toFixed(5)},${lat.toFixed(5)},${zoom.toFixed(1)}`;
        },
        onError: basemap.handleError,
        onData: basemap.handleData,
      });
      onBroken(made === null);
      onView(made);
    });
    drawn.current.basemap = basemap;
    return () => {
      drawn.current.basemap = null;
      if (made !== null) onView(null);
      onDrawn(false);
      scope.dispose();
    };
  }, [frame, onView, onFallback, onTapWaiting, onBroken, onDrawn]);
}

/** Returns null if a browser with WebGL 2 refuses a context to the map: too many are open, or the driver is blocked. */
function tryToCreate(...options: Parameters<typeof createMapView>): MapView | null {
  try {
    return createMapView(...options);
  } catch {
    return null;
  }
}

function createDot(): HTMLElement {
  const dot = document.createElement('div');
  dot.className = styles.dot ?? '';
  const core = document.createElement('span');
  core.className = styles.core ?? '';
  dot.append(core);
  return dot;
}
