import type { ExpressionSpecification } from 'maplibre-gl';
import type { Geometry } from '../../../contracts/geo.ts';
import type { PlaceId } from '../../../contracts/vocabulary.ts';
import type { Spot } from '../spots/spots.ts';
import type { Grouping } from './groups.ts';

/** Names are shown from this zoom. A whole number, because layouts are computed once for each of a tile's zooms. */
export const NAMES_MIN_ZOOM = 16;

/** Whether a feature is drawn at the zoom of its tile: from its `fromZoom` to below its `endZoom`, if it has one. */
export const SHOWN_HERE: ExpressionSpecification = [
  'all',
  ['<=', ['get', 'fromZoom'], ['zoom']],
  ['any', ['!', ['has', 'endZoom']], ['>', ['get', 'endZoom'], ['zoom']]],
];

/** The data needed to draw a place. */
export interface DrawnPlace {
  readonly id: PlaceId;
  readonly appelation: string;
  readonly feature: Geometry;
  /** Null without audio. */
  readonly media: object | null;
}

/** Returns the whole zoom from which a place is drawn as its point or shape, in no group and not as a dot. */
export function drawnFrom({ standings }: Grouping, id: PlaceId): number {
  const standing = standings.get(id);
  return standing === undefined ? 0 : Math.max(standing.aloneFrom, standing.shapeFrom);
}

/** Returns the same for a spot. */
export function spotFrom(grouping: Grouping, { placeIds: [first] }: Spot): number {
  return first === undefined ? 0 : drawnFrom(grouping, first);
}
