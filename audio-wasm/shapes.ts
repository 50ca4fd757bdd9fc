import type { FlatShape } from './kernels.ts';

const RADIANS_PER_DEGREE = Math.PI / 180;
const EQUATOR_RADIUS_M = 6_378_137;
const FLATTENING = 1 / 298.257223563;
const E2 = FLATTENING * (2 - FLATTENING);

/** How long a degree is at one position on the WGS 84 ellipsoid, and how that changes northward. */
export interface LocalScale {
  readonly lngM: number;
  readonly latM: number;
  /** Change of `lngM` per degree of latitude. */
  readonly lngSlopeM: number;
  /** Change of `latM` per degree of latitude. */
  readonly latSlopeM: number;
}

/** The scale at a latitude in degrees: the radii of curvature along the parallel and the meridian, and their derivatives. */
export function scaleAt(lat: number): LocalScale {
  const sin = Math.sin(lat * RADIANS_PER_DEGREE);
  const cos = Math.cos(lat * RADIANS_PER_DEGREE);
  const w2 = 1 - E2 * sin * sin;
  const parallelM = (EQUATOR_RADIUS_M / Math.sqrt(w2)) * cos;
  const meridianM = (EQUATOR_RADIUS_M * (1 - E2)) / (w2 * Math.sqrt(w2));
  return {
    lngM: parallelM * RADIANS_PER_DEGREE,
    latM: meridianM * RADIANS_PER_DEGREE,
    lngSlopeM: -meridianM * sin * RADIANS_PER_DEGREE * RADIANS_PER_DEGREE,
    latSlopeM: ((3 * meridianM * E2 * sin * cos) / w2) * RADIANS_PER_DEGREE * RADIANS_PER_DEGREE,
  };
}

/** A point as a flat shape. */
export function flattenPoint([lng, lat]: readonly [number, number]): FlatShape {
  return { coords: Float64Array.of(lng, lat), ringEnds: new Uint32Array() };
}

/**
 * A polygon as a flat shape: the outer ring, then its holes, each closed. An edge longer than 180 degrees is taken to
 * cross the antimeridian, and the positions after it go on past ±180, so that the ring stays in one piece; holes go
 * where the outer ring is.
 */
export function flattenPolygon(rings: readonly (readonly (readonly [number, number])[])[]): FlatShape {
  const coords = new Float64Array(2 * rings.reduce((sum, ring) => sum + ring.length, 0));
  const ringEnds = new Uint32Array(rings.length);
  let at = 0;
  rings.forEach((ring, index) => {
    let before = rings[0]?.[0]?.[0] ?? 0;
    let turn = 0;
    for (const [lng, lat] of ring) {
      if (lng - before > 180) turn -= 360;
      else if (lng - before < -180) turn += 360;
      coords[at] = lng + turn;
      coords[at + 1] = lat;
      at += 2;
      before = lng;
    }
    ringEnds[index] = at / 2;
  });
  return { coords, ringEnds };
}
