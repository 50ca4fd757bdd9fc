/**
 * Distances from one position, the origin, to points and polygons. The plain twin in reference/geometry.ts explains
 * the method and does the same operations in the same order, so that both give the same bits.
 */

let originLng: f64 = 0;
let originLat: f64 = 0;
let lngScaleM: f64 = 0;
let latScaleM: f64 = 0;
let lngScaleSlopeM: f64 = 0;
let latScaleSlopeM: f64 = 0;

/** A position closer to an edge than this is on it: doubles represent degrees to a few nanometres. */
const BORDER_M2: f64 = 1e-12;

/** Sets the origin: degrees, metres per degree, and their change per degree of latitude. */
export function setOrigin(lng: f64, lat: f64, lngM: f64, latM: f64, lngSlopeM: f64, latSlopeM: f64): void {
  originLng = lng;
  originLat = lat;
  lngScaleM = lngM;
  latScaleM = latM;
  lngScaleSlopeM = lngSlopeM;
  latScaleSlopeM = latSlopeM;
}

/** Metres from the origin to the shape whose record (see ShapePack in kernels.ts) starts at this address. */
export function distanceM(record: usize): f64 {
  const rings = <i32>load<f64>(record);
  const turn = turnToward(load<f64>(record, 8) - originLng);
  const ringEnds = record + 16;
  let at = ringEnds + ((<usize>rings) << 3);
  if (rings == 0) {
    return Math.sqrt(squareM2(load<f64>(at) - originLng + turn, load<f64>(at, 8) - originLat));
  }
  let nearestM2: f64 = Infinity;
  let isInHole = false;
  let index: u32 = 0;
  for (let ring = 0; ring < rings; ring++) {
    const end = <u32>load<f64>(ringEnds + ((<usize>ring) << 3));
    if (index >= end) {
      if (ring == 0) return Infinity;
      continue;
    }
    let inside = false;
    let ax = load<f64>(at) - originLng + turn;
    let ay = load<f64>(at, 8) - originLat;
    at += 16;
    index++;
    while (index < end) {
      const bx = load<f64>(at) - originLng + turn;
      const by = load<f64>(at, 8) - originLat;
      nearestM2 = Math.min(nearestM2, edgeM2(ax, ay, bx, by));
      if (ay > 0 != by > 0 && ax * by - bx * ay > 0 == by > ay) inside = !inside;
      ax = bx;
      ay = by;
      at += 16;
      index++;
    }
    if (ring == 0) {
      if (nearestM2 <= BORDER_M2) return 0;
      if (!inside) return Math.sqrt(nearestM2);
      nearestM2 = Infinity;
    } else if (inside) {
      isInHole = true;
    }
  }
  return !isInHole || nearestM2 <= BORDER_M2 ? 0 : Math.sqrt(nearestM2);
}

/** The area of a shape in square degrees, without its holes; 0 for a point. */
export function areaDegrees2(record: usize): f64 {
  const rings = <i32>load<f64>(record);
  const ringEnds = record + 16;
  let at = ringEnds + ((<usize>rings) << 3);
  let area: f64 = 0;
  let index: u32 = 0;
  for (let ring = 0; ring < rings; ring++) {
    const end = <u32>load<f64>(ringEnds + ((<usize>ring) << 3));
    if (index >= end) continue;
    const lng = load<f64>(at);
    const lat = load<f64>(at, 8);
    let ax: f64 = 0;
    let ay: f64 = 0;
    let twice: f64 = 0;
    at += 16;
    index++;
    while (index < end) {
      const bx = load<f64>(at) - lng;
      const by = load<f64>(at, 8) - lat;
      twice += ax * by - bx * ay;
      ax = bx;
      ay = by;
      at += 16;
      index++;
    }
    const one = Math.abs(twice) * 0.5;
    area += ring == 0 ? one : -one;
  }
  return Math.max(area, 0);
}

function turnToward(lngDelta: f64): f64 {
  if (lngDelta > 180) return -360;
  if (lngDelta < -180) return 360;
  return 0;
}

function squareM2(x: f64, y: f64): f64 {
  const middle = y * 0.5;
  const east = x * (lngScaleM + lngScaleSlopeM * middle);
  const north = y * (latScaleM + latScaleSlopeM * middle);
  return east * east + north * north;
}

function edgeM2(ax: f64, ay: f64, bx: f64, by: f64): f64 {
  const dx = bx - ax;
  const dy = by - ay;
  const eastM = dx * lngScaleM;
  const northM = dy * latScaleM;
  const lengthM2 = eastM * eastM + northM * northM;
  let t: f64 = 0;
  if (lengthM2 > 0) {
    t = -(ax * lngScaleM * eastM + ay * latScaleM * northM) / lengthM2;
    t = Math.min(Math.max(t, 0), 1);
  }
  return squareM2(ax + t * dx, ay + t * dy);
}
