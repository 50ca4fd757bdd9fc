import type { Position } from '../../../contracts/geo.ts';

/** The bounding box of positions, `[southWest, northEast]` as `[lng, lat]` each; null where there are none. */
export function boxOf(positions: readonly Position[]): readonly [Position, Position] | null {
  if (positions.length === 0) return null;
  let [west, south, east, north] = [180, 90, -180, -90];
  for (const [lng, lat] of positions) {
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
