import type { Feature, FeatureCollection, GeoJSON } from 'geojson';
import type { ExpressionSpecification, LayerSpecification } from 'maplibre-gl';
import type { Position } from '../../../contracts/geo.ts';
import type { PlaceId } from '../../../contracts/vocabulary.ts';
import {
  BLANK_POINT_IMAGE,
  type MapColours,
  PLACE_CIRCLE_OPACITY,
  PLACE_CIRCLE_RADIUS_PX,
  PLACE_CIRCLE_RADIUS_SELECTED_PX,
  PLACE_FILL_OPACITY,
  POINT_IMAGE_PX,
} from '../../platform/map/place-paint.ts';
import { type Clustering, drawnFrom } from './clusters.ts';
import { type DrawnPlace, SHOWN_HERE, type SharedPoint } from './drawn-places.ts';
import { labelLayers } from './label-layers.ts';
import { wholeShape } from './whole-shape.ts';

/** Id of the source with the places. */
export const PLACES_SOURCE = 'places';
/** Id of the source with the circle of the position's accuracy. */
export const ACCURACY_SOURCE = 'accuracy';
/** Id of the source with the clusters, and a dot for each zone that is small at lower zooms. */
export const CLUSTERS_SOURCE = 'place-groups';
/** Id of the source with the dot of the selected zone, which no cluster hides. */
export const SELECTED_DOT_SOURCE = 'place-selected-dot';
/** Id of the layer that a tap on a cluster hits. */
export const CLUSTERS_LAYER = 'place-groups';
/** Id of the layer that a tap on a small zone's dot hits. */
export const DOTS_LAYER = 'place-dots';
/** Id of the layer that a tap on a point hits. */
export const POINTS_LAYER = 'place-points';
/** Id of the layer that shows the selected point, above all others. */
const SELECTED_POINT_LAYER = 'place-point-selected';
/** Id of the layer that a tap on a zone hits. */
export const ZONES_LAYER = 'place-zones';

/** Size of the walker's dot, under which no name may be shown. */
const WALKER_PX = 26;
const CLUSTER_OPACITY = 0.9;
/** Around the count of a cluster, because the base map's own names would be visible through its circle. */
const CLUSTER_NAMES_PADDING_PX = 8;
/** For a zone larger than the view, which the specified fill would colour completely. */
const WIDE_FILL_OPACITY = 0.1;

/**
 * Returns the places as GeoJSON: `isSilent` without audio, `isWaiting` for an approval, `inSharedPoint` for the points of
 * a shared point, which are one circle, `fromZoom` as in {@link SHOWN_HERE}. The source promotes the property `placeId`
 * to the feature's id.
 */
export function placesCollection(
  places: readonly DrawnPlace[],
  sharedPoints: readonly SharedPoint[],
  clustering: Clustering,
): FeatureCollection {
  const shared = new Set(sharedPoints.flatMap(({ placeIds }) => placeIds));
  return {
    type: 'FeatureCollection',
    features: places.map(({ id, feature, media, held }) => ({
      type: 'Feature',
      geometry: wholeShape(feature),
      properties: {
        ...{
          placeId: id,
          isSilent: media === null,
          ...(held === 'waiting' ? { isWaiting: true } : {}),
          inSharedPoint: shared.has(id),
          fromZoom: drawnFrom(clustering, id),
        },
      },
    })),
  };
}

/** Returns the clusters, and the dots of small zones, with ids as in {@link placesCollection}. */
export function clustersCollection(
  places: readonly DrawnPlace[],
  { clusters, drawnZooms }: Clustering,
): FeatureCollection {
  const dots = places.flatMap(({ id }): Feature[] => {
    const zooms = drawnZooms.get(id);
    if (zooms === undefined || zooms.shapeFrom <= zooms.aloneFrom) return [];
    return [dotAt(zooms.middle, { placeId: id, fromZoom: zooms.aloneFrom, endZoom: zooms.shapeFrom })];
  });
  const counts = clusters.map(({ position, count, fromZoom, endZoom }) =>
    dotAt(position, { count, fromZoom, endZoom }),
  );
  return { type: 'FeatureCollection', features: [...dots, ...counts] };
}

/** Returns a dot for the selected zone, at the zooms at which its shape is not drawn. */
export function selectedDot(
  places: readonly DrawnPlace[],
  selected: PlaceId | null,
  clustering: Clustering,
): FeatureCollection {
  const zones = places.filter(({ id, feature }) => id === selected && feature.type === 'Polygon');
  const features = zones.flatMap(({ id }) => {
    const middle = clustering.drawnZooms.get(id)?.middle;
    return middle === undefined ? [] : dotAt(middle, { fromZoom: 0, endZoom: drawnFrom(clustering, id) });
  });
  return { type: 'FeatureCollection', features };
}

function dotAt(position: Position, properties: Readonly<Record<string, number>>): Feature {
  return { type: 'Feature', geometry: { type: 'Point', coordinates: [...position] }, properties };
}

const IS_POINT: ExpressionSpecification = ['==', ['geometry-type'], 'Point'];
/** Hollow, because some people can't distinguish the colour alone. */
const IS_SILENT: ExpressionSpecification = ['to-boolean', ['get', 'isSilent']];

/** Only its author and its parcours' editors see it; lists say it in words. */
const IS_WAITING: ExpressionSpecification = ['to-boolean', ['get', 'isWaiting']];

/** Data of an empty source. */
export const NOTHING: GeoJSON = { type: 'FeatureCollection', features: [] };

/**
 * Returns the layers of places and accuracy, lowest first. Places are blue, with the feature state `selected` green and
 * above the others; sizes and opacities are the specification's. Points without audio are hollow, and what waits for an
 * approval is violet.
 *
 * @param font for names; the style's glyphs must include it.
 */
export function placeLayers(colours: MapColours, font: string[]): LayerSpecification[] {
  const isSelected: ExpressionSpecification = ['boolean', ['feature-state', 'selected'], false];
  const whenSelected = <T extends string | number>(selected: T, otherwise: T): ExpressionSpecification => [
    'case',
    isSelected,
    selected,
    otherwise,
  ];
  const { place, selected, halo, states } = colours;
  const colour: ExpressionSpecification = ['case', isSelected, selected, IS_WAITING, states.waiting, place];
  const point = { type: 'circle' as const, source: PLACES_SOURCE };
  const zone: ExpressionSpecification = ['all', ['==', ['geometry-type'], 'Polygon'], SHOWN_HERE];
  const fill: ExpressionSpecification = [
    'case',
    ['boolean', ['feature-state', 'isWide'], false],
    WIDE_FILL_OPACITY,
    PLACE_FILL_OPACITY,
  ];
  const { sharedPoints, labels } = labelLayers(colours, font);
  return [
    {
      id: 'accuracy-fill',
      type: 'fill',
      source: ACCURACY_SOURCE,
      filter: ['==', ['geometry-type'], 'Polygon'],
      paint: { 'fill-color': colours.position, 'fill-opacity': 0.12 },
    },
    {
      id: ZONES_LAYER,
      type: 'fill',
      source: PLACES_SOURCE,
      filter: zone,
      paint: { 'fill-color': colour, 'fill-opacity': fill },
    },
    {
      id: 'place-zone-outlines',
      type: 'line',
      source: PLACES_SOURCE,
      filter: zone,
      layout: { 'line-join': 'round' },
      paint: { 'line-color': colour, 'line-width': whenSelected(3.5, 2) },
    },
    {
      ...point,
      id: POINTS_LAYER,
      filter: ['all', IS_POINT, ['!', ['get', 'inSharedPoint']], SHOWN_HERE],
      paint: {
        'circle-color': ['case', IS_SILENT, halo, IS_WAITING, states.waiting, place],
        'circle-radius': PLACE_CIRCLE_RADIUS_PX,
        // The selected one has its own layer.
        'circle-opacity': whenSelected(0, PLACE_CIRCLE_OPACITY),
        'circle-stroke-color': ['case', ['!', IS_SILENT], halo, IS_WAITING, states.waiting, place],
        'circle-stroke-width': 2,
        'circle-stroke-opacity': whenSelected(0, 1),
      },
    },
    sharedPoints,
    ...clusterLayers(colours, font, whenSelected(0, PLACE_CIRCLE_OPACITY)),
    {
      ...point,
      id: SELECTED_POINT_LAYER,
      // At each zoom, because no cluster hides it.
      filter: IS_POINT,
      paint: {
        'circle-color': ['case', IS_SILENT, halo, selected],
        'circle-radius': whenSelected(PLACE_CIRCLE_RADIUS_SELECTED_PX, 0),
        'circle-opacity': whenSelected(PLACE_CIRCLE_OPACITY, 0),
        'circle-stroke-color': ['case', IS_SILENT, selected, halo],
        'circle-stroke-width': whenSelected(2, 0),
      },
    },
    ...labels,
    {
      id: 'walker-room',
      type: 'symbol',
      source: ACCURACY_SOURCE,
      filter: ['==', ['geometry-type'], 'Point'],
      layout: {
        'icon-image': BLANK_POINT_IMAGE,
        'icon-size': WALKER_PX / POINT_IMAGE_PX,
        'icon-padding': 0,
        'icon-allow-overlap': true,
      },
    },
  ];
}

/** Returns the layers of clusters, and of the dots of small zones. */
function clusterLayers(
  { place, selected, halo }: MapColours,
  font: string[],
  dotOpacity: ExpressionSpecification,
): LayerSpecification[] {
  const isCluster: ExpressionSpecification = ['has', 'count'];
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
      filter: ['all', ['!', isCluster], SHOWN_HERE],
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
      filter: ['all', isCluster, SHOWN_HERE],
      paint: {
        ...circle,
        'circle-radius': ['step', ['get', 'count'], 15, 10, 18, 100, 22],
        'circle-opacity': CLUSTER_OPACITY,
      },
    },
    {
      id: 'place-group-counts',
      type: 'symbol',
      source: CLUSTERS_SOURCE,
      filter: ['all', isCluster, SHOWN_HERE],
      layout: {
        'text-field': ['to-string', ['get', 'count']],
        'text-font': font,
        'text-size': 13,
        'text-allow-overlap': true,
        'text-padding': CLUSTER_NAMES_PADDING_PX,
      },
      paint: { 'text-color': halo },
    },
    {
      id: 'place-selected-dot',
      type: 'circle',
      source: SELECTED_DOT_SOURCE,
      filter: SHOWN_HERE,
      paint: { ...circle, 'circle-color': selected, 'circle-radius': PLACE_CIRCLE_RADIUS_SELECTED_PX },
    },
  ];
}
