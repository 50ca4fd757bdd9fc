import type { Position } from '../../contracts/geo.ts';

/** The part of the map that the rehearsal uses. */
export interface ShownMap {
  flyTo(centre: Position, zoom: number): void;
  showBox(box: readonly [Position, Position]): void;
  /** Returns the middle of the map, `[lng, lat]`. */
  readCentre(): Position;
}
