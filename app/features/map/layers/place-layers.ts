import type { FeatureCollection, GeoJSON } from 'geojson';
import type { ExpressionSpecification, GeoJSONSourceSpecification, LayerSpecification } from 'maplibre-gl';
import type { MapColours } from '../../../platform/map/map-setup.ts';
import {
  PLACE_CIRCLE_OPACITY,
  PLACE_CIRCLE_RADIUS_PX,
  PLACE_CIRCLE_RADIUS_SELECTED_PX,
  PLACE_FILL_OPACITY,
} from '../../../platform/map/place-paint.ts';
import type { Spot } from '../spots/spots.ts';
import { CLUSTERS_END_ZOOM, type DrawnPlace } from './drawn-place.ts';
import { labelLayers } from './label-layers.ts';
import { boxMiddleOf } from './shapes.ts';
import { wholeShape } from './whole-shape.ts';

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
/** Id of the layer that shows the selected point, above all others. */
const SELECTED_POINT_LAYER = 'place-point-selected';
/** Id of the layer that a tap on a zone hits. */
export const ZONES_LAYER = 'place-zones';

/** Two place circles that would touch, with a finger's width between them. */
const CLUSTER_RADIUS_PX = 44;
const CLUSTER_OPACITY = 0.9;

/**
 * The places as GeoJSON: `isSilent` without audio, `inSpot` for the points of a spot, which are one circle. The source
 * promotes the property `placeId` to the feature's id.
 */
export function placesCollection(places: readonly DrawnPlace[], spots: readonly Spot[]): FeatureCollection {
  const shared = new Set(spots.flatMap(({ placeIds }) => placeIds));
  return {
    type: 'FeatureCollection',
    features: places.map(({ id, feature, media }) => ({
      type: 'Feature',
      geometry: wholeShape(feature),
      properties: { placeId: id, isSilent: media === null, inSpot: shared.has(id) },
    })),
  };
}

/** One dot for each place, a zone's in its middle, with ids as in {@link placesCollection}. */
export function dotsCollection(places: readonly DrawnPlace[]): FeatureCollection {
  return {
    type: 'FeatureCollection',
    features: places.map(({ id, feature }) => ({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [...boxMiddleOf(feature)] },
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

const IS_POINT: ExpressionSpecification = ['==', ['geometry-type'], 'Point'];
/** Hollow, since colour alone tells some people nothing. */
const IS_SILENT: ExpressionSpecification = ['to-boolean', ['get', 'isSilent']];

/** Data of an empty source. */
export const NOTHING: GeoJSON = { type: 'FeatureCollection', features: [] };

/**
 * The layers of places and accuracy, lowest first. Places are blue, with the feature state `selected` green and
 * above the others; sizes and opacities are the specification's. Points without audio are hollow.
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
  const { place, selected, halo } = colours;
  const colour = whenSelected(selected, place);
  const point = { type: 'circle' as const, source: PLACES_SOURCE, minzoom: CLUSTERS_END_ZOOM };
  const { spots, labels } = labelLayers(colours, font);
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
      ...point,
      id: POINTS_LAYER,
      filter: ['all', IS_POINT, ['!', ['get', 'inSpot']]],
      paint: {
        'circle-color': ['case', IS_SILENT, halo, place],
        'circle-radius': PLACE_CIRCLE_RADIUS_PX,
        // The selected one has its own layer.
        'circle-opacity': whenSelected(0, PLACE_CIRCLE_OPACITY),
        'circle-stroke-color': ['case', IS_SILENT, place, halo],
        'circle-stroke-width': 2,
        'circle-stroke-opacity': whenSelected(0, 1),
      },
    },
    spots,
    {
      ...point,
      id: SELECTED_POINT_LAYER,
      filter: IS_POINT,
      paint: {
        'circle-color': ['case', IS_SILENT, halo, selected],
        'circle-radius': whenSelected(PLACE_CIRCLE_RADIUS_SELECTED_PX, 0),
        'circle-opacity': whenSelected(PLACE_CIRCLE_OPACITY, 0),
        'circle-stroke-color': ['case', IS_SILENT, selected, halo],
        'circle-stroke-width': whenSelected(2, 0),
      },
    },
    ...farLayers(colours, font, whenSelected(0, PLACE_CIRCLE_OPACITY)),
    ...labels,
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
