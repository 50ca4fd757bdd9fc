import type { MapLibreMap, Point } from 'maplibre-gl';
import { lngNear } from '../../../contracts/rings.ts';

/** Zoom on the first position fix. */
export const FIRST_FIX_ZOOM = 18;
/** Zoom on a place, and on the first place of a parcours. */
export const PLACE_ZOOM = 17;
/** Zoom on a search result. */
export const SEARCH_ZOOM = 16;

/** The latitude where Web Mercator ends; it puts the poles infinitely far away. */
const MAP_LAT_MAX_DEG = 85.05;

/** Clamps a latitude to what a map can show. */
export function shownLat(lat: number): number {
  return Math.max(-MAP_LAT_MAX_DEG, Math.min(MAP_LAT_MAX_DEG, lat));
}

/** Projects a position onto the copy of the world nearest to the map's centre, across the antimeridian if needed. */
export function projectNear(map: MapLibreMap, [lng, lat]: readonly [number, number]): Point {
  return map.project([lngNear(lng, map.getCenter().lng), shownLat(lat)]);
}
