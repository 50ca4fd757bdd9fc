import type { MapLibreMap, MapMouseEvent } from 'maplibre-gl';
import type { Geometry } from '../../../contracts/geo.ts';
import type { PlaceId } from '../../../contracts/vocabulary.ts';

/** The map, as far as the editor uses it. */
export interface EditorSurface {
  readonly map: MapLibreMap;
  /** The place that a double-click means. */
  readonly placeAt: (event: MapMouseEvent) => PlaceId | null;
  /** Brings a shape into view as a whole. */
  readonly show: (geometry: Geometry) => void;
}
