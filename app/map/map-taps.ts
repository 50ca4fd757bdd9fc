import type { MapGeoJSONFeature, MapLibreMap, MapMouseEvent } from 'maplibre-gl';
import type { Geometry, Position } from '../../contracts/geo.ts';
import { lngNear, wrapLng } from '../../contracts/rings.ts';
import { PlaceId } from '../../contracts/vocabulary.ts';
import type { Scope } from '../platform/scope.ts';
import { type Cluster, nearestCluster } from './layers/clusters.ts';
import type { DrawnPlace, ShownSharedPoint } from './layers/drawn-places.ts';
import { SHARED_POINTS_LAYER } from './layers/label-layers.ts';
import { CLUSTERS_LAYER, DOTS_LAYER, POINTS_LAYER, ZONES_LAYER } from './layers/place-layers.ts';
import { areaDeg2 } from './layers/shape-geometry.ts';
import { PLANNED_LAYERS, WAITING_LAYERS } from './layers/waiting-layers.ts';

/** A finger covers about this radius around the pixel it reports. */
const TOUCH_TOLERANCE_PX = 22;
const MOUSE_TOLERANCE_PX = 6;

interface ScreenPoint {
  readonly x: number;
  readonly y: number;
}

/** Callbacks about taps. */
export interface MapTapListeners {
  /** Called first for each click. Returning true consumes it: no place or cluster is looked up. */
  readonly onGround: (position: Position) => boolean;
  /** Whether Enter on the map belongs to a tool. */
  readonly hasTool: () => boolean;
  /** Called for a tap on a place, or on empty space (null). */
  readonly onTap: (placeId: PlaceId | null) => void;
  /** Called for a tap on the circle of several places. */
  readonly onTapSharedPoint: (sharedPoint: ShownSharedPoint) => void;
  /** Called for a tap on a drop that waits on this device. */
  readonly onTapWaiting: (itemId: string) => void;
  /** Called for a tap on a planned place. */
  readonly onTapPlanned: (placeId: PlaceId) => void;
  /** Called when the map zooms in on the tapped item. */
  readonly onZoomIn: () => void;
}

interface Tappable {
  readonly listPlaces: () => readonly DrawnPlace[];
  readonly listSharedPoints: () => readonly ShownSharedPoint[];
  readonly listClusters: () => readonly Cluster[];
}

/** Reports taps, and opens clusters. Returns what finds the place under a double-click; null on a shared point. */
export function followTaps(
  scope: Scope,
  map: MapLibreMap,
  { listPlaces, listSharedPoints, listClusters }: Tappable,
  listeners: MapTapListeners,
): (event: MapMouseEvent) => PlaceId | null {
  function featuresIn(layer: string, { x, y }: ScreenPoint, tolerancePx: number): MapGeoJSONFeature[] {
    const box: [[number, number], [number, number]] = [
      [x - tolerancePx, y - tolerancePx],
      [x + tolerancePx, y + tolerancePx],
    ];
    return map.queryRenderedFeatures(box, { layers: [layer] });
  }

  function hitsIn(layer: string, point: ScreenPoint, tolerancePx: number): Hit[] {
    const ids = new Set(featuresIn(layer, point, tolerancePx).map((feature) => feature.id));
    return listPlaces()
      .filter((place) => ids.has(place.id))
      .map(({ id, feature }) => ({ placeId: id, feature }));
  }

  /** A shared point counts as its first place, at that place's position. */
  function sharedPointHitsIn(point: ScreenPoint, tolerancePx: number): Hit[] {
    return featuresIn(SHARED_POINTS_LAYER, point, tolerancePx).flatMap(({ properties }) => {
      const sharedPoint = listSharedPoints()[Number(properties.sharedPoint)];
      const [placeId] = sharedPoint?.placeIds ?? [];
      if (sharedPoint === undefined || placeId === undefined) return [];
      return { placeId, feature: { type: 'Point' as const, coordinates: sharedPoint.position } };
    });
  }

  function placeUnder({ point, lngLat }: MapMouseEvent, tolerancePx: number): PlaceId | null {
    const tapped: Position = [lngLat.lng, lngLat.lat];
    const points = [...hitsIn(POINTS_LAYER, point, tolerancePx), ...sharedPointHitsIn(point, tolerancePx)];
    // A zone under the exact pixel has priority over a nearby one.
    return (
      pickHit(points, tapped) ??
      pickHit(hitsIn(DOTS_LAYER, point, tolerancePx), tapped) ??
      pickHit(hitsIn(ZONES_LAYER, point, 0), tapped) ??
      pickHit(hitsIn(ZONES_LAYER, point, tolerancePx), tapped)
    );
  }

  function sharedPointOf(placeId: PlaceId | null): ShownSharedPoint | undefined {
    return listSharedPoints().find((sharedPoint) => sharedPoint.placeIds.some((id) => id === placeId));
  }

  function tapOn(placeId: PlaceId | null): void {
    const sharedPoint = sharedPointOf(placeId);
    if (sharedPoint === undefined) listeners.onTap(placeId);
    else listeners.onTapSharedPoint(sharedPoint);
  }

  /** Returns a cluster under the exact pixel, or a nearby one if there is no place there. */
  function clusterUnder({ point }: MapMouseEvent, tolerancePx: number): MapGeoJSONFeature | undefined {
    const [exact] = featuresIn(CLUSTERS_LAYER, point, 0);
    const isAtPlace = [DOTS_LAYER, POINTS_LAYER, SHARED_POINTS_LAYER].some(
      (layer) => featuresIn(layer, point, tolerancePx).length > 0,
    );
    return exact !== undefined || isAtPlace ? exact : featuresIn(CLUSTERS_LAYER, point, tolerancePx)[0];
  }

  function openCluster(centre: Position, zoom: number): void {
    listeners.onZoomIn();
    map.easeTo({ center: [...centre], zoom });
  }

  function handleTap(event: MapMouseEvent): void {
    if (listeners.onGround([wrapLng(event.lngLat.lng), event.lngLat.lat])) return;
    if (map.getLayer(POINTS_LAYER) === undefined) {
      listeners.onTap(null);
      return;
    }
    const { originalEvent } = event;
    const isMouse = originalEvent instanceof PointerEvent && originalEvent.pointerType === 'mouse';
    const tolerancePx = isMouse ? MOUSE_TOLERANCE_PX : TOUCH_TOLERANCE_PX;
    const [waitingHit, plannedHit] = [WAITING_LAYERS, PLANNED_LAYERS].map(
      (layers) => layers.flatMap((layer) => featuresIn(layer, event.point, tolerancePx))[0],
    );
    const group = clusterUnder(event, tolerancePx);
    if (waitingHit !== undefined) listeners.onTapWaiting(String(waitingHit.properties.itemId));
    else if (plannedHit !== undefined && placeUnder(event, 0) === null) {
      listeners.onTapPlanned(PlaceId.parse(Number(plannedHit.properties.itemId)));
    } else if (group?.geometry.type !== 'Point') tapOn(placeUnder(event, tolerancePx));
    else {
      const [lng = 0, lat = 0] = group.geometry.coordinates;
      openCluster([lng, lat], Number(group.properties.endZoom));
    }
  }

  function handleKey(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || listeners.hasTool()) return;
    const { lng, lat } = map.getCenter();
    const group = nearestCluster(listClusters(), map.getZoom(), [lng, lat]);
    if (group === null) return;
    const isShown = map.getBounds().contains([lngNear(group.position[0], lng), group.position[1]]);
    if (isShown) openCluster(group.position, group.endZoom);
  }

  function setCursor(cursor: string): void {
    map.getCanvas().style.cursor = cursor;
  }

  map.on('click', handleTap);
  scope.listen<KeyboardEvent>(map.getCanvas(), 'keydown', handleKey);
  const places = [POINTS_LAYER, SHARED_POINTS_LAYER, ZONES_LAYER, DOTS_LAYER, CLUSTERS_LAYER];
  for (const layer of [...places, ...WAITING_LAYERS, ...PLANNED_LAYERS]) {
    map.on('mousemove', layer, () => setCursor('pointer'));
    map.on('mouseleave', layer, () => setCursor(''));
  }
  return (event) => {
    if (map.getLayer(POINTS_LAYER) === undefined) return null;
    const placeId = placeUnder(event, MOUSE_TOLERANCE_PX);
    return sharedPointOf(placeId) === undefined ? placeId : null;
  };
}

/** A place under a tap. */
export interface Hit {
  readonly placeId: PlaceId;
  readonly feature: Geometry;
}

/**
 * Picks one of several places under a tap: a point before a zone, because it is the smaller target; the nearest point;
 * the smallest zone.
 *
 * @param tapped position of the tap, `[lng, lat]`.
 * @returns null for no hits.
 */
export function pickHit(hits: readonly Hit[], tapped: Position): PlaceId | null {
  const ranked = hits.map((hit) => ({ placeId: hit.placeId, rank: rankHit(hit.feature, tapped) }));
  ranked.sort((a, b) => a.rank[0] - b.rank[0] || a.rank[1] - b.rank[1]);
  return ranked[0]?.placeId ?? null;
}

/** Returns a sort key: points 0 and zones 1, then a point's squared distance or a zone's area. */
function rankHit(feature: Geometry, tapped: Position): readonly [number, number] {
  if (feature.type === 'Polygon') return [1, areaDeg2(feature.coordinates)];
  const [lng, lat] = feature.coordinates;
  const east = (lngNear(lng, tapped[0]) - tapped[0]) * Math.cos((tapped[1] * Math.PI) / 180);
  return [0, east * east + (lat - tapped[1]) ** 2];
}
