/** What a device tells of the way it is held: the fields of a `DeviceOrientationEvent` that a compass needs. */
export interface Orientation {
  /** Degrees counter-clockwise about the upright, from north where `absolute`. */
  readonly alpha: number | null;
  /** Degrees that the upper edge is raised; beyond 90 it hangs over. */
  readonly beta: number | null;
  /** `alpha` counts from north, and not from where the page was opened. */
  readonly absolute: boolean;
  /** Safari's own: degrees clockwise from north, negative where the compass is disturbed. */
  readonly webkitCompassHeading?: number;
}

/**
 * The direction that the upper edge of the screen points to, in degrees clockwise from north, from 0 to 360; null where
 * the device can't tell. Pure.
 *
 * @param screenDeg how far the screen's contents are turned against the device, as `screen.orientation.angle`
 */
export function headingOf(orientation: Orientation, screenDeg: number): number | null {
  const { alpha, beta, absolute, webkitCompassHeading: told } = orientation;
  if (told !== undefined) return told >= 0 ? turn(told + screenDeg) : null;
  if (!absolute || alpha === null) return null;
  // Held over one's head the upper edge points backwards.
  const hangsOver = beta !== null && Math.abs(beta) > 90;
  return turn(360 - alpha + (hangsOver ? 180 : 0) + screenDeg);
}

/** The smaller angle between two directions, in degrees from 0 to 180. */
export function turnBetween(oneDeg: number, otherDeg: number): number {
  const apart = turn(oneDeg - otherDeg);
  return Math.min(apart, 360 - apart);
}

function turn(deg: number): number {
  return ((deg % 360) + 360) % 360;
}
