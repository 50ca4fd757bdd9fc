import type { FeatureCollection } from 'geojson';
import type { LayerSpecification } from 'maplibre-gl';
import type { Geometry } from '../../../contracts/geo.ts';
import type { MapColours } from '../../platform/map-setup.ts';

/** Id of the source that holds the places of drops that wait on this device. */
export const WAITING_SOURCE = 'waiting-places';
/** Ids of the layers that a tap on a waiting place hits. */
export const WAITING_LAYERS = ['waiting-points', 'waiting-zones'];

/** Wider than the walker's dot, which stands over a drop that has just been made. */
const RING_RADIUS_PX = 15;

/** What a waiting place needs to be drawn. */
export interface WaitingPlace {
  readonly id: string;
  readonly name: string;
  readonly geometry: Geometry;
}

/** The waiting places as GeoJSON, their ids in the property `itemId`. */
export function waitingCollection(waiting: readonly WaitingPlace[]): FeatureCollection {
  return {
    type: 'FeatureCollection',
    features: waiting.map(({ id, name, geometry }) => ({
      type: 'Feature',
      geometry,
      properties: { itemId: id, name },
    })),
  };
}

/** The layers of waiting places, lowest first: hollow and dashed, where the server's are filled. */
export function waitingLayers({ place, halo, ink }: MapColours, font: string[]): LayerSpecification[] {
  return [
    {
      id: 'waiting-zones',
      type: 'fill',
      source: WAITING_SOURCE,
      filter: ['==', ['geometry-type'], 'Polygon'],
      paint: { 'fill-color': place, 'fill-opacity': 0.08 },
    },
    {
      id: 'waiting-zone-outlines',
      type: 'line',
      source: WAITING_SOURCE,
      filter: ['==', ['geometry-type'], 'Polygon'],
      paint: { 'line-color': place, 'line-width': 2, 'line-dasharray': [2, 1.5] },
    },
    {
      id: 'waiting-points',
      type: 'circle',
      source: WAITING_SOURCE,
      filter: ['==', ['geometry-type'], 'Point'],
      paint: {
        'circle-color': halo,
        'circle-opacity': 0.5,
        'circle-radius': RING_RADIUS_PX,
        'circle-stroke-color': place,
        'circle-stroke-width': 3,
      },
    },
    {
      id: 'waiting-names',
      type: 'symbol',
      source: WAITING_SOURCE,
      minzoom: 15.5,
      layout: {
        'text-field': ['get', 'name'],
        'text-font': font,
        'text-size': 13,
        'text-max-width': 9,
        'text-anchor': 'top',
        'text-offset': [0, 1.4],
      },
      paint: { 'text-color': ink, 'text-halo-color': halo, 'text-halo-width': 1.6 },
    },
  ];
}
