import type { ExpressionSpecification } from 'maplibre-gl';
import type { Geometry } from '../../../../contracts/geo.ts';
import type { PlaceId } from '../../../../contracts/vocabulary.ts';
import type { Spot } from '../spots/spots.ts';
import type { Grouping } from './groups.ts';

/** From this zoom on names are shown. Whole: layouts are laid out once for each of a tile's zooms. */
export const NAMES_MIN_ZOOM = 16;

/** Whether a feature is drawn at the zoom of its tile: from its `fromZoom` to below its `endZoom`, if it has one. */
export const SHOWN_HERE: ExpressionSpecification = [
  'all',
  ['<=', ['get', 'fromZoom'], ['zoom']],
  ['any', ['!', ['has', 'endZoom']], ['>', ['get', 'endZoom'], ['zoom']]],
];

/** What a place needs to be drawn. */
export interface DrawnPlace {
  readonly id: PlaceId;
  readonly appelation: string;
  readonly feature: Geometry;
  /** Null without audio. */
  readonly media: object | null;
}

/** The whole zoom from which on a place is drawn as its point or shape: in no group, and no dot. */
export function drawnFrom({ standings }: Grouping, id: PlaceId): number {
  const standing = standings.get(id);
  return standing === undefined ? 0 : Math.max(standing.aloneFrom, standing.shapeFrom);
}

/** The same of a spot. */
export function spotFrom(grouping: Grouping, { placeIds: [first] }: Spot): number {
  return first === undefined ? 0 : drawnFrom(grouping, first);
}
