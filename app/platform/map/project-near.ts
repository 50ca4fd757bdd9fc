import type { MapLibreMap, Point } from 'maplibre-gl';
import { lngNear } from '../../../contracts/rings.ts';

/** Where Web Mercator ends: the poles are infinitely far on it. */
const MAP_LAT_MAX_DEG = 85.05;

/** The latitude of the nearest position that a map can show. */
export function shownLat(lat: number): number {
  return Math.max(-MAP_LAT_MAX_DEG, Math.min(MAP_LAT_MAX_DEG, lat));
}

/** The pixel of a position on the copy of the world that is nearest to the middle: the antimeridian may lie between them. */
export function projectNear(map: MapLibreMap, [lng, lat]: readonly [number, number]): Point {
  return map.project([lngNear(lng, map.getCenter().lng), shownLat(lat)]);
}
