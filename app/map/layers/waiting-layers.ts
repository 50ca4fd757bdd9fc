import type { Feature, FeatureCollection } from 'geojson';
import type { ExpressionSpecification, LayerSpecification } from 'maplibre-gl';
import type { Geometry } from '../../../contracts/geo.ts';
import type { PlannedState } from '../../../contracts/planned-place.ts';
import { type MapColours, PLANNED_IMAGE } from '../../platform/map/place-paint.ts';
import { NAMES_MIN_ZOOM, NUMBER } from './drawn-places.ts';
import { mapName } from './label-text.ts';
import { zoneMiddle } from './shape-geometry.ts';
import { wholeShape } from './whole-shape.ts';

/** Id of the source with the drops that wait on this device. */
export const WAITING_SOURCE = 'waiting-places';
/** Id of the source with the planned places, which have no public audio yet. */
export const PLANNED_SOURCE = 'planned-places';
/** Ids of the layers that a tap on a waiting drop hits. */
export const WAITING_LAYERS = tappable('waiting');
/** Ids of the layers that a tap on a planned place hits. */
export const PLANNED_LAYERS = tappable('planned');

function tappable(kind: 'waiting' | 'planned'): string[] {
  return [`${kind}-points`, `${kind}-zone-dots`, `${kind}-zones`];
}

/** Wider than the walker's dot, which covers a drop that was just made. */
const RING_RADIUS_PX = 15;
/** Room for the microphone, or the hourglass, in it. */
const PLANNED_RADIUS_PX = 12;
/** From this zoom a zone has its outline; below it a ring in its middle, since most zones are smaller than that. */
const SHAPES_MIN_ZOOM = 14;
const IS_ZONE: ExpressionSpecification = ['==', ['geometry-type'], 'Polygon'];
/** The middle of a zone, as opposed to a point place. */
const IS_MIDDLE: ExpressionSpecification = ['has', 'isMiddle'];

/** The data needed to draw a waiting drop, or a planned place. */
export interface WaitingPlace {
  readonly id: string;
  readonly name: string;
  readonly geometry: Geometry;
  /** The state of a planned place. */
  readonly state?: PlannedState;
  /** Its number for people who order the places. */
  readonly step?: number | undefined;
}

/** Returns waiting drops or planned places as GeoJSON, by `itemId`; a zone's name is on a second feature, with `isMiddle`. */
export function waitingCollection(waiting: readonly WaitingPlace[]): FeatureCollection {
  return {
    type: 'FeatureCollection',
    features: waiting.flatMap(({ id, name, geometry, state = null, step }) => {
      const known = { itemId: id, state };
      const named = { ...known, name: mapName(name), ...(step === undefined ? {} : { number: String(step) }) };
      if (geometry.type === 'Point') return { type: 'Feature', geometry, properties: named } satisfies Feature;
      const zone: Feature = { type: 'Feature', geometry: wholeShape(geometry), properties: known };
      const middle = { type: 'Point' as const, coordinates: [...zoneMiddle(geometry)] };
      return [zone, { type: 'Feature', geometry: middle, properties: { ...named, isMiddle: true } }];
    }),
  };
}

/** Returns the layers of waiting drops, lowest first: rings for points and dashed outlines for zones. */
export function waitingLayers({ place, halo, ink }: MapColours, font: string[]): LayerSpecification[] {
  return dashedLayers(
    'waiting',
    WAITING_SOURCE,
    { colour: place, halo, ink, radiusPx: RING_RADIUS_PX, opacity: 0.5 },
    font,
  );
}

/** Returns the layers of planned places, lowest first, in the colour of each state: a microphone where one can record. */
export function plannedLayers({ states, halo, ink }: MapColours, font: string[]): LayerSpecification[] {
  const { planned, draft, waiting, hidden } = states;
  const colour: ExpressionSpecification = [
    'match',
    ['get', 'state'],
    ...(['draft', draft, 'waiting', waiting, 'hidden', hidden] as const),
    planned,
  ];
  const look = { colour, halo, ink, radiusPx: PLANNED_RADIUS_PX, opacity: 1 };
  return [
    ...dashedLayers('planned', PLANNED_SOURCE, look, font),
    {
      id: 'planned-marks',
      type: 'symbol',
      source: PLANNED_SOURCE,
      filter: ['all', ['==', ['geometry-type'], 'Point'], ['==', ['get', 'state'], 'planned']],
      layout: { 'icon-image': PLANNED_IMAGE, 'icon-allow-overlap': true, 'icon-ignore-placement': true },
    },
  ];
}

interface DashedLook {
  readonly colour: string | ExpressionSpecification;
  readonly halo: string;
  readonly ink: string;
  readonly radiusPx: number;
  /** Of the ring's inside. */
  readonly opacity: number;
}

function dashedLayers(
  kind: 'waiting' | 'planned',
  source: string,
  { colour, halo, ink, radiusPx, opacity }: DashedLook,
  font: string[],
): LayerSpecification[] {
  const ring = {
    'circle-color': halo,
    'circle-opacity': opacity,
    'circle-radius': radiusPx,
    'circle-stroke-color': colour,
    'circle-stroke-width': 3,
  };
  return [
    {
      id: `${kind}-zones`,
      type: 'fill',
      source,
      filter: IS_ZONE,
      paint: { 'fill-color': colour, 'fill-opacity': 0.08 },
    },
    {
      id: `${kind}-zone-outlines`,
      type: 'line',
      source,
      // At lower zooms an outline would enlarge small zones; their middle is shown instead.
      minzoom: SHAPES_MIN_ZOOM,
      filter: IS_ZONE,
      paint: { 'line-color': colour, 'line-width': 2, 'line-dasharray': [2, 1.5] },
    },
    {
      id: `${kind}-points`,
      type: 'circle',
      source,
      filter: ['all', ['==', ['geometry-type'], 'Point'], ['!', IS_MIDDLE]],
      paint: ring,
    },
    {
      id: `${kind}-zone-dots`,
      type: 'circle',
      source,
      // A planned zone has its mark in a ring at each zoom.
      ...(kind === 'waiting' ? { maxzoom: SHAPES_MIN_ZOOM } : {}),
      filter: IS_MIDDLE,
      paint: ring,
    },
    {
      id: `${kind}-names`,
      type: 'symbol',
      source,
      ...(kind === 'waiting' ? { minzoom: NAMES_MIN_ZOOM } : {}),
      // A polygon's name would be shown once in each of its tiles.
      filter: ['==', ['geometry-type'], 'Point'],
      layout: {
        'text-field':
          kind === 'waiting' ? ['get', 'name'] : ['step', ['zoom'], NUMBER, NAMES_MIN_ZOOM, ['get', 'name']],
        'text-font': font,
        'text-size': 13,
        'text-max-width': 9,
        ...(kind === 'planned'
          ? { 'text-anchor': 'top', 'text-offset': [0, 1.3] }
          : {
              'text-anchor': ['case', IS_MIDDLE, 'center', 'top'],
              'text-offset': ['case', IS_MIDDLE, ['literal', [0, 0]], ['literal', [0, 1.4]]],
            }),
      },
      paint: { 'text-color': ink, 'text-halo-color': halo, 'text-halo-width': 1.6 },
    },
  ];
}
