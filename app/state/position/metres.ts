/** A position in degrees. */
export interface LngLat {
  readonly lng: number;
  readonly lat: number;
}

/** Metres of a degree of latitude, in the middle of its range on the ellipsoid (110,574 to 111,694 m). */
const DEGREE_M = 111_133;

/** Metres east and north from one position to another close to it, within 1 %; across the antimeridian, too. */
export function offsetM(from: LngLat, to: LngLat): readonly [eastM: number, northM: number] {
  const lng = to.lng - from.lng;
  return [(lng - 360 * Math.round(lng / 360)) * lngDegreeM(from.lat), (to.lat - from.lat) * DEGREE_M];
}

/** The position so many metres east and north of another. Its longitude may pass ±180. */
export function moveBy({ lng, lat }: LngLat, [eastM, northM]: readonly [eastM: number, northM: number]): LngLat {
  return { lng: lng + eastM / lngDegreeM(lat), lat: lat + northM / DEGREE_M };
}

/** Never 0, so that a walker at a pole divides by nothing impossible. */
function lngDegreeM(lat: number): number {
  return DEGREE_M * Math.max(Math.cos((lat * Math.PI) / 180), 1e-6);
}
