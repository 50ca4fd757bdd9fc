import type { Feature, FeatureCollection } from 'geojson';
import type {
  ExpressionSpecification,
  LayerSpecification,
  SymbolLayerSpecification,
  VariableAnchorOffsetCollectionSpecification,
} from 'maplibre-gl';
import type { PlaceId } from '../../../contracts/vocabulary.ts';
import {
  BLANK_POINT_IMAGE,
  HEARD_POINT_IMAGE,
  HEARD_ZONE_IMAGE,
  type MapColours,
  PLACE_CIRCLE_OPACITY,
  PLACE_CIRCLE_RADIUS_PX,
  SILENT_ZONE_IMAGE,
} from '../../platform/map/place-paint.ts';
import { type Clustering, drawnFrom, sharedPointFrom } from './clusters.ts';
import { type DrawnPlace, NAMES_MIN_ZOOM, NUMBER, SHOWN_HERE, type SharedPoint } from './drawn-places.ts';
import { mapName } from './label-text.ts';
import { zoneMiddle } from './shape-geometry.ts';

/** Id of the source with one point for each name: a point place, a zone's middle, or a shared point. */
export const LABELS_SOURCE = 'place-labels';
/** Id of the layer that a tap on a shared point hits. */
export const SHARED_POINTS_LAYER = 'place-spots';

const POINT_NAMES_PADDING_PX = 6;
/** Hides the basemap's own label of the same square or church beside ours. */
const ZONE_NAMES_PADDING_PX = 14;
/** The count is at the upper right of its circle. */
const BADGE_OFFSET_PX: [number, number] = [11, -10];

/** Possible positions of a name: the first free one is used. */
// biome-ignore format: one anchor a line.
const BESIDE_POINT: VariableAnchorOffsetCollectionSpecification = [
  'top', [0, 1],
  'bottom', [0, -1],
  'left', [1.1, 0],
  'right', [-1.1, 0],
  // Used if the walker is there.
  'top', [0, 1.7],
  'bottom', [0, -1.7],
];
const BESIDE_SIGN: VariableAnchorOffsetCollectionSpecification = ['top', [0, 1.2], 'bottom', [0, -1.2]];

const IS_SPOT: ExpressionSpecification = ['has', 'count'];

/** The mark on a place: heard, or without audio. */
type Mark = 'heard' | 'silent' | null;

/** What the labels say. */
export interface LabelTexts {
  /** Returns the displayed name of a place, which may have none, with its number. */
  readonly nameOf: (place: DrawnPlace) => string;
  readonly placeCount: (count: number) => string;
}

/** Returns the names and marks as GeoJSON: each place once, except that those of a shared point are together. */
export function labelsCollection(
  places: readonly DrawnPlace[],
  sharedPoints: readonly SharedPoint[],
  heard: readonly PlaceId[],
  clustering: Clustering,
  texts: LabelTexts,
): FeatureCollection {
  const heardIds = new Set(heard);
  const byId = new Map(places.map((place) => [place.id, place]));
  const inSharedPoint = new Set(sharedPoints.flatMap(({ placeIds }) => placeIds));
  const markOf = (place: DrawnPlace): Mark => {
    if (place.media === null) return 'silent';
    return heardIds.has(place.id) ? 'heard' : null;
  };
  const single = places
    .filter(({ id }) => !inSharedPoint.has(id))
    .map((place) => labelOf(place, texts.nameOf(place), markOf(place), drawnFrom(clustering, place.id)));
  const shared = sharedPoints.map((sharedPoint, at): Feature => {
    const { position, placeIds } = sharedPoint;
    const shared = placeIds.flatMap((id) => byId.get(id) ?? []);
    const marks = new Set(shared.map(markOf));
    const [mark = null] = marks;
    const numbers = shared.flatMap(({ step }) => step ?? []).join(', ');
    const name = texts.placeCount(placeIds.length) + (numbers === '' ? '' : ` (${numbers})`);
    const image = imageOf(marks.size === 1 ? mark : null, 'point');
    const properties = {
      name,
      ...(numbers === '' ? {} : { number: numbers }),
      count: placeIds.length,
      sharedPoint: at,
      fromZoom: sharedPointFrom(clustering, sharedPoint),
      ...image,
    };
    return { type: 'Feature', geometry: { type: 'Point', coordinates: [...position] }, properties };
  });
  return { type: 'FeatureCollection', features: [...single, ...shared] };
}

function labelOf({ feature, step }: DrawnPlace, name: string, mark: Mark, fromZoom: number): Feature {
  const isZone = feature.type === 'Polygon';
  // A point, since MapLibre cuts polygons into tiles and would draw the name in each part.
  const position = isZone ? zoneMiddle(feature) : feature.coordinates;
  const number = step === undefined ? {} : { number: String(step) };
  const properties = { name: mapName(name), ...number, isZone, fromZoom, ...imageOf(mark, isZone ? 'zone' : 'point') };
  return { type: 'Feature', geometry: { type: 'Point', coordinates: [...position] }, properties };
}

/** Returns a point's image, so that names don't overlap its circle, which is hollow without audio. */
function imageOf(mark: Mark, kind: 'point' | 'zone'): { readonly isSilent?: true; readonly image?: string } {
  if (kind === 'zone') return mark === null ? {} : { image: mark === 'heard' ? HEARD_ZONE_IMAGE : SILENT_ZONE_IMAGE };
  if (mark === 'heard') return { image: HEARD_POINT_IMAGE };
  return { image: BLANK_POINT_IMAGE, ...(mark === 'silent' ? { isSilent: true } : {}) };
}

/**
 * Returns the circles of shared points; and the names, marks and counts, lowest first, above all places. Names of zones
 * yield to points, because MapLibre places the top layer first.
 *
 * @param font as in `placeLayers`
 */
export function labelLayers(
  { place, ink, halo }: MapColours,
  font: string[],
): {
  readonly sharedPoints: LayerSpecification;
  readonly labels: readonly LayerSpecification[];
} {
  const near = { source: LABELS_SOURCE };
  const isSilent: ExpressionSpecification = ['has', 'isSilent'];
  const isZone: ExpressionSpecification = ['to-boolean', ['get', 'isZone']];
  const names = {
    ...near,
    type: 'symbol' as const,
    paint: { 'text-color': ink, 'text-halo-color': halo, 'text-halo-width': 1.6 },
  };
  const text: SymbolLayerSpecification['layout'] = {
    'icon-image': ['coalesce', ['get', 'image'], ''],
    'text-font': font,
    'text-size': 13,
    'text-max-width': 9,
    'text-optional': true,
    'text-justify': 'auto',
  };
  const isSpotHere: ExpressionSpecification = ['all', IS_SPOT, SHOWN_HERE];
  const sharedPoints: LayerSpecification = {
    ...near,
    id: SHARED_POINTS_LAYER,
    type: 'circle',
    filter: isSpotHere,
    paint: {
      'circle-color': ['case', isSilent, halo, place],
      'circle-radius': PLACE_CIRCLE_RADIUS_PX,
      'circle-opacity': PLACE_CIRCLE_OPACITY,
      'circle-stroke-color': ['case', isSilent, place, halo],
      'circle-stroke-width': 2,
    },
  };
  const labels: LayerSpecification[] = [
    {
      ...names,
      id: 'place-zone-names',
      // On the zone's own colour a name needs more of it.
      paint: { ...names.paint, 'text-halo-width': 2.4 },
      // At lower zooms their marks would hide the zones' content.
      minzoom: NAMES_MIN_ZOOM,
      filter: ['all', isZone, SHOWN_HERE],
      layout: {
        ...text,
        'text-field': ['get', 'name'],
        'text-padding': ZONE_NAMES_PADDING_PX,
        'icon-optional': true,
        // Beside its mark, and beside a walker in the zone.
        'text-variable-anchor-offset': [
          'case',
          ['has', 'image'],
          ['literal', BESIDE_SIGN],
          ['literal', ['center', [0, 0], ...BESIDE_SIGN]],
        ],
      },
    },
    {
      ...names,
      id: 'place-zone-numbers',
      maxzoom: NAMES_MIN_ZOOM,
      filter: ['all', isZone, SHOWN_HERE],
      layout: { 'text-field': NUMBER, 'text-font': font, 'text-size': 13, 'text-allow-overlap': true },
    },
    {
      ...names,
      id: 'place-names',
      filter: ['all', ['!', isZone], SHOWN_HERE],
      layout: {
        ...text,
        'icon-allow-overlap': true,
        'text-field': ['step', ['zoom'], NUMBER, NAMES_MIN_ZOOM, ['get', 'name']],
        'text-padding': POINT_NAMES_PADDING_PX,
        'text-variable-anchor-offset': BESIDE_POINT,
      },
    },
    {
      ...near,
      id: 'place-spot-badges',
      type: 'circle',
      filter: isSpotHere,
      paint: {
        'circle-color': ink,
        'circle-radius': 9,
        'circle-stroke-color': halo,
        'circle-stroke-width': 1.5,
        'circle-translate': BADGE_OFFSET_PX,
        'circle-translate-anchor': 'viewport',
      },
    },
    {
      ...near,
      id: 'place-spot-counts',
      type: 'symbol',
      filter: isSpotHere,
      layout: {
        'text-field': ['to-string', ['get', 'count']],
        'text-font': font,
        'text-size': 11,
        'text-allow-overlap': true,
        'text-ignore-placement': true,
      },
      paint: { 'text-color': halo, 'text-translate': BADGE_OFFSET_PX, 'text-translate-anchor': 'viewport' },
    },
  ];
  return { sharedPoints, labels };
}
