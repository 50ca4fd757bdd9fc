import type { Geometry } from '../../../../contracts/geo.ts';
import type { PlaceId } from '../../../../contracts/vocabulary.ts';

/** From this zoom on places are drawn as shapes. Further out a zone is smaller than a dot. */
export const CLUSTERS_END_ZOOM = 14;
/** From this zoom on names are shown. */
export const NAMES_MIN_ZOOM = 15.5;

/** What a place needs to be drawn. */
export interface DrawnPlace {
  readonly id: PlaceId;
  readonly appelation: string;
  readonly feature: Geometry;
  /** Null without audio. */
  readonly media: object | null;
}
