import type { MapLibreMap, Point } from 'maplibre-gl';
import { lngNear } from '../../../contracts/rings.ts';

/** The pixel of a position on the copy of the world that is nearest to the middle: the antimeridian may lie between them. */
export function projectNear(map: MapLibreMap, [lng, lat]: readonly [number, number]): Point {
  return map.project([lngNear(lng, map.getCenter().lng), lat]);
}
