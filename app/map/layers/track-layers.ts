import type { FeatureCollection, GeoJSON } from 'geojson';
import type { LayerSpecification, LineLayerSpecification } from 'maplibre-gl';
import type { Position } from '../../../contracts/geo.ts';
import { unwrapLine } from '../../../contracts/rings.ts';
import type { MapColours } from '../../platform/map/place-paint.ts';
import { offsetM } from '../../position/coordinates.ts';
import { NOTHING } from './place-layers.ts';

/** Id of the source with the route of a rehearsal. */
export const TRACK_SOURCE = 'track';

/** Half the line's width at the highest zoom of a rehearsal. A watch records much denser tracks. */
const DRAWN_STEP_M = 2;

/** A route on the map. */
export interface DrawnTrack {
  readonly line: readonly Position[];
  /** Shows each corner, while the route is being drawn. */
  readonly showsCorners: boolean;
}

/** Returns the route with its two ends as GeoJSON. */
export function trackData(track: DrawnTrack | null): GeoJSON {
  const first = track?.line[0];
  const last = track?.line.at(-1);
  if (track === null || first === undefined || last === undefined) return NOTHING;
  const line = unwrapLine(track.showsCorners ? track.line : thin(track.line));
  const corners = track.showsCorners ? line.slice(1, -1) : [];
  const features: FeatureCollection['features'] = [
    ...(line.length < 2 ? [] : [feature({ type: 'LineString', coordinates: line }, 'line')]),
    ...corners.map((corner) => feature({ type: 'Point', coordinates: corner }, 'corner')),
    feature({ type: 'Point', coordinates: [...last] }, 'end'),
    feature({ type: 'Point', coordinates: [...first] }, 'start'),
  ];
  return { type: 'FeatureCollection', features };
}

/** Removes positions too close for the eye to distinguish, because each costs time on its way to the map's worker. */
function thin(line: readonly Position[]): Position[] {
  const thinned: Position[] = [];
  for (const [index, position] of line.entries()) {
    const last = thinned.at(-1);
    const isEnd = index === line.length - 1;
    if (last === undefined || isEnd || Math.hypot(...offsetM(toLngLat(last), toLngLat(position))) >= DRAWN_STEP_M) {
      thinned.push(position);
    }
  }
  return thinned;
}

function toLngLat([lng, lat]: Position): { readonly lng: number; readonly lat: number } {
  return { lng, lat };
}

function feature(geometry: FeatureCollection['features'][number]['geometry'], part: string) {
  return { type: 'Feature' as const, geometry, properties: { part } };
}

/** Returns the layers of the route, lowest first, above the places. */
export function trackLayers({ highlight, halo }: MapColours): LayerSpecification[] {
  const line: Omit<LineLayerSpecification, 'id' | 'paint'> = {
    type: 'line',
    source: TRACK_SOURCE,
    filter: ['==', ['get', 'part'], 'line'],
    layout: { 'line-join': 'round', 'line-cap': 'round' },
  };
  return [
    { ...line, id: 'track-halo', paint: { 'line-color': halo, 'line-width': 7, 'line-opacity': 0.9 } },
    { ...line, id: 'track-line', paint: { 'line-color': highlight, 'line-width': 3.5 } },
    {
      id: 'track-points',
      type: 'circle',
      source: TRACK_SOURCE,
      filter: ['!=', ['get', 'part'], 'line'],
      paint: {
        // The start is filled, the end is a ring.
        'circle-color': ['match', ['get', 'part'], 'end', halo, highlight],
        'circle-radius': ['match', ['get', 'part'], 'corner', 4, 6],
        'circle-stroke-color': ['match', ['get', 'part'], 'end', highlight, halo],
        'circle-stroke-width': 2.5,
      },
    },
  ];
}
