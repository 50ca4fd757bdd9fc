import { readDevice } from '../page/device.ts';
import type { Scope } from '../scope.ts';
import { headingOf, type Orientation, turnBetween } from './heading.ts';

/** The shortest time between two reported headings. */
const COMPASS_PERIOD_MS = 100;
/** The smallest turn that is reported: less is the tremor of a hand. */
const COMPASS_STEP_DEG = 3;

/** Whether the page can read a compass: not at all, at once, or after the person allowed it, as on iOS. */
export type CompassSupport = 'unsupported' | 'open' | 'asks-first';

interface AskedFirst {
  requestPermission(): Promise<PermissionState>;
}

/** Tells whether the page can read a compass. */
export function compassSupport(): CompassSupport {
  if (!window.isSecureContext || !('DeviceOrientationEvent' in window)) return 'unsupported';
  // Chromium has the question, too, and needs no answer.
  return readDevice().system === 'ios' && asksFirst(DeviceOrientationEvent) ? 'asks-first' : 'open';
}

/** Asks the person for the compass where that is needed. To be called from a tap. Returns whether it may be read. */
export async function askForCompass(): Promise<boolean> {
  const support = compassSupport();
  if (support !== 'asks-first' || !asksFirst(DeviceOrientationEvent)) return support === 'open';
  try {
    return (await DeviceOrientationEvent.requestPermission()) === 'granted';
  } catch {
    // Without a tap Safari refuses to ask at all.
    return false;
  }
}

/**
 * Tells where the upper edge of the screen points, in degrees clockwise from north, each time that it turned by a few
 * degrees, until `scope` is disposed. Silent on devices without a compass.
 */
export function watchCompass(scope: Scope, onHeading: (headingDeg: number) => void): void {
  let told: { readonly headingDeg: number; readonly atMs: number } | null = null;
  const hear = (event: Event): void => {
    const headingDeg = headingOf(event as unknown as Orientation, window.screen.orientation?.angle ?? 0);
    if (headingDeg === null) return;
    const atMs = event.timeStamp;
    const isNews = told === null || turnBetween(headingDeg, told.headingDeg) >= COMPASS_STEP_DEG;
    if (!isNews || (told !== null && atMs - told.atMs < COMPASS_PERIOD_MS)) return;
    told = { headingDeg, atMs };
    onHeading(headingDeg);
  };
  // Chromium counts from north in the second alone; Safari and Firefox tell it in the first.
  scope.listen(window, 'deviceorientation', hear);
  scope.listen(window, 'deviceorientationabsolute', hear);
}

function asksFirst(event: unknown): event is AskedFirst {
  return typeof event === 'function' && 'requestPermission' in event;
}
