/** A conic projection as IGN describes it (NTG_71); the longitude of its meridian in radians. */
export interface Cone {
  readonly eccentricity: number;
  readonly exponent: number;
  /** In metres, as are the coordinates of the pole. */
  readonly constant: number;
  readonly poleX: number;
  readonly poleY: number;
  readonly meridian: number;
}

/** Lambert 93 (EPSG:2154) on the ellipsoid GRS 80, whose degrees are within a metre of those of WGS 84. */
const LAMBERT_93: Cone = {
  ...{ eccentricity: 0.081819191042816, exponent: 0.725607765, constant: 11_754_255.426 },
  ...{ poleX: 700_000, poleY: 12_655_612.05, meridian: Math.PI / 60 },
};

/** Steps after which the latitude changes by less than a nanometre. */
const STEPS = 10;

/** Returns longitude and latitude in radians (NTG_71, algorithms 2 and 4). @param x easting @param y northing, in metres */
export function toGeographic(
  { eccentricity, exponent, constant, poleX, poleY, meridian }: Cone,
  x: number,
  y: number,
): readonly [lng: number, lat: number] {
  const radius = Math.hypot(x - poleX, y - poleY);
  const angle = Math.atan((x - poleX) / (poleY - y));
  const isometric = (constant / radius) ** (1 / exponent);
  let lat = 2 * Math.atan(isometric) - Math.PI / 2;
  for (let step = 0; step < STEPS; step += 1) {
    const sine = eccentricity * Math.sin(lat);
    lat = 2 * Math.atan(((1 + sine) / (1 - sine)) ** (eccentricity / 2) * isometric) - Math.PI / 2;
  }
  return [meridian + angle / exponent, lat];
}

/** The area that the projection is meant for, in metres, with some sea around. An empty cell's zeros are outside. */
const AREA = { xMax: 1_400_000, yMin: 5_900_000, yMax: 7_300_000 };

/** Returns longitude and latitude, in degrees with seven decimals, of Lambert 93 in metres; nulls outside its area. */
export function fromLambert93(x: number, y: number): readonly [lng: number, lat: number] | readonly [null, null] {
  if (x < 0 || x > AREA.xMax || y < AREA.yMin || y > AREA.yMax) return [null, null];
  const [lng, lat] = toGeographic(LAMBERT_93, x, y);
  const toDegrees = (radians: number): number => Math.round((radians * 180e7) / Math.PI) / 1e7;
  return [toDegrees(lng), toDegrees(lat)];
}
