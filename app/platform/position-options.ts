import { FIRST_FIX_TIMINGS, POSITION_TIMINGS, WATCH_MAX_AGE_MS } from '../../contracts/limits.ts';
import type { Device } from './device.ts';

/** How exact the position shall be: `low` spares the battery. */
export type Accuracy = 'high' | 'low';

/**
 * What the position is asked for: the `first` time, `again` after it was lost or denied, or as a `watch`, which tells
 * each new one.
 */
export type PositionRequest = 'first' | 'again' | 'watch';

/** The accuracy that a device is asked for while nobody has chosen one: low in Firefox, high elsewhere. */
export function defaultAccuracy({ isFirefox, isInstalled }: Device): Accuracy {
  return isFirefox && !isInstalled ? 'low' : 'high';
}

/** The options of a request, by the platform tables of `contracts/limits.ts`. Pure. */
export function positionOptions(device: Device, request: PositionRequest, accuracy: Accuracy): PositionOptions {
  const { timeoutMs, maxAgeMs } = (request === 'first' ? firstTiming(device) : null) ?? timing(device, accuracy);
  return {
    enableHighAccuracy: accuracy === 'high',
    timeout: timeoutMs,
    maximumAge: request === 'watch' ? WATCH_MAX_AGE_MS : maxAgeMs,
  };
}

interface Timing {
  readonly timeoutMs: number;
  readonly maxAgeMs: number;
}

function timing({ system, isFirefox, isInstalled }: Device, accuracy: Accuracy): Timing {
  if (isInstalled) return POSITION_TIMINGS.installed;
  if (isFirefox) return accuracy === 'low' ? POSITION_TIMINGS.firefox : POSITION_TIMINGS.other;
  return system === 'desktop' ? POSITION_TIMINGS.other : POSITION_TIMINGS[system];
}

function firstTiming({ system, isFirefox }: Device): Timing | null {
  if (isFirefox) return FIRST_FIX_TIMINGS.firefox;
  return system === 'desktop' ? null : FIRST_FIX_TIMINGS[system];
}
