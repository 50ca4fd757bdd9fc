import {
  AttributionControl,
  type ErrorEvent,
  type MapEventType,
  MapLibreMap,
  type MapMouseEvent,
  type StyleSpecification,
} from 'maplibre-gl';
import type { Position } from '../../contracts/geo.ts';
import { lngNear, wrapLng } from '../../contracts/rings.ts';
import type { PlaceId } from '../../contracts/vocabulary.ts';
import { prepareMapLibre } from '../platform/map/map-setup.ts';
import { projectNear, shownLat } from '../platform/map/projection.ts';
import type { Release, Scope } from '../platform/scope.ts';
import { onLanguage } from '../ui/language.ts';
import { type Cover, type Offset, shiftIntoView } from './camera/cover.ts';
import { createFollower } from './camera/follower.ts';
import { createVisibilityKeeper } from './camera/keep-visible.ts';
import type { LabelTexts } from './layers/label-layers.ts';
import { createMapDrawing, type Drawn, NOTHING_DRAWN } from './layers/map-drawing.ts';
import { createWalkerDot, type WalkerTexts } from './layers/walker-dot.ts';
import { followTaps, type MapTapListeners } from './map-taps.ts';

/** Callbacks of the owner of a map. */
interface MapViewListeners extends Omit<MapTapListeners, 'onZoomIn'> {
  /** Called when a false position was moved by hand. */
  readonly onWalkerMoved: (position: Position) => void;
  /** Called when everything is drawn, the first time and after each change. */
  readonly onDrawn: () => void;
  /** Called when the map no longer follows the walker: it was panned by hand, or shows a requested target. */
  readonly onStrayed: () => void;
  /** Called when the map comes to rest, with its centre `[lng, lat]` and zoom. */
  readonly onMoved: (centre: Position, zoom: number) => void;
  readonly onError: (event: ErrorEvent) => void;
  /** Called when data arrives: a style, a source or a tile. */
  readonly onData: (event: MapEventType['data']) => void;
}

/** The texts of a map, which the view that creates it chooses. Read again when the language changes. */
export interface MapTexts {
  /** Tells screen readers what the keys do. */
  readonly keys: () => string;
  /** Names the button that opens the basemap's sources. */
  readonly attribution: () => string;
  readonly walker: WalkerTexts;
  readonly labels: LabelTexts;
}

/** The map: draws what it receives, and knows no application state. */
export interface MapView {
  setStyle(style: StyleSpecification): void;
  /** Draws these parts in place of their previous content. */
  show(parts: Partial<Drawn>): void;
  /** Flies there; the target ends up in the middle, or beside it if that is covered. */
  flyTo(centre: Position, zoom: number): void;
  /** Holds this position where nothing covers it, until the map is moved by hand; null for none. */
  keepVisible(position: Position | null): void;
  /** Sets the cover of the map, in pixels from each side of its frame. */
  setCover(cover: Cover): void;
  /** Holds the walker in the middle, after a flight there if `zoom` is given; null or any other movement ends that. */
  follow(walker: Position | null, zoom?: number): void;
  /** Moves the map so that nothing within `reach` (pixels across and down) of this position is covered. */
  makeRoom(position: Position, reach: Offset): void;
  /** Fits the box `[southWest, northEast]` into the uncovered part, without animation. */
  showBox(box: readonly [Position, Position]): void;
  /** While asleep, the map draws no frames; it shows its new content when it wakes. */
  setAsleep(isAsleep: boolean): void;
  /** Centre of the map, `[lng, lat]`. */
  readCentre(): Position;
  placeAt(event: MapMouseEvent): PlaceId | null;
  /** For the editor's drawing. */
  readonly map: MapLibreMap;
  /** Opens a scope for additions to `map`: the caller disposes it, and the map does so before it is removed. */
  openScope(): Scope;
}

/**
 * Creates a map in `container` that ends with `scope`. Its data survive a change of the style.
 *
 * @param dot shown at the walker's position: styled by the caller, moved and rotated by the map, which sets
 * `data-heading` when there is a heading.
 */
export function createMapView(
  scope: Scope,
  container: HTMLElement,
  dot: HTMLElement,
  start: { readonly style: StyleSpecification; readonly centre: Position; readonly zoom: number },
  texts: MapTexts,
  listeners: MapViewListeners,
): MapView {
  prepareMapLibre();
  const map = new MapLibreMap({
    container,
    style: start.style,
    center: start.centre,
    zoom: start.zoom,
    attributionControl: false,
    dragRotate: false,
    pitchWithRotate: false,
    // Fading names would redraw a dense map for frames that nobody needs.
    fadeDuration: 0,
  });
  map.touchZoomRotate.disableRotation();
  map.addControl(new AttributionControl({ compact: true }), 'bottom-right');
  nameControls();
  scope.add(() => map.remove());

  const walkerDot = createWalkerDot(scope, dot, texts.walker, listeners.onWalkerMoved);
  const drawing = createMapDrawing(map, walkerDot, texts.labels);
  let drawn = NOTHING_DRAWN;
  /** Wakes the map; null while it is awake. */
  let wake: Release | null = null;
  /** The updates received while asleep: the last style, and the movement to make. */
  let asleep: { style?: StyleSpecification; move?: () => void } = {};
  /** A flight that has not arrived yet. */
  let flight: (() => void) | null = null;
  const follower = createFollower(map, listeners.onStrayed);
  const keeper = createVisibilityKeeper(map, () => wake !== null || scope.disposed);
  const taps = { ...listeners, onZoomIn: follower.leave };
  const onMap = {
    listPlaces: () => drawn.places,
    listSharedPoints: drawing.listSharedPoints,
    listClusters: drawing.listClusters,
  };
  const placeAt = followTaps(scope, map, onMap, taps);

  map.on('style.load', drawing.addLayers);
  map.on('idle', listeners.onDrawn);
  map.on('moveend', () => {
    if (wake === null) {
      flight = null;
      follower.catchUp();
      // Within this event the map would still finish the move that it reports.
      queueMicrotask(keeper.check);
    }
    listeners.onMoved(readCentre(), map.getZoom());
  });
  map.on('error', (event) => {
    listeners.onError(event);
    // A source that fails after the last frame requests no other, and MapLibre fires 'idle' only in a frame.
    if ('sourceId' in event) map.triggerRepaint();
  });
  map.on('data', listeners.onData);
  scope.add(
    onLanguage(() => {
      nameControls();
      walkerDot.nameAnew();
      drawing.nameAnew();
    }),
  );

  /** Not by MapLibre's locale, which is read only once. */
  function nameControls(): void {
    map.getCanvas().setAttribute('aria-label', texts.keys());
    const attribution = container.querySelector('.maplibregl-ctrl-attrib-button');
    for (const name of ['aria-label', 'title']) attribution?.setAttribute(name, texts.attribution());
  }

  function readCentre(): Position {
    const { lng, lat } = map.getCenter();
    return [wrapLng(lng), lat];
  }

  function setStyle(style: StyleSpecification): void {
    if (wake === null) map.setStyle(style, { diff: false });
    else asleep.style = style;
  }

  function move(go: () => void): void {
    keeper.expectMove();
    if (wake === null) go();
    else asleep.move = go;
  }

  function fallAsleep(): void {
    // The interrupted flight is made when the map wakes.
    asleep = flight === null ? {} : { move: flight };
    wake = putToSleep(map);
  }

  function wakeUp(wakeMap: Release): void {
    wake = null;
    const { style, move: go } = asleep;
    drawing.draw(drawn);
    if (style !== undefined) setStyle(style);
    wakeMap();
    go?.();
    follower.catchUp();
    keeper.check();
  }

  function fly(start: () => void): void {
    move(() => {
      flight = start;
      start();
    });
  }

  return {
    setStyle,

    show(parts) {
      drawn = { ...drawn, ...parts };
      if (wake === null) drawing.draw(drawn);
    },

    flyTo(centre, zoom) {
      follower.leave();
      keeper.leaveFor(([lng, lat]) => lng === centre[0] && lat === centre[1]);
      const center: Position = [centre[0], shownLat(centre[1])];
      fly(() => map.flyTo({ center, zoom, offset: keeper.flightOffset() }));
    },

    keepVisible: keeper.hold,
    setCover: keeper.setCover,

    follow(walker, zoom) {
      follower.follow(walker);
      if (walker !== null) keeper.leaveFor(() => true);
      // If asleep, when the map wakes, to the walker's position at that time.
      if (walker !== null && zoom !== undefined) fly(() => follower.fly(zoom));
      else if (wake === null) follower.catchUp();
    },

    makeRoom(position, reach) {
      const { x, y } = projectNear(map, position);
      const { clientWidth: widthPx, clientHeight: heightPx } = container;
      const [right, down] = shiftIntoView([x, y], reach, { widthPx, heightPx });
      if (right === 0 && down === 0) return;
      follower.leave();
      keeper.leaveFor(() => true);
      map.panBy([-right, -down]);
    },

    showBox([southWest, northEast]) {
      follower.leave();
      const [[west, south], [east, north]] = [southWest, northEast];
      const reach = (east - west) / 2;
      keeper.leaveFor(([lng, lat]) => {
        const isBeside = Math.abs(lngNear(lng, west + reach) - west - reach) > reach;
        return !isBeside && lat >= south && lat <= north;
      });
      const bounds: [Position, Position] = [
        [west, shownLat(south)],
        [east, shownLat(north)],
      ];
      move(() => keeper.frame(bounds));
    },

    setAsleep(isAsleep) {
      if (isAsleep && wake === null) fallAsleep();
      else if (!isAsleep && wake !== null) wakeUp(wake);
    },

    readCentre,
    placeAt,
    map,
    openScope: () => scope.child(),
  };
}

/**
 * Prevents a map from drawing until the returned function is called, which draws the changes. The causes of frames
 * (arriving tiles, a new size, a style) need no watching: all use the two methods that are replaced here.
 */
function putToSleep(map: MapLibreMap): Release {
  map.stop();
  map.triggerRepaint = () => {};
  // Draws now, which cancels a frame that may already be requested.
  map.redraw();
  map.redraw = () => map;
  return () => {
    // Restores the methods of its class.
    Reflect.deleteProperty(map, 'triggerRepaint');
    Reflect.deleteProperty(map, 'redraw');
    map.redraw();
  };
}
