import {
  type MapColours,
  PLACE_CIRCLE_OPACITY,
  PLACE_CIRCLE_RADIUS_SELECTED_PX,
  PLACE_FILL_OPACITY,
} from '../../platform/map/place-paint.ts';

const IS_FEATURE = ['==', ['get', 'meta'], 'feature'];
const IS_PENDING = ['==', ['get', 'user_kind'], 'pending'];
const IS_ACTIVE = ['==', ['get', 'active'], 'true'];

function isShape(type: string): unknown[] {
  return ['==', ['geometry-type'], type];
}

/** Draw's layers, lowest first: coral, dashed if pending, with vertices large enough for a finger. */
export function drawStyles({ highlight, halo, ink }: MapColours): readonly object[] {
  const outline = {
    type: 'line',
    layout: { 'line-cap': 'round', 'line-join': 'round' },
  };
  return [
    {
      id: 'editor-fill',
      type: 'fill',
      filter: ['all', isShape('Polygon'), IS_FEATURE],
      // An edited zone is lighter, so that the map below it can be traced.
      paint: { 'fill-color': highlight, 'fill-opacity': ['case', IS_ACTIVE, 0.3, PLACE_FILL_OPACITY] },
    },
    {
      id: 'editor-outline',
      ...outline,
      filter: ['all', ['!', isShape('Point')], ['!', IS_PENDING]],
      paint: { 'line-color': highlight, 'line-width': 3.5 },
    },
    {
      id: 'editor-outline-pending',
      ...outline,
      filter: ['all', ['!', isShape('Point')], IS_PENDING],
      paint: { 'line-color': highlight, 'line-width': 3.5, 'line-dasharray': [1, 2] },
    },
    {
      id: 'editor-point',
      type: 'circle',
      filter: ['all', isShape('Point'), IS_FEATURE],
      paint: {
        'circle-color': ['case', IS_PENDING, halo, highlight],
        'circle-radius': PLACE_CIRCLE_RADIUS_SELECTED_PX,
        'circle-opacity': PLACE_CIRCLE_OPACITY,
        'circle-stroke-color': ['case', IS_PENDING, highlight, halo],
        'circle-stroke-width': 3,
      },
    },
    {
      id: 'editor-midpoint',
      type: 'circle',
      filter: ['all', isShape('Point'), ['==', ['get', 'meta'], 'midpoint']],
      paint: {
        'circle-color': highlight,
        'circle-radius': 5,
        'circle-stroke-color': halo,
        'circle-stroke-width': 1.5,
      },
    },
    {
      id: 'editor-vertex',
      type: 'circle',
      filter: ['all', isShape('Point'), ['==', ['get', 'meta'], 'vertex'], ['!=', ['get', 'mode'], 'simple_select']],
      paint: {
        'circle-color': ['case', IS_ACTIVE, ink, halo],
        'circle-radius': ['case', IS_ACTIVE, 9, 7],
        'circle-stroke-color': ['case', IS_ACTIVE, halo, highlight],
        'circle-stroke-width': 3,
      },
    },
  ];
}
