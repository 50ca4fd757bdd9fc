import type { Position } from '../../../contracts/geo.ts';

/** What the rehearsal needs of the map that shows it. */
export interface ShownMap {
  flyTo(centre: Position, zoom: number): void;
  /** Shows the whole box `[southWest, northEast]`. */
  showBox(box: readonly [Position, Position]): void;
  /** Middle of the map, `[lng, lat]`. */
  readCentre(): Position;
}
