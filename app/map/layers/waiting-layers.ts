import type { Feature, FeatureCollection } from 'geojson';
import type { ExpressionSpecification, LayerSpecification } from 'maplibre-gl';
import type { Geometry } from '../../../contracts/geo.ts';
import type { MapColours } from '../../platform/map/place-paint.ts';
import { NAMES_MIN_ZOOM } from './drawn-places.ts';
import { mapName } from './label-text.ts';
import { zoneMiddle } from './shape-geometry.ts';
import { wholeShape } from './whole-shape.ts';

/** Id of the source with the drops that wait on this device. */
export const WAITING_SOURCE = 'waiting-places';
/** Ids of the layers that a tap on a waiting drop hits. */
export const WAITING_LAYERS = ['waiting-points', 'waiting-zone-dots', 'waiting-zones'];

/** Wider than the walker's dot, which covers a drop that was just made. */
const RING_RADIUS_PX = 15;
/** From this zoom a zone has its outline; below it a ring in its middle, since most zones are smaller than that. */
const SHAPES_MIN_ZOOM = 14;
const IS_ZONE: ExpressionSpecification = ['==', ['geometry-type'], 'Polygon'];
/** The middle of a zone, as opposed to a point place. */
const IS_MIDDLE: ExpressionSpecification = ['has', 'isMiddle'];

/** The data needed to draw a waiting drop. */
export interface WaitingPlace {
  readonly id: string;
  readonly name: string;
  readonly geometry: Geometry;
}

/** Returns the waiting drops as GeoJSON, by `itemId`; a zone's name is on a second feature, with `isMiddle`. */
export function waitingCollection(waiting: readonly WaitingPlace[]): FeatureCollection {
  return {
    type: 'FeatureCollection',
    features: waiting.flatMap(({ id, name, geometry }) => {
      const named = { itemId: id, name: mapName(name) };
      if (geometry.type === 'Point') return { type: 'Feature', geometry, properties: named } satisfies Feature;
      const zone: Feature = { type: 'Feature', geometry: wholeShape(geometry), properties: { itemId: id } };
      const middle = { type: 'Point' as const, coordinates: [...zoneMiddle(geometry)] };
      return [zone, { type: 'Feature', geometry: middle, properties: { ...named, isMiddle: true } }];
    }),
  };
}

/** Returns the layers of waiting drops, lowest first: rings for points and dashed outlines for zones. */
export function waitingLayers({ place, halo, ink }: MapColours, font: string[]): LayerSpecification[] {
  const ring = {
    'circle-color': halo,
    'circle-opacity': 0.5,
    'circle-radius': RING_RADIUS_PX,
    'circle-stroke-color': place,
    'circle-stroke-width': 3,
  };
  return [
    {
      id: 'waiting-zones',
      type: 'fill',
      source: WAITING_SOURCE,
      filter: IS_ZONE,
      paint: { 'fill-color': place, 'fill-opacity': 0.08 },
    },
    {
      id: 'waiting-zone-outlines',
      type: 'line',
      source: WAITING_SOURCE,
      // At lower zooms an outline would enlarge small zones; their middle is shown instead.
      minzoom: SHAPES_MIN_ZOOM,
      filter: IS_ZONE,
      paint: { 'line-color': place, 'line-width': 2, 'line-dasharray': [2, 1.5] },
    },
    {
      id: 'waiting-points',
      type: 'circle',
      source: WAITING_SOURCE,
      filter: ['all', ['==', ['geometry-type'], 'Point'], ['!', IS_MIDDLE]],
      paint: ring,
    },
    {
      id: 'waiting-zone-dots',
      type: 'circle',
      source: WAITING_SOURCE,
      maxzoom: SHAPES_MIN_ZOOM,
      filter: IS_MIDDLE,
      paint: ring,
    },
    {
      id: 'waiting-names',
      type: 'symbol',
      source: WAITING_SOURCE,
      minzoom: NAMES_MIN_ZOOM,
      // A polygon's name would be shown once in each of its tiles.
      filter: ['==', ['geometry-type'], 'Point'],
      layout: {
        'text-field': ['get', 'name'],
        'text-font': font,
        'text-size': 13,
        'text-max-width': 9,
        'text-anchor': ['case', IS_MIDDLE, 'center', 'top'],
        'text-offset': ['case', IS_MIDDLE, ['literal', [0, 0]], ['literal', [0, 1.4]]],
      },
      paint: { 'text-color': ink, 'text-halo-color': halo, 'text-halo-width': 1.6 },
    },
  ];
}
