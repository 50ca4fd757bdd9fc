import { readDevice } from '../page/device.ts';
import type { Scope } from '../scope.ts';

/** Shortest time between two reported headings. */
const COMPASS_PERIOD_MS = 100;
/** Smallest turn that is reported, because a hand trembles. */
const COMPASS_STEP_DEG = 3;

/** Whether the page can read a compass: `asks-first` needs the person's permission, as on iOS. */
type CompassSupport = 'unsupported' | 'open' | 'asks-first';

interface PermissionRequester {
  requestPermission(): Promise<PermissionState>;
}

/** Returns whether the page can read a compass. */
export function compassSupport(): CompassSupport {
  if (!window.isSecureContext || !('DeviceOrientationEvent' in window)) return 'unsupported';
  // Chromium has the method too, but needs no permission.
  return readDevice().system === 'ios' && canRequestPermission(DeviceOrientationEvent) ? 'asks-first' : 'open';
}

/** Asks for permission if needed. Must be called from a tap. Returns whether the compass may be read. */
export async function askForCompass(): Promise<boolean> {
  const support = compassSupport();
  if (support !== 'asks-first' || !canRequestPermission(DeviceOrientationEvent)) return support === 'open';
  try {
    return (await DeviceOrientationEvent.requestPermission()) === 'granted';
  } catch {
    // Safari throws if it is not called from a tap.
    return false;
  }
}

/**
 * Reports where the upper edge of the screen points, in degrees clockwise from north, each time it has turned by
 * {@link COMPASS_STEP_DEG}, until `scope` is disposed. Never calls back on devices without a compass.
 */
export function watchCompass(scope: Scope, onHeading: (headingDeg: number) => void): void {
  let last: { readonly headingDeg: number; readonly atMs: number } | null = null;
  const handle = (event: Event): void => {
    const headingDeg = headingOf(event as unknown as Orientation, window.screen.orientation?.angle ?? 0);
    if (headingDeg === null) return;
    const atMs = event.timeStamp;
    const isSmall = last !== null && angleBetween(headingDeg, last.headingDeg) < COMPASS_STEP_DEG;
    if (isSmall || (last !== null && atMs - last.atMs < COMPASS_PERIOD_MS)) return;
    last = { headingDeg, atMs };
    onHeading(headingDeg);
  };
  // Only the second is relative to north in Chromium, only the first in Safari and Firefox.
  scope.listen(window, 'deviceorientation', handle);
  scope.listen(window, 'deviceorientationabsolute', handle);
}

function canRequestPermission(event: unknown): event is PermissionRequester {
  return typeof event === 'function' && 'requestPermission' in event;
}

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
 * Returns the direction of the screen's upper edge, in degrees clockwise from north, 0 to 360; null if unknown.
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

function normalize(deg: number): number {
  return ((deg % 360) + 360) % 360;
}
