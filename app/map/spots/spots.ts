import type { Geometry, Position } from '../../../contracts/geo.ts';
import type { PlaceId } from '../../../contracts/vocabulary.ts';
import { offsetM } from '../../position/coordinates.ts';

/** Points this near to each other are one spot: at zoom 18 they are 10 pixels apart, and one circle covers the other. */
const SPOT_M = 2;
/** Height of a cell of the grid in degrees. */
const CELL_LAT_DEG = SPOT_M / 110_574;
/** Columns of the grid around the earth: up to 80° of latitude at least {@link SPOT_M} wide, as the cells are high. */
const COLUMNS = Math.floor((360 * Math.cos((80 * Math.PI) / 180)) / CELL_LAT_DEG);

/** Several places that are points at nearly the same coordinate. */
export interface Spot {
  /** Position of the first place, `[lng, lat]`. */
  readonly position: Position;
  /** In the order of the list. */
  readonly placeIds: readonly PlaceId[];
}

/** A spot on the map. */
export interface ShownSpot extends Spot {
  /** The lowest whole zoom at which the spot is drawn. At lower zooms it is part of a group. */
  readonly fromZoom: number;
}

interface Located {
  readonly id: PlaceId;
  readonly feature: Geometry;
}

/** Finds the spots that several places share. Each place is in at most one, so that a row of points isn't a spot. */
export function findSpots(places: readonly Located[]): Spot[] {
  const spots: { readonly position: Position; readonly placeIds: PlaceId[] }[] = [];
  const cells = new Map<string, typeof spots>();
  for (const { id, feature } of places) {
    if (feature.type !== 'Point') continue;
    const position = feature.coordinates;
    const column = Math.floor(((position[0] + 180) / 360) * COLUMNS) % COLUMNS;
    const row = Math.floor(position[1] / CELL_LAT_DEG);
    const near = around(column, row).flatMap((key) => cells.get(key) ?? []);
    const own = near.find((spot) => isSameSpot(spot.position, position));
    if (own !== undefined) {
      own.placeIds.push(id);
      continue;
    }
    const spot = { position, placeIds: [id] };
    spots.push(spot);
    const key = `${column},${row}`;
    cells.set(key, [...(cells.get(key) ?? []), spot]);
  }
  return spots.filter(({ placeIds }) => placeIds.length > 1);
}

function around(column: number, row: number): string[] {
  return [-1, 0, 1].flatMap((right) => [-1, 0, 1].map((up) => `${(column + right + COLUMNS) % COLUMNS},${row + up}`));
}

function isSameSpot([lng, lat]: Position, [otherLng, otherLat]: Position): boolean {
  return Math.hypot(...offsetM({ lng, lat }, { lng: otherLng, lat: otherLat })) <= SPOT_M;
}
