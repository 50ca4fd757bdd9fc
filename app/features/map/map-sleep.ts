import type { MapLibreMap } from 'maplibre-gl';
import type { Release } from '../../platform/scope.ts';

/**
 * Keeps a map from drawing until the returned function is called, which draws what has changed. Nobody has to watch what
 * may ask for a frame (tiles that arrive, a new size, a style): all of it goes through the two methods that are replaced.
 */
export function putToSleep(map: MapLibreMap): Release {
  map.stop();
  map.triggerRepaint = () => {};
  // Draws now, and so takes back the frame that may have been asked for already.
  map.redraw();
  map.redraw = () => map;
  return () => {
    // The methods of its class are in force again.
    Reflect.deleteProperty(map, 'triggerRepaint');
    Reflect.deleteProperty(map, 'redraw');
    map.redraw();
  };
}
