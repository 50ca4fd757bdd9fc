import type { MapLibreMap } from 'maplibre-gl';

/** Draw's name of a source that it adds together with its layers. */
export const HOT_SOURCE = 'mapbox-gl-draw-hot';
const SOURCES: readonly string[] = [HOT_SOURCE, 'mapbox-gl-draw-cold'];

/** Removes Draw's sources and layers from a map that no longer has Draw. */
export function removeDrawSources(map: MapLibreMap): void {
  for (const layer of map.getStyle().layers) {
    if ('source' in layer && SOURCES.includes(String(layer.source))) map.removeLayer(layer.id);
  }
  for (const id of SOURCES) {
    if (map.getSource(id) !== undefined) map.removeSource(id);
  }
}
