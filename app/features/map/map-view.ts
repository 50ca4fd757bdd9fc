import {
  AttributionControl,
  type ErrorEvent,
  GeoJSONSource,
  type GeoJSONSourceSpecification,
  type MapEventType,
  type MapGeoJSONFeature,
  MapLibreMap,
  type MapMouseEvent,
  type StyleSpecification,
  type SymbolLayerSpecification,
} from 'maplibre-gl';
import type { Position } from '../../../contracts/geo.ts';
import type { PlaceId } from '../../../contracts/vocabulary.ts';
import { prepareMapLibre, readMapColours } from '../../platform/map/map-setup.ts';
import type { Scope } from '../../platform/scope.ts';
import { strings } from '../../words/strings.ts';
import { type Hit, pickHit } from './hit-order.ts';
import {
  ACCURACY_SOURCE,
  CLUSTERS_LAYER,
  CLUSTERS_SOURCE,
  DOTS_LAYER,
  type DrawnPlace,
  dotsCollection,
  EMPTY_CLUSTERS,
  NOTHING,
  PLACES_SOURCE,
  POINTS_LAYER,
  placeLayers,
  placesCollection,
  SELECTED_DOT_SOURCE,
  ZONES_LAYER,
} from './place-layers.ts';
import { circleAround } from './shapes.ts';
import { type DrawnTrack, TRACK_SOURCE, trackData, trackLayers } from './track-layers.ts';
import {
  WAITING_LAYERS,
  WAITING_SOURCE,
  type WaitingPlace,
  waitingCollection,
  waitingLayers,
} from './waiting-layers.ts';
import { createWalkerDot, type WalkerKind } from './walker-dot.ts';

/** A finger covers about this radius around the pixel it reports. */
const TOUCH_TOLERANCE_PX = 22;
const MOUSE_TOLERANCE_PX = 6;

interface ScreenPoint {
  readonly x: number;
  readonly y: number;
}

/** The walker on the map. */
export interface Walker {
  readonly lng: number;
  readonly lat: number;
  readonly accuracyM: number;
  readonly kind: WalkerKind;
  /** Direction of the dot in degrees clockwise from north; null without one. */
  readonly headingDeg: number | null;
}

/** Callbacks of the owner of a map. */
export interface MapViewListeners {
  /** Called with each click first. Returning true consumes it: no place or cluster is looked up. */
  readonly onGround: (position: Position) => boolean;
  /** A false position was moved by hand. */
  readonly onWalkerMoved: (position: Position) => void;
  /** A tap on a place, or on empty space (null). */
  readonly onTap: (placeId: PlaceId | null) => void;
  /** A tap on a drop that waits on this device. */
  readonly onTapWaiting: (itemId: string) => void;
  /** Everything is drawn, for the first time and after each change. */
  readonly onDrawn: () => void;
  /** The map has come to rest: its centre `[lng, lat]` and zoom. */
  readonly onMoved: (centre: Position, zoom: number) => void;
  readonly onError: (event: ErrorEvent) => void;
  /** Something arrived: a style, a source or a tile. */
  readonly onData: (event: MapEventType['data']) => void;
}

/** The map: draws what it is given and knows no state. */
export interface MapView {
  setStyle(style: StyleSpecification): void;
  setPlaces(places: readonly DrawnPlace[]): void;
  /** Shows drops that the server does not have yet. */
  setWaiting(waiting: readonly WaitingPlace[]): void;
  setSelected(placeId: PlaceId | null): void;
  /** Shows the walker as a dot with an accuracy circle; null removes both. */
  setWalker(walker: Walker | null): void;
  /** Shows the route of a rehearsal; null removes it. */
  setTrack(track: DrawnTrack | null): void;
  flyTo(centre: Position, zoom: number): void;
  /** Fits the box `[southWest, northEast]` without an animation. */
  showBox(box: readonly [Position, Position]): void;
  /** Centre of the map, `[lng, lat]`. */
  readCentre(): Position;
  /** The place under a double-click. */
  placeAt(event: MapMouseEvent): PlaceId | null;
  /** For the editor to draw on. */
  readonly map: MapLibreMap;
}

/**
 * Creates a map in `container` that ends with `scope`. Its data survive a change of the style.
 *
 * @param dot shown at the walker's position: styled by the caller, moved and turned by the map, which sets `data-heading`
 *   when there is a heading.
 */
export function createMapView(
  scope: Scope,
  container: HTMLElement,
  dot: HTMLElement,
  start: { readonly style: StyleSpecification; readonly centre: Position; readonly zoom: number },
  listeners: MapViewListeners,
): MapView {
  prepareMapLibre();
  const map = new MapLibreMap({
    container,
    style: start.style,
    center: start.centre,
    zoom: start.zoom,
    attributionControl: false,
    locale: { 'Map.Title': strings.map.keys, 'AttributionControl.ToggleAttribution': strings.map.attribution },
    dragRotate: false,
    pitchWithRotate: false,
    // Fading names would redraw a dense map for frames that nobody reads.
    fadeDuration: 0,
  });
  map.touchZoomRotate.disableRotation();
  map.addControl(new AttributionControl({ compact: true }), 'bottom-right');
  scope.add(() => map.remove());

  let drawn: readonly DrawnPlace[] = [];
  let waiting: readonly WaitingPlace[] = [];
  let selected: PlaceId | null = null;
  let walker: Walker | null = null;
  let track: DrawnTrack | null = null;
  const walkerDot = createWalkerDot(scope, dot, listeners.onWalkerMoved);

  /** Adds our sources, layers and data to a style that has just been loaded. */
  function addLayers(): void {
    if (map.getSource(PLACES_SOURCE) !== undefined) return;
    const empty: GeoJSONSourceSpecification = { type: 'geojson', data: NOTHING };
    map.addSource(ACCURACY_SOURCE, empty);
    map.addSource(PLACES_SOURCE, { ...empty, promoteId: 'placeId' });
    map.addSource(CLUSTERS_SOURCE, EMPTY_CLUSTERS);
    map.addSource(SELECTED_DOT_SOURCE, empty);
    map.addSource(WAITING_SOURCE, empty);
    map.addSource(TRACK_SOURCE, empty);
    // Zones go below the basemap's names, which stay readable; points and names go above everything.
    const names = map.getStyle().layers.filter((layer) => layer.type === 'symbol');
    const [colours, font] = [readMapColours(), fontOf(names)];
    for (const layer of [...placeLayers(colours, font), ...waitingLayers(colours, font)]) {
      map.addLayer(layer, layer.type === 'fill' || layer.type === 'line' ? names[0]?.id : undefined);
    }
    for (const layer of trackLayers(colours)) map.addLayer(layer);
    drawPlaces();
    drawWaiting();
    drawWalker();
    drawTrack();
    drawSelectedDot();
    markSelected(true);
  }

  function sourceOf(id: string): GeoJSONSource | null {
    const source = map.getSource(id);
    return source instanceof GeoJSONSource ? source : null;
  }

  function drawPlaces(): void {
    void sourceOf(PLACES_SOURCE)?.setData(placesCollection(drawn));
    void sourceOf(CLUSTERS_SOURCE)?.setData(dotsCollection(drawn));
  }

  function drawWaiting(): void {
    void sourceOf(WAITING_SOURCE)?.setData(waitingCollection(waiting));
  }

  function drawWalker(): void {
    const circle = walker === null ? NOTHING : circleAround([walker.lng, walker.lat], walker.accuracyM);
    void sourceOf(ACCURACY_SOURCE)?.setData(circle);
  }

  function drawTrack(): void {
    void sourceOf(TRACK_SOURCE)?.setData(trackData(track));
  }

  function drawSelectedDot(): void {
    void sourceOf(SELECTED_DOT_SOURCE)?.setData(dotsCollection(drawn.filter(({ id }) => id === selected)));
  }

  /** Sets a feature state: unlike new data, it needs no worker and shows in the next frame. */
  function markSelected(isSelected: boolean): void {
    if (selected === null || sourceOf(PLACES_SOURCE) === null) return;
    for (const source of [PLACES_SOURCE, CLUSTERS_SOURCE]) {
      map.setFeatureState({ source, id: selected }, { selected: isSelected });
    }
  }

  function featuresIn(layer: string, { x, y }: ScreenPoint, tolerancePx: number): MapGeoJSONFeature[] {
    const box: [[number, number], [number, number]] = [
      [x - tolerancePx, y - tolerancePx],
      [x + tolerancePx, y + tolerancePx],
    ];
    return map.queryRenderedFeatures(box, { layers: [layer] });
  }

  function hitsIn(layer: string, point: ScreenPoint, tolerancePx: number): Hit[] {
    const ids = new Set(featuresIn(layer, point, tolerancePx).map((feature) => feature.id));
    return drawn.filter((place) => ids.has(place.id)).map(({ id, feature }) => ({ placeId: id, feature }));
  }

  function placeUnder({ point, lngLat }: MapMouseEvent, tolerancePx: number): PlaceId | null {
    const tapped: Position = [lngLat.lng, lngLat.lat];
    // A zone under the exact pixel comes before one near it.
    return (
      pickHit(hitsIn(POINTS_LAYER, point, tolerancePx), tapped) ??
      pickHit(hitsIn(DOTS_LAYER, point, tolerancePx), tapped) ??
      pickHit(hitsIn(ZONES_LAYER, point, 0), tapped) ??
      pickHit(hitsIn(ZONES_LAYER, point, tolerancePx), tapped)
    );
  }

  /** A cluster under the exact pixel, or one near it where no dot is. */
  function clusterUnder({ point }: MapMouseEvent, tolerancePx: number): MapGeoJSONFeature | undefined {
    const [exact] = featuresIn(CLUSTERS_LAYER, point, 0);
    if (exact !== undefined || featuresIn(DOTS_LAYER, point, tolerancePx).length > 0) return exact;
    return featuresIn(CLUSTERS_LAYER, point, tolerancePx)[0];
  }

  /** Zooms in until the cluster splits. */
  async function openCluster({ geometry, properties }: MapGeoJSONFeature): Promise<void> {
    if (geometry.type !== 'Point') return;
    const [lng = 0, lat = 0] = geometry.coordinates;
    // Rejects if the places have changed and the cluster is gone.
    const zoom = await sourceOf(CLUSTERS_SOURCE)
      ?.getClusterExpansionZoom(Number(properties.cluster_id))
      .catch(() => undefined);
    if (zoom !== undefined && !scope.disposed) map.easeTo({ center: [lng, lat], zoom });
  }

  function handleTap(event: MapMouseEvent): void {
    if (listeners.onGround([event.lngLat.lng, event.lngLat.lat])) return;
    if (map.getLayer(POINTS_LAYER) === undefined) {
      listeners.onTap(null);
      return;
    }
    const { originalEvent } = event;
    const isMouse = originalEvent instanceof PointerEvent && originalEvent.pointerType === 'mouse';
    const tolerancePx = isMouse ? MOUSE_TOLERANCE_PX : TOUCH_TOLERANCE_PX;
    const waitingHit = WAITING_LAYERS.flatMap((layer) => featuresIn(layer, event.point, tolerancePx))[0];
    const cluster = clusterUnder(event, tolerancePx);
    if (waitingHit !== undefined) listeners.onTapWaiting(String(waitingHit.properties.itemId));
    else if (cluster === undefined) listeners.onTap(placeUnder(event, tolerancePx));
    else void openCluster(cluster);
  }

  map.on('style.load', addLayers);
  map.on('idle', listeners.onDrawn);
  map.on('moveend', () => listeners.onMoved(readCentre(), map.getZoom()));
  map.on('error', (event) => {
    listeners.onError(event);
    // A source that fails after the last frame requests no other, and MapLibre fires 'idle' in a frame only.
    if ('sourceId' in event) map.triggerRepaint();
  });
  map.on('data', listeners.onData);
  map.on('click', handleTap);
  for (const layer of [POINTS_LAYER, ZONES_LAYER, DOTS_LAYER, CLUSTERS_LAYER, ...WAITING_LAYERS]) {
    map.on('mousemove', layer, () => setCursor('pointer'));
    map.on('mouseleave', layer, () => setCursor(''));
  }

  function readCentre(): Position {
    const { lng, lat } = map.getCenter();
    return [lng, lat];
  }

  function setCursor(cursor: string): void {
    map.getCanvas().style.cursor = cursor;
  }

  return {
    setStyle: (style) => void map.setStyle(style, { diff: false }),

    setPlaces(places) {
      drawn = places;
      drawPlaces();
      drawSelectedDot();
      markSelected(true);
    },

    setWaiting(places) {
      waiting = places;
      drawWaiting();
    },

    setSelected(placeId) {
      if (placeId === selected) return;
      markSelected(false);
      selected = placeId;
      markSelected(true);
      drawSelectedDot();
    },

    setWalker(next) {
      const before = walker;
      walker = next;
      if (!hasSameCircle(before, next)) drawWalker();
      if (next === null) {
        walkerDot.marker.remove();
        return;
      }
      walkerDot.setKind(next.kind);
      if (next.headingDeg === null) delete dot.dataset.heading;
      else dot.dataset.heading = next.headingDeg.toFixed(0);
      walkerDot.marker.setLngLat([next.lng, next.lat]).setRotation(next.headingDeg ?? 0);
      // `addTo` removes the dot first, which restarts its pulse and loses the focus.
      if (before === null) walkerDot.marker.addTo(map);
    },

    setTrack(next) {
      track = next;
      drawTrack();
    },

    flyTo: (centre, zoom) => void map.flyTo({ center: centre, zoom }),

    showBox([southWest, northEast]) {
      map.fitBounds([southWest, northEast], { padding: 72, maxZoom: 17, animate: false });
    },

    readCentre,

    placeAt: (event) => (map.getLayer(POINTS_LAYER) === undefined ? null : placeUnder(event, MOUSE_TOLERANCE_PX)),

    map,
  };
}

/** Whether the accuracy circle is the same: a new heading must not send data to the map's worker. */
function hasSameCircle(before: Walker | null, next: Walker | null): boolean {
  return before?.lng === next?.lng && before?.lat === next?.lat && before?.accuracyM === next?.accuracyM;
}

/** The font of the style's own labels, which its glyphs are sure to have. */
function fontOf(names: readonly SymbolLayerSpecification[]): string[] {
  for (const { layout } of names) {
    const font: readonly unknown[] = Array.isArray(layout?.['text-font']) ? layout['text-font'] : [];
    const faces = font.filter((face) => typeof face === 'string');
    // An expression is an array as well; it starts with its operator.
    if (faces.length > 0 && faces.length === font.length && faces[0] !== 'literal') return faces;
  }
  return ['Noto Sans Regular'];
}
