import type { Position } from '../../../contracts/geo.ts';

/** What the rehearsal needs of the map that shows it. */
export interface ShownMap {
  flyTo(centre: Position, zoom: number): void;
  /** Shows the whole box `[southWest, northEast]`. */
  showBox(box: readonly [Position, Position]): void;
  /** Middle of the map, `[lng, lat]`. */
  readCentre(): Position;
}

/** The box around a line, `[southWest, northEast]`; null where there is no position. */
export function boxOf(line: readonly Position[]): readonly [Position, Position] | null {
  if (line.length === 0) return null;
  let [west, south, east, north] = [180, 90, -180, -90];
  for (const [lng, lat] of line) {
    west = Math.min(west, lng);
    east = Math.max(east, lng);
    south = Math.min(south, lat);
    north = Math.max(north, lat);
  }
  return [
    [west, south],
    [east, north],
  ];
}
