import type { Feature, FeatureCollection } from 'geojson';
import type { LineLayerSpecification } from 'maplibre-gl';
import { unwrapLine } from '../../../contracts/rings.ts';
import { listWays } from '../../places/order/in-order.ts';
import type { MapColours } from '../../platform/map/place-paint.ts';
import type { Clustering } from './clusters.ts';
import type { DrawnPlace } from './drawn-places.ts';
import { isMiddleKnown, zoneMiddle } from './shape-geometry.ts';

/** Id of the source with the suggested way along the numbered places. */
export const WAY_SOURCE = 'place-way';

/** Returns the suggested ways as GeoJSON: straight lines from each numbered place to the next one. */
export function wayCollection(places: readonly DrawnPlace[], { drawnZooms }: Clustering): FeatureCollection {
  const features = listWays(places).flatMap((way): Feature[] => {
    // Where the names are; beside large zones only until their middles are found.
    const line = way.flatMap(({ id, feature }) => {
      if (feature.type === 'Polygon' && isMiddleKnown(feature)) return [zoneMiddle(feature)];
      const middle = drawnZooms.get(id)?.middle;
      return middle === undefined ? [] : [middle];
    });
    if (line.length < 2) return [];
    return [{ type: 'Feature', geometry: { type: 'LineString', coordinates: unwrapLine(line) }, properties: {} }];
  });
  return { type: 'FeatureCollection', features };
}

/** Returns the layer of the suggested ways, which is below the places. */
export function wayLayer({ place }: MapColours): LineLayerSpecification {
  return {
    id: 'place-way',
    type: 'line',
    source: WAY_SOURCE,
    layout: { 'line-join': 'round', 'line-cap': 'round' },
    // Dots: with round caps a dash without a length is one.
    paint: { 'line-color': place, 'line-opacity': 0.65, 'line-width': 4, 'line-dasharray': [0, 2] },
  };
}
