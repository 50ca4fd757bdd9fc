import type { Geometry, Position } from '../../contracts/geo.ts';
import { boxAround, boxOfShape, type LngLatBox } from '../../contracts/rings.ts';

/** A position in degrees. */
export interface LngLat {
  readonly lng: number;
  readonly lat: number;
}

/** Metres per degree of latitude, in the middle of its range on the ellipsoid (110,574 to 111,694 m). */
const DEGREE_M = 111_133;

/** Returns the offset to a nearby position, in metres east and north, within 1 %; also across the antimeridian. */
export function offsetM(from: LngLat, to: LngLat): readonly [eastM: number, northM: number] {
  const lng = to.lng - from.lng;
  return [(lng - 360 * Math.round(lng / 360)) * lngDegreeM(from.lat), (to.lat - from.lat) * DEGREE_M];
}

/** Moves a position by metres east and north. The resulting longitude may pass ±180. */
export function moveBy({ lng, lat }: LngLat, [eastM, northM]: readonly [eastM: number, northM: number]): LngLat {
  return { lng: lng + eastM / lngDegreeM(lat), lat: lat + northM / DEGREE_M };
}

/** Metres per degree of longitude. Never 0, so that nothing is divided by 0 at a pole. */
function lngDegreeM(lat: number): number {
  return DEGREE_M * Math.max(Math.cos((lat * Math.PI) / 180), 1e-6);
}

/** Mean radius of the Earth (IUGG). */
export const EARTH_RADIUS_M = 6_371_008.8;

/**
 * Returns the great-circle way between two positions at any distance, within 0.6 %: its length in metres, and its
 * initial direction, in degrees clockwise from north.
 */
export function greatCircle(from: LngLat, to: LngLat): { readonly distanceM: number; readonly bearingDeg: number } {
  const [lat1, lat2, lng] = [radians(from.lat), radians(to.lat), radians(to.lng - from.lng)];
  const chord = Math.sin((lat2 - lat1) / 2) ** 2 + Math.cos(lat1) * Math.cos(lat2) * Math.sin(lng / 2) ** 2;
  const east = Math.sin(lng) * Math.cos(lat2);
  const north = Math.cos(lat1) * Math.sin(lat2) - Math.sin(lat1) * Math.cos(lat2) * Math.cos(lng);
  return {
    distanceM: 2 * EARTH_RADIUS_M * Math.asin(Math.min(1, Math.sqrt(chord))),
    bearingDeg: ((Math.atan2(east, north) * 180) / Math.PI + 360) % 360,
  };
}

function radians(deg: number): number {
  return (deg * Math.PI) / 180;
}

/** South-west and north-east corner, `[lng, lat]` each; east of 180 if the box crosses the antimeridian. */
export type BoundingBox = readonly [southWest: Position, northEast: Position];

/** Returns the bounding box of positions; null if there are none. */
export function boundingBoxOf(positions: readonly Position[]): BoundingBox | null {
  return cornersOf(positions.map(([lng, lat]): LngLatBox => [lng, lat, lng, lat]));
}

/** Returns the bounding box of shapes; null if there are none. */
export function boundingBoxOfShapes(shapes: readonly Geometry[]): BoundingBox | null {
  return cornersOf(shapes.map(boxOfShape).filter((box) => box !== null));
}

function cornersOf(boxes: readonly LngLatBox[]): BoundingBox | null {
  const box = boxAround(boxes);
  return (
    box && [
      [box[0], box[1]],
      [box[2], box[3]],
    ]
  );
}

/** Returns the position of a point, or the first one of a zone, which only geometries that passed the schema have. */
export function firstPosition({ type, coordinates }: Geometry): Position {
  return type === 'Point' ? coordinates : (coordinates[0]?.[0] ?? [0, 0]);
}
