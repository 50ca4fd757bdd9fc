import type { ExpressionSpecification } from 'maplibre-gl';
import type { Geometry, Position } from '../../../contracts/geo.ts';
import type { Held } from '../../../contracts/place.ts';
import type { PlaceId } from '../../../contracts/vocabulary.ts';
import { offsetM } from '../../position/coordinates.ts';

/** Names are shown from this zoom. A whole number, because layouts are computed once for each of a tile's zooms. */
export const NAMES_MIN_ZOOM = 16;

/** All of a name that is shown at lower zooms. */
export const NUMBER: ExpressionSpecification = ['coalesce', ['get', 'number'], ''];

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
  /** Its number in the order of its parcours, if it has one. */
  readonly step?: number | undefined;
  readonly held?: Held | undefined;
}

/** Points this near to each other are one: at zoom 18 they are 10 pixels apart, and one circle covers the other. */
const SPOT_M = 2;
/** Height of a cell of the grid in degrees. */
const CELL_LAT_DEG = SPOT_M / 110_574;
/** Columns of the grid around the earth: up to 80° of latitude at least {@link SPOT_M} wide, as the cells are high. */
const COLUMNS = Math.floor((360 * Math.cos((80 * Math.PI) / 180)) / CELL_LAT_DEG);

/** Several places that are points at nearly the same coordinate. */
export interface SharedPoint {
  /** Position of the first place, `[lng, lat]`. */
  readonly position: Position;
  /** In the order of the list. */
  readonly placeIds: readonly PlaceId[];
}

/** A shared point on the map. */
export interface ShownSharedPoint extends SharedPoint {
  /** The lowest whole zoom at which the shared point is drawn. At lower zooms it is part of a cluster. */
  readonly fromZoom: number;
}

interface Located {
  readonly id: PlaceId;
  readonly feature: Geometry;
}

/** Finds the points that several places share. Each place is at one at most, so that a row of points isn't joined. */
export function findSharedPoints(places: readonly Located[]): SharedPoint[] {
  const sharedPoints: { readonly position: Position; readonly placeIds: PlaceId[] }[] = [];
  const cells = new Map<string, typeof sharedPoints>();
  for (const { id, feature } of places) {
    if (feature.type !== 'Point') continue;
    const position = feature.coordinates;
    const column = Math.floor(((position[0] + 180) / 360) * COLUMNS) % COLUMNS;
    const row = Math.floor(position[1] / CELL_LAT_DEG);
    const near = around(column, row).flatMap((key) => cells.get(key) ?? []);
    const own = near.find((sharedPoint) => isSamePoint(sharedPoint.position, position));
    if (own !== undefined) {
      own.placeIds.push(id);
      continue;
    }
    const sharedPoint = { position, placeIds: [id] };
    sharedPoints.push(sharedPoint);
    const key = `${column},${row}`;
    cells.set(key, [...(cells.get(key) ?? []), sharedPoint]);
  }
  return sharedPoints.filter(({ placeIds }) => placeIds.length > 1);
}

function around(column: number, row: number): string[] {
  return [-1, 0, 1].flatMap((right) => [-1, 0, 1].map((up) => `${(column + right + COLUMNS) % COLUMNS},${row + up}`));
}

function isSamePoint([lng, lat]: Position, [otherLng, otherLat]: Position): boolean {
  return Math.hypot(...offsetM({ lng, lat }, { lng: otherLng, lat: otherLat })) <= SPOT_M;
}
