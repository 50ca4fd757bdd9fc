import type { FeatureCollection } from 'geojson';
import {
  GeoJSONSource,
  type GeoJSONSourceSpecification,
  type MapLibreMap,
  type SymbolLayerSpecification,
} from 'maplibre-gl';
import type { Geometry } from '../../../contracts/geo.ts';
import type { PlaceId } from '../../../contracts/vocabulary.ts';
import { drawMarks, MARK_PIXEL_RATIO, readMapColours } from '../../platform/map/place-paint.ts';
import { runInSlices } from '../../platform/page/time-slices.ts';
import { type Cluster, type Clustering, clusterPlaces, drawnFrom, sharedPointFrom } from './clusters.ts';
import { type DrawnPlace, findSharedPoints, NAMES_MIN_ZOOM, type ShownSharedPoint } from './drawn-places.ts';
import { LABELS_SOURCE, type LabelTexts, labelsCollection } from './label-layers.ts';
import { withoutNames } from './label-text.ts';
import {
  ACCURACY_SOURCE,
  CLUSTERS_SOURCE,
  clustersCollection,
  NOTHING,
  PLACES_SOURCE,
  placeLayers,
  placesCollection,
  SELECTED_DOT_SOURCE,
  selectedDot,
} from './place-layers.ts';
import { circleAround, findMiddles, isMiddleKnown } from './shape-geometry.ts';
import { type DrawnTrack, TRACK_SOURCE, trackData, trackLayers } from './track-layers.ts';
import {
  PLANNED_SOURCE,
  plannedLayers,
  WAITING_SOURCE,
  type WaitingPlace,
  waitingCollection,
  waitingLayers,
} from './waiting-layers.ts';
import type { WalkerDot, WalkerKind } from './walker-dot.ts';
import { WAY_SOURCE, wayCollection, wayLayer } from './way-layer.ts';
import { followWideZones } from './wide-zones.ts';

/** With at most this many positions, the middles of zones are found at once, in 1 or 2 ms; with more, in slices. */
const POSITIONS_AT_ONCE = 2000;

/** The walker on the map. */
export interface Walker {
  readonly lng: number;
  readonly lat: number;
  readonly accuracyM: number;
  readonly kind: WalkerKind;
  /** Direction of the dot in degrees clockwise from north; null without one. */
  readonly headingDeg: number | null;
}

/** Everything that is drawn on the basemap. Each part is replaced as a whole. */
export interface Drawn {
  readonly places: readonly DrawnPlace[];
  /** Drops that the server does not have yet. */
  readonly waiting: readonly WaitingPlace[];
  /** Places without public audio, for people who may fill them. */
  readonly planned: readonly WaitingPlace[];
  readonly selected: PlaceId | null;
  readonly heard: readonly PlaceId[];
  /** A dot with an accuracy circle; null for neither. */
  readonly walker: Walker | null;
  /** The route of a rehearsal; null for none. */
  readonly track: DrawnTrack | null;
}

/** The initial content of a map. */
export const NOTHING_DRAWN: Drawn = {
  places: [],
  waiting: [],
  planned: [],
  selected: null,
  heard: [],
  walker: null,
  track: null,
};

/** Our own sources and layers on a map. */
export interface MapDrawing {
  /** Draws everything on a style that was just loaded, or restored after the WebGL context was lost. */
  addLayers(): void;
  /** Draws the differences from the previous content. */
  draw(next: Drawn): void;
  /** Draws the names again, whose language has changed. */
  nameAnew(): void;
  listSharedPoints(): readonly ShownSharedPoint[];
  /** Returns their clusters, at any zoom. */
  listClusters(): readonly Cluster[];
}

/** Creates the drawing of `map`, whose walker is `walkerDot`. */
export function createMapDrawing(map: MapLibreMap, walkerDot: WalkerDot, texts: LabelTexts): MapDrawing {
  let drawn = NOTHING_DRAWN;
  let sharedPoints: readonly ShownSharedPoint[] = [];
  let clustering: Clustering = { clusters: [], drawnZooms: new Map() };
  /** The basemap's layers of names, as in its style. */
  let basemapNames: readonly SymbolLayerSpecification[] = [];
  /** The names that the basemap leaves to us, as a text. */
  let ownNames = '';
  let looking = new AbortController();
  map.once('remove', () => looking.abort());
  const wideZones = followWideZones(map, PLACES_SOURCE);

  function addLayers(): void {
    // A restored style has its layers and sources, but not the content drawn in the meantime, nor the features' state.
    if (map.getSource(PLACES_SOURCE) === undefined) addToStyle();
    drawPlaces();
    leaveNamesOut();
    drawLabels();
    drawWaiting();
    drawPlanned();
    drawCircle();
    drawTrack();
    drawSelectedDot();
    markSelected(true);
    wideZones.mark(drawn.places);
  }

  function addToStyle(): void {
    const empty: GeoJSONSourceSpecification = { type: 'geojson', data: NOTHING };
    map.addSource(ACCURACY_SOURCE, empty);
    map.addSource(WAY_SOURCE, empty);
    map.addSource(PLACES_SOURCE, { ...empty, promoteId: 'placeId' });
    map.addSource(CLUSTERS_SOURCE, { ...empty, promoteId: 'placeId' });
    map.addSource(SELECTED_DOT_SOURCE, empty);
    map.addSource(LABELS_SOURCE, empty);
    map.addSource(WAITING_SOURCE, empty);
    map.addSource(PLANNED_SOURCE, empty);
    map.addSource(TRACK_SOURCE, empty);
    // Zones go below the basemap's names, which stay readable; points and names go above everything.
    const names = map.getStyle().layers.filter((layer) => layer.type === 'symbol');
    [basemapNames, ownNames] = [names, ''];
    const [colours, font] = [readMapColours(), fontOf(names)];
    for (const [id, image] of Object.entries(drawMarks(colours))) {
      map.addImage(id, image, { pixelRatio: MARK_PIXEL_RATIO });
    }
    const outlined = [...waitingLayers(colours, font), ...plannedLayers(colours, font)];
    for (const layer of [wayLayer(colours), ...placeLayers(colours, font), ...outlined]) {
      map.addLayer(layer, layer.type === 'fill' || layer.type === 'line' ? names[0]?.id : undefined);
    }
    for (const layer of trackLayers(colours)) map.addLayer(layer);
  }

  function sourceOf(id: string): GeoJSONSource | null {
    const source = map.getSource(id);
    return source instanceof GeoJSONSource ? source : null;
  }

  function drawPlaces(): void {
    void sourceOf(PLACES_SOURCE)?.setData(placesCollection(drawn.places, sharedPoints, clustering));
    void sourceOf(CLUSTERS_SOURCE)?.setData(clustersCollection(drawn.places, clustering));
  }

  /** If many zones are new, their names appear once their middles are found; the page remains responsive until then. */
  function drawLabels(): void {
    looking.abort();
    const zones = drawn.places.flatMap(({ feature }) => (feature.type === 'Polygon' ? feature : []));
    const unknown = zones.filter((zone) => !isMiddleKnown(zone));
    const positions = unknown.reduce((sum, { coordinates }) => sum + coordinates.flat().length, 0);
    const isLong = positions > POSITIONS_AT_ONCE;
    const named = isLong
      ? drawn.places.filter(({ feature }) => feature.type === 'Point' || isMiddleKnown(feature))
      : drawn.places;
    void sourceOf(LABELS_SOURCE)?.setData(labelsCollection(named, sharedPoints, drawn.heard, clustering, texts));
    void sourceOf(WAY_SOURCE)?.setData(wayCollection(drawn.places, clustering));
    if (!isLong) return;
    looking = new AbortController();
    // Rejects when a new search begins, or the map is removed.
    runInSlices(findMiddles(unknown), looking.signal).then(drawLabels, () => {});
  }

  /** Removes our names from the basemap, which computes its tiles' layout again: only if the names have changed. */
  function leaveNamesOut(): void {
    const inSharedPoint = new Set(sharedPoints.flatMap(({ placeIds }) => placeIds));
    const names = drawn.places.flatMap(({ id, appelation }) => {
      const position = clustering.drawnZooms.get(id)?.middle;
      if (position === undefined || appelation.trim() === '' || inSharedPoint.has(id)) return [];
      return { name: appelation, position, fromZoom: Math.max(NAMES_MIN_ZOOM, drawnFrom(clustering, id)) };
    });
    const text = JSON.stringify(names);
    if (text === ownNames) return;
    ownNames = text;
    for (const { id, layout } of basemapNames) {
      if (layout?.['text-field'] === undefined || map.getLayer(id) === undefined) continue;
      map.setLayoutProperty(id, 'text-field', withoutNames(layout['text-field'], names));
    }
  }

  function drawWaiting(): void {
    void sourceOf(WAITING_SOURCE)?.setData(waitingCollection(drawn.waiting));
  }

  function drawPlanned(): void {
    void sourceOf(PLANNED_SOURCE)?.setData(waitingCollection(drawn.planned));
  }

  function drawCircle(): void {
    const { walker } = drawn;
    void sourceOf(ACCURACY_SOURCE)?.setData(walker === null ? NOTHING : accuracyCollection(walker));
  }

  function drawTrack(): void {
    void sourceOf(TRACK_SOURCE)?.setData(trackData(drawn.track));
  }

  function drawSelectedDot(): void {
    void sourceOf(SELECTED_DOT_SOURCE)?.setData(selectedDot(drawn.places, drawn.selected, clustering));
  }

  /** Sets a feature state: unlike new data, it needs no worker and shows in the next frame. */
  function markSelected(isSelected: boolean): void {
    const { selected } = drawn;
    if (selected === null || sourceOf(PLACES_SOURCE) === null) return;
    for (const source of [PLACES_SOURCE, CLUSTERS_SOURCE]) {
      map.setFeatureState({ source, id: selected }, { selected: isSelected });
    }
  }

  function drawDot(before: Walker | null, next: Walker | null): void {
    const { marker } = walkerDot;
    if (next === null) {
      marker.remove();
      return;
    }
    walkerDot.setKind(next.kind);
    const { dataset } = marker.getElement();
    if (next.headingDeg === null) delete dataset.heading;
    else dataset.heading = next.headingDeg.toFixed(0);
    marker.setRotation(next.headingDeg ?? 0);
    walkerDot.moveTo(next);
    // `addTo` removes the dot first, which would lose the focus.
    if (before === null) marker.addTo(map);
  }

  return {
    addLayers,
    nameAnew: drawLabels,
    listSharedPoints: () => sharedPoints,
    listClusters: () => clustering.clusters,

    draw(next) {
      const before = drawn;
      const isReselected = next.selected !== before.selected;
      const hasNewPlaces = next.places !== before.places;
      if (isReselected) markSelected(false);
      drawn = next;
      if (hasNewPlaces) {
        const found = findSharedPoints(drawn.places);
        clustering = clusterPlaces(drawn.places, found);
        sharedPoints = found.map((sharedPoint) => ({
          ...sharedPoint,
          fromZoom: sharedPointFrom(clustering, sharedPoint),
        }));
        drawPlaces();
        leaveNamesOut();
        wideZones.mark(drawn.places);
      }
      if (hasNewPlaces || next.heard !== before.heard) drawLabels();
      if (hasNewPlaces || isReselected) {
        markSelected(true);
        drawSelectedDot();
      }
      if (next.waiting !== before.waiting) drawWaiting();
      if (next.planned !== before.planned) drawPlanned();
      if (!hasSameCircle(before.walker, next.walker)) drawCircle();
      if (next.walker !== before.walker) drawDot(before.walker, next.walker);
      if (next.track !== before.track) drawTrack();
    },
  };
}

/** Returns the circle of the accuracy, and a point that pushes names away from the dot. */
function accuracyCollection({ lng, lat, accuracyM }: Walker): FeatureCollection {
  const shapes: Geometry[] = [{ type: 'Point', coordinates: [lng, lat] }, circleAround([lng, lat], accuracyM)];
  return {
    type: 'FeatureCollection',
    features: shapes.map((geometry) => ({ type: 'Feature', geometry, properties: {} })),
  };
}

/** Whether the accuracy circle is unchanged: a new heading must not send data to the map's worker. */
function hasSameCircle(before: Walker | null, next: Walker | null): boolean {
  return before?.lng === next?.lng && before?.lat === next?.lat && before?.accuracyM === next?.accuracyM;
}

/** Returns the font of the style's own labels, which its glyphs certainly include. */
function fontOf(names: readonly SymbolLayerSpecification[]): string[] {
  for (const { layout } of names) {
    const font: readonly unknown[] = Array.isArray(layout?.['text-font']) ? layout['text-font'] : [];
    const faces = font.filter((face) => typeof face === 'string');
    // An expression is also an array; it starts with its operator.
    if (faces.length > 0 && faces.length === font.length && faces[0] !== 'literal') return faces;
  }
  return ['Noto Sans Regular'];
}
