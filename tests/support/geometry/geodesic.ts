type LngLat = readonly [number, number];

const RADIANS = Math.PI / 180;
const A = 6_378_137;
const F = 1 / 298.257223563;
const B = A * (1 - F);

/** Metres between two positions on WGS 84 by Vincenty's inverse formula (1975): the referee, exact to under a millimetre. */
export function geodesicM([lng1, lat1]: LngLat, [lng2, lat2]: LngLat): number {
  const u1 = Math.atan((1 - F) * Math.tan(lat1 * RADIANS));
  const u2 = Math.atan((1 - F) * Math.tan(lat2 * RADIANS));
  const [sinU1, cosU1, sinU2, cosU2] = [Math.sin(u1), Math.cos(u1), Math.sin(u2), Math.cos(u2)];
  const l = (((lng2 - lng1 + 540) % 360) - 180) * RADIANS;
  let lambda = l;
  for (let round = 0; round < 200; round++) {
    const [sinL, cosL] = [Math.sin(lambda), Math.cos(lambda)];
    const sinSigma = Math.hypot(cosU2 * sinL, cosU1 * sinU2 - sinU1 * cosU2 * cosL);
    if (sinSigma === 0) return 0;
    const cosSigma = sinU1 * sinU2 + cosU1 * cosU2 * cosL;
    const sigma = Math.atan2(sinSigma, cosSigma);
    const sinAlpha = (cosU1 * cosU2 * sinL) / sinSigma;
    const cos2Alpha = 1 - sinAlpha * sinAlpha;
    const cos2M = cos2Alpha === 0 ? 0 : cosSigma - (2 * sinU1 * sinU2) / cos2Alpha;
    const c = (F / 16) * cos2Alpha * (4 + F * (4 - 3 * cos2Alpha));
    const before = lambda;
    lambda = l + (1 - c) * F * sinAlpha * (sigma + c * sinSigma * (cos2M + c * cosSigma * (-1 + 2 * cos2M * cos2M)));
    if (Math.abs(lambda - before) > 1e-13) continue;
    const u = (cos2Alpha * (A * A - B * B)) / (B * B);
    const bigA = 1 + (u / 16384) * (4096 + u * (-768 + u * (320 - 175 * u)));
    const bigB = (u / 1024) * (256 + u * (-128 + u * (74 - 47 * u)));
    const term =
      cosSigma * (-1 + 2 * cos2M * cos2M) - (bigB / 6) * cos2M * (-3 + 4 * sinSigma ** 2) * (-3 + 4 * cos2M ** 2);
    const deltaSigma = bigB * sinSigma * (cos2M + (bigB / 4) * term);
    return B * bigA * (sigma - deltaSigma);
  }
  throw new Error(`No convergence between ${lng1},${lat1} and ${lng2},${lat2}: nearly antipodal`);
}

/** Metres from a position to the nearest of an edge that is straight in longitude and latitude, by search. */
export function geodesicToEdgeM(position: LngLat, [lng1, lat1]: LngLat, [lng2, lat2]: LngLat): number {
  const at = (t: number): number => geodesicM(position, [lng1 + t * (lng2 - lng1), lat1 + t * (lat2 - lat1)]);
  const steps = 32;
  const nearest = Array.from({ length: steps + 1 }, (_, step) => at(step / steps)).reduce(
    (best, distance, step) => (distance < best.distance ? { distance, step } : best),
    { distance: Number.POSITIVE_INFINITY, step: 0 },
  ).step;
  let low = Math.max(0, (nearest - 1) / steps);
  let high = Math.min(1, (nearest + 1) / steps);
  for (let round = 0; round < 60; round++) {
    const third = (high - low) / 3;
    if (at(low + third) < at(high - third)) high -= third;
    else low += third;
  }
  return at((low + high) / 2);
}
