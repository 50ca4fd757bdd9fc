import type { MapLibreMap } from 'maplibre-gl';
import type { Release } from '../platform/scope.ts';

/**
 * Prevents a map from drawing until the returned function is called, which draws the changes. The causes of frames
 * (arriving tiles, a new size, a style) need no watching: all use the two methods that are replaced here.
 */
export function putToSleep(map: MapLibreMap): Release {
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
