import type { FeatureCollection, GeoJSON } from 'geojson';
import type { ExpressionSpecification, GeoJSONSourceSpecification, LayerSpecification } from 'maplibre-gl';
import type { Geometry } from '../../../../contracts/geo.ts';
import type { PlaceId } from '../../../../contracts/vocabulary.ts';
import type { MapColours } from '../../../platform/map/map-setup.ts';
import {
  PLACE_CIRCLE_OPACITY,
  PLACE_CIRCLE_RADIUS_PX,
  PLACE_CIRCLE_RADIUS_SELECTED_PX,
  PLACE_FILL_OPACITY,
} from '../../../platform/map/place-paint.ts';
import { printName } from '../../../words/untitled.ts';
import { middleOf } from './shapes.ts';

/** Id of the source that holds the places. */
export const PLACES_SOURCE = 'places';
/** Id of the source that holds the circle of the position's accuracy. */
export const ACCURACY_SOURCE = 'accuracy';
/** Id of the source that holds one dot for each place, clustered where they are close. */
export const CLUSTERS_SOURCE = 'place-clusters';
/** Id of the source that holds the dot of the selected place, which is never clustered. */
export const SELECTED_DOT_SOURCE = 'place-selected-dot';
/** Id of the layer that a tap on a cluster hits. */
export const CLUSTERS_LAYER = 'place-clusters';
/** Id of the layer that a tap on a place's dot hits when zoomed out. */
export const DOTS_LAYER = 'place-dots';
/** Id of the layer that a tap on a point hits. */
export const POINTS_LAYER = 'place-points';
/** Id of the layer that a tap on a zone hits. */
export const ZONES_LAYER = 'place-zones';

/** From this zoom on names are shown. */
export const NAMES_MIN_ZOOM = 15.5;
/** Hides the basemap's own label of the same square or church beside ours. */
const NAMES_PADDING_PX = 18;

/** From this zoom on places are drawn as shapes. Further out a zone is smaller than a dot. */
export const CLUSTERS_END_ZOOM = 14;
/** Two place circles that would touch, with a finger's width between them. */
const CLUSTER_RADIUS_PX = 44;
const CLUSTER_OPACITY = 0.9;

/** What a place needs to be drawn. */
export interface DrawnPlace {
  readonly id: PlaceId;
  readonly appelation: string;
  readonly feature: Geometry;
}

/** The places as GeoJSON. The source promotes the property `placeId` to the feature's id. */
export function placesCollection(places: readonly DrawnPlace[]): FeatureCollection {
  return {
    type: 'FeatureCollection',
    features: places.map(({ id, appelation, feature }) => ({
      type: 'Feature',
      geometry: feature,
      properties: { placeId: id, name: printName(appelation) },
    })),
  };
}

/** One dot for each place, a zone's in its middle, with ids as in {@link placesCollection}. */
export function dotsCollection(places: readonly DrawnPlace[]): FeatureCollection {
  return {
    type: 'FeatureCollection',
    features: places.map(({ id, feature }) => ({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [...middleOf(feature)] },
      properties: { placeId: id },
    })),
  };
}

/** The source of {@link dotsCollection}, empty. */
export const EMPTY_CLUSTERS: GeoJSONSourceSpecification = {
  type: 'geojson',
  data: { type: 'FeatureCollection', features: [] },
  promoteId: 'placeId',
  cluster: true,
  clusterRadius: CLUSTER_RADIUS_PX,
  clusterMaxZoom: CLUSTERS_END_ZOOM - 1,
};

/** Data of an empty source. */
export const NOTHING: GeoJSON = { type: 'FeatureCollection', features: [] };

/**
 * The layers of places and accuracy, lowest first. Places are blue, with the feature state `selected` green; sizes and
 * opacities are the specification's.
 *
 * @param font for names; the style's glyphs must have it.
 */
export function placeLayers(colours: MapColours, font: string[]): LayerSpecification[] {
  const whenSelected = <T extends string | number>(selected: T, otherwise: T): ExpressionSpecification => [
    'case',
    ['boolean', ['feature-state', 'selected'], false],
    selected,
    otherwise,
  ];
  const colour = whenSelected(colours.selected, colours.place);
  return [
    {
      id: 'accuracy-fill',
      type: 'fill',
      source: ACCURACY_SOURCE,
      paint: { 'fill-color': colours.position, 'fill-opacity': 0.12 },
    },
    {
      id: ZONES_LAYER,
      type: 'fill',
      source: PLACES_SOURCE,
      filter: ['==', ['geometry-type'], 'Polygon'],
      paint: { 'fill-color': colour, 'fill-opacity': PLACE_FILL_OPACITY },
    },
    {
      id: 'place-zone-outlines',
      type: 'line',
      source: PLACES_SOURCE,
      // Further out an outline would enlarge small zones.
      minzoom: CLUSTERS_END_ZOOM,
      filter: ['==', ['geometry-type'], 'Polygon'],
      layout: { 'line-join': 'round' },
      paint: { 'line-color': colour, 'line-width': whenSelected(3.5, 2) },
    },
    {
      id: POINTS_LAYER,
      type: 'circle',
      source: PLACES_SOURCE,
      minzoom: CLUSTERS_END_ZOOM,
      filter: ['==', ['geometry-type'], 'Point'],
      paint: {
        'circle-color': colour,
        'circle-radius': whenSelected(PLACE_CIRCLE_RADIUS_SELECTED_PX, PLACE_CIRCLE_RADIUS_PX),
        'circle-opacity': PLACE_CIRCLE_OPACITY,
        'circle-stroke-color': colours.halo,
        'circle-stroke-width': 2,
      },
    },
    ...farLayers(colours, font, whenSelected(0, PLACE_CIRCLE_OPACITY)),
    {
      id: 'place-names',
      type: 'symbol',
      source: PLACES_SOURCE,
      minzoom: NAMES_MIN_ZOOM,
      layout: {
        'text-field': ['get', 'name'],
        'text-font': font,
        'text-size': 13,
        'text-max-width': 9,
        'text-padding': NAMES_PADDING_PX,
        'text-anchor': ['match', ['geometry-type'], 'Point', 'top', 'center'],
        'text-offset': ['match', ['geometry-type'], 'Point', ['literal', [0, 1]], ['literal', [0, 0]]],
      },
      paint: { 'text-color': colours.ink, 'text-halo-color': colours.halo, 'text-halo-width': 1.6 },
    },
  ];
}

/** Dots and clusters of the places below {@link CLUSTERS_END_ZOOM}. */
function farLayers(
  { place, selected, halo }: MapColours,
  font: string[],
  dotOpacity: ExpressionSpecification,
): LayerSpecification[] {
  const far = { maxzoom: CLUSTERS_END_ZOOM };
  const circle = {
    'circle-color': place,
    'circle-opacity': PLACE_CIRCLE_OPACITY,
    'circle-stroke-color': halo,
    'circle-stroke-width': 2,
  };
  return [
    {
      id: DOTS_LAYER,
      type: 'circle',
      source: CLUSTERS_SOURCE,
      ...far,
      filter: ['!', ['has', 'point_count']],
      paint: {
        ...circle,
        'circle-radius': PLACE_CIRCLE_RADIUS_PX,
        // The selected place has its own layer.
        'circle-opacity': dotOpacity,
        'circle-stroke-opacity': dotOpacity,
      },
    },
    {
      id: CLUSTERS_LAYER,
      type: 'circle',
      source: CLUSTERS_SOURCE,
      ...far,
      filter: ['has', 'point_count'],
      paint: {
        ...circle,
        'circle-radius': ['step', ['get', 'point_count'], 15, 10, 18, 100, 22],
        'circle-opacity': CLUSTER_OPACITY,
      },
    },
    {
      id: 'place-cluster-counts',
      type: 'symbol',
      source: CLUSTERS_SOURCE,
      ...far,
      filter: ['has', 'point_count'],
      layout: {
        'text-field': ['get', 'point_count_abbreviated'],
        'text-font': font,
        'text-size': 13,
        'text-allow-overlap': true,
        'text-ignore-placement': true,
      },
      paint: { 'text-color': halo },
    },
    {
      id: 'place-selected-dot',
      type: 'circle',
      source: SELECTED_DOT_SOURCE,
      ...far,
      paint: { ...circle, 'circle-color': selected, 'circle-radius': PLACE_CIRCLE_RADIUS_SELECTED_PX },
    },
  ];
}
