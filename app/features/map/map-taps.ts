import { GeoJSONSource, type MapGeoJSONFeature, type MapLibreMap, type MapMouseEvent } from 'maplibre-gl';
import type { Position } from '../../../contracts/geo.ts';
import { wrapLng } from '../../../contracts/rings.ts';
import type { PlaceId } from '../../../contracts/vocabulary.ts';
import type { Scope } from '../../platform/scope.ts';
import { CLUSTERS_END_ZOOM, type DrawnPlace } from './layers/drawn-place.ts';
import { type Hit, pickHit } from './layers/hit-order.ts';
import { SPOTS_LAYER } from './layers/label-layers.ts';
import { CLUSTERS_LAYER, CLUSTERS_SOURCE, DOTS_LAYER, POINTS_LAYER, ZONES_LAYER } from './layers/place-layers.ts';
import { WAITING_LAYERS } from './layers/waiting-layers.ts';
import type { Spot } from './spots/spots.ts';

/** A finger covers about this radius around the pixel it reports. */
const TOUCH_TOLERANCE_PX = 22;
const MOUSE_TOLERANCE_PX = 6;

interface ScreenPoint {
  readonly x: number;
  readonly y: number;
}

/** Callbacks about taps. */
export interface MapTapListeners {
  /** Called with each click first. Returning true consumes it: no place or cluster is looked up. */
  readonly onGround: (position: Position) => boolean;
  /** A tap on a place, or on empty space (null). */
  readonly onTap: (placeId: PlaceId | null) => void;
  /** A tap on the circle of several places. */
  readonly onTapSpot: (spot: Spot) => void;
  /** A tap on a drop that waits on this device. */
  readonly onTapWaiting: (itemId: string) => void;
  /** The map goes nearer to what was tapped. */
  readonly onZoomIn: () => void;
}

/** What is on the map to be tapped. */
interface Tappable {
  readonly listPlaces: () => readonly DrawnPlace[];
  readonly listSpots: () => readonly Spot[];
}

/**
 * Tells what is tapped on `map`, and opens a cluster that is. Ends with the map.
 *
 * @returns the place under a double-click; null on a spot, which is several
 */
export function followTaps(
  scope: Scope,
  map: MapLibreMap,
  { listPlaces, listSpots }: Tappable,
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

  /** A spot stands for its first place, where that is. */
  function spotHitsIn(point: ScreenPoint, tolerancePx: number): Hit[] {
    return featuresIn(SPOTS_LAYER, point, tolerancePx).flatMap(({ properties }) => {
      const spot = listSpots()[Number(properties.spot)];
      const [placeId] = spot?.placeIds ?? [];
      if (spot === undefined || placeId === undefined) return [];
      return { placeId, feature: { type: 'Point' as const, coordinates: spot.position } };
    });
  }

  function placeUnder({ point, lngLat }: MapMouseEvent, tolerancePx: number): PlaceId | null {
    const tapped: Position = [lngLat.lng, lngLat.lat];
    const points = [...hitsIn(POINTS_LAYER, point, tolerancePx), ...spotHitsIn(point, tolerancePx)];
    // A zone under the exact pixel comes before one near it.
    return (
      pickHit(points, tapped) ??
      pickHit(hitsIn(DOTS_LAYER, point, tolerancePx), tapped) ??
      pickHit(hitsIn(ZONES_LAYER, point, 0), tapped) ??
      pickHit(hitsIn(ZONES_LAYER, point, tolerancePx), tapped)
    );
  }

  function spotOf(placeId: PlaceId | null): Spot | undefined {
    const isNear = map.getZoom() >= CLUSTERS_END_ZOOM;
    return isNear ? listSpots().find((spot) => spot.placeIds.some((id) => id === placeId)) : undefined;
  }

  function tapOn(placeId: PlaceId | null): void {
    const spot = spotOf(placeId);
    if (spot === undefined) listeners.onTap(placeId);
    else listeners.onTapSpot(spot);
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
    const source = map.getSource(CLUSTERS_SOURCE);
    if (!(source instanceof GeoJSONSource)) return;
    // Rejects if the places have changed and the cluster is gone.
    const zoom = await source.getClusterExpansionZoom(Number(properties.cluster_id)).catch(() => undefined);
    if (zoom === undefined || scope.disposed) return;
    listeners.onZoomIn();
    map.easeTo({ center: [lng, lat], zoom });
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
    const waitingHit = WAITING_LAYERS.flatMap((layer) => featuresIn(layer, event.point, tolerancePx))[0];
    const cluster = clusterUnder(event, tolerancePx);
    if (waitingHit !== undefined) listeners.onTapWaiting(String(waitingHit.properties.itemId));
    else if (cluster === undefined) tapOn(placeUnder(event, tolerancePx));
    else void openCluster(cluster);
  }

  function setCursor(cursor: string): void {
    map.getCanvas().style.cursor = cursor;
  }

  map.on('click', handleTap);
  for (const layer of [POINTS_LAYER, SPOTS_LAYER, ZONES_LAYER, DOTS_LAYER, CLUSTERS_LAYER, ...WAITING_LAYERS]) {
    map.on('mousemove', layer, () => setCursor('pointer'));
    map.on('mouseleave', layer, () => setCursor(''));
  }
  return (event) => {
    if (map.getLayer(POINTS_LAYER) === undefined) return null;
    const placeId = placeUnder(event, MOUSE_TOLERANCE_PX);
    return spotOf(placeId) === undefined ? placeId : null;
  };
}
