import type { MapGeoJSONFeature, MapLibreMap, MapMouseEvent } from 'maplibre-gl';
import type { Position } from '../../contracts/geo.ts';
import { lngNear, wrapLng } from '../../contracts/rings.ts';
import type { PlaceId } from '../../contracts/vocabulary.ts';
import type { Scope } from '../platform/scope.ts';
import type { DrawnPlace } from './layers/drawn-place.ts';
import { type Group, groupNearest } from './layers/groups.ts';
import { type Hit, pickHit } from './layers/hit-order.ts';
import { SPOTS_LAYER } from './layers/label-layers.ts';
import { DOTS_LAYER, GROUPS_LAYER, POINTS_LAYER, ZONES_LAYER } from './layers/place-layers.ts';
import { WAITING_LAYERS } from './layers/waiting-layers.ts';
import type { ShownSpot } from './spots/spots.ts';

/** A finger covers about this radius around the pixel it reports. */
const TOUCH_TOLERANCE_PX = 22;
const MOUSE_TOLERANCE_PX = 6;

interface ScreenPoint {
  readonly x: number;
  readonly y: number;
}

/** Callbacks about taps. */
export interface MapTapListeners {
  /** Called first for each click. Returning true consumes it: no place or group is looked up. */
  readonly onGround: (position: Position) => boolean;
  /** Whether Enter on the map belongs to a tool. */
  readonly hasTool: () => boolean;
  /** Called for a tap on a place, or on empty space (null). */
  readonly onTap: (placeId: PlaceId | null) => void;
  /** Called for a tap on the circle of several places. */
  readonly onTapSpot: (spot: ShownSpot) => void;
  /** Called for a tap on a drop that waits on this device. */
  readonly onTapWaiting: (itemId: string) => void;
  /** Called when the map zooms in on the tapped item. */
  readonly onZoomIn: () => void;
}

interface Tappable {
  readonly listPlaces: () => readonly DrawnPlace[];
  readonly listSpots: () => readonly ShownSpot[];
  readonly listGroups: () => readonly Group[];
}

/**
 * Reports taps on `map`, and opens a tapped group, or on Enter the one nearest to the middle. Ends with the map.
 *
 * @returns the place under a double-click; null on a spot, which is several
 */
export function followTaps(
  scope: Scope,
  map: MapLibreMap,
  { listPlaces, listSpots, listGroups }: Tappable,
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

  /** A spot counts as its first place, at that place's position. */
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
    // A zone under the exact pixel has priority over a nearby one.
    return (
      pickHit(points, tapped) ??
      pickHit(hitsIn(DOTS_LAYER, point, tolerancePx), tapped) ??
      pickHit(hitsIn(ZONES_LAYER, point, 0), tapped) ??
      pickHit(hitsIn(ZONES_LAYER, point, tolerancePx), tapped)
    );
  }

  function spotOf(placeId: PlaceId | null): ShownSpot | undefined {
    return listSpots().find((spot) => spot.placeIds.some((id) => id === placeId));
  }

  function tapOn(placeId: PlaceId | null): void {
    const spot = spotOf(placeId);
    if (spot === undefined) listeners.onTap(placeId);
    else listeners.onTapSpot(spot);
  }

  /** Returns a group under the exact pixel, or a nearby one if there is no place there. */
  function groupUnder({ point }: MapMouseEvent, tolerancePx: number): MapGeoJSONFeature | undefined {
    const [exact] = featuresIn(GROUPS_LAYER, point, 0);
    const isAtPlace = [DOTS_LAYER, POINTS_LAYER, SPOTS_LAYER].some(
      (layer) => featuresIn(layer, point, tolerancePx).length > 0,
    );
    return exact !== undefined || isAtPlace ? exact : featuresIn(GROUPS_LAYER, point, tolerancePx)[0];
  }

  function openGroup(centre: Position, zoom: number): void {
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
    const waitingHit = WAITING_LAYERS.flatMap((layer) => featuresIn(layer, event.point, tolerancePx))[0];
    const group = groupUnder(event, tolerancePx);
    if (waitingHit !== undefined) listeners.onTapWaiting(String(waitingHit.properties.itemId));
    else if (group?.geometry.type !== 'Point') tapOn(placeUnder(event, tolerancePx));
    else {
      const [lng = 0, lat = 0] = group.geometry.coordinates;
      openGroup([lng, lat], Number(group.properties.endZoom));
    }
  }

  function handleKey(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || listeners.hasTool()) return;
    const { lng, lat } = map.getCenter();
    const group = groupNearest(listGroups(), map.getZoom(), [lng, lat]);
    if (group === null) return;
    const isShown = map.getBounds().contains([lngNear(group.position[0], lng), group.position[1]]);
    if (isShown) openGroup(group.position, group.endZoom);
  }

  function setCursor(cursor: string): void {
    map.getCanvas().style.cursor = cursor;
  }

  map.on('click', handleTap);
  scope.listen<KeyboardEvent>(map.getCanvas(), 'keydown', handleKey);
  for (const layer of [POINTS_LAYER, SPOTS_LAYER, ZONES_LAYER, DOTS_LAYER, GROUPS_LAYER, ...WAITING_LAYERS]) {
    map.on('mousemove', layer, () => setCursor('pointer'));
    map.on('mouseleave', layer, () => setCursor(''));
  }
  return (event) => {
    if (map.getLayer(POINTS_LAYER) === undefined) return null;
    const placeId = placeUnder(event, MOUSE_TOLERANCE_PX);
    return spotOf(placeId) === undefined ? placeId : null;
  };
}
