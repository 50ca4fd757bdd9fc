/** The fields of a `DeviceOrientationEvent` that a compass needs. */
export interface Orientation {
  /** Degrees counter-clockwise about the vertical axis, from north if `absolute`. */
  readonly alpha: number | null;
  /** Degrees that the upper edge is raised; beyond 90 the device is overhead. */
  readonly beta: number | null;
  /** True if `alpha` is relative to north, false if to the orientation when the page was opened. */
  readonly absolute: boolean;
  /** Only Safari: degrees clockwise from north; negative if the compass is disturbed. */
  readonly webkitCompassHeading?: number;
}

/**
 * Returns the direction of the screen's upper edge, in degrees clockwise from north, 0 to 360; null if unknown. Pure.
 *
 * @param screenDeg rotation of the screen's contents relative to the device: `screen.orientation.angle`
 */
export function headingOf(orientation: Orientation, screenDeg: number): number | null {
  const { alpha, beta, absolute, webkitCompassHeading } = orientation;
  if (webkitCompassHeading !== undefined) {
    return webkitCompassHeading >= 0 ? normalize(webkitCompassHeading + screenDeg) : null;
  }
  if (!absolute || alpha === null) return null;
  // Overhead, the upper edge points backwards.
  const isOverhead = beta !== null && Math.abs(beta) > 90;
  return normalize(360 - alpha + (isOverhead ? 180 : 0) + screenDeg);
}

/** Returns the smaller angle between two directions, in degrees from 0 to 180. */
export function angleBetween(oneDeg: number, otherDeg: number): number {
  const difference = normalize(oneDeg - otherDeg);
  return Math.min(difference, 360 - difference);
}

/** Returns the same direction as 0 to 360 degrees. */
function normalize(deg: number): number {
  return ((deg % 360) + 360) % 360;
}
