import type { Device } from '../page/device.ts';

/** `PositionOptions.maximumAge` of a watch. */
const WATCH_MAX_AGE_MS = 5000;
/** How long a request for the position may take and how old its answer may be, by what it is made with. */
const POSITION_TIMINGS = {
  /** Every browser there is Safari underneath. */
  ios: { timeoutMs: 15_000, maxAgeMs: 30_000 },
  android: { timeoutMs: 12_000, maxAgeMs: 20_000 },
  /** Firefox when it is asked for a position of low accuracy, as it is at first. */
  firefox: { timeoutMs: 15_000, maxAgeMs: 25_000 },
  /** The installed app, whatever it runs on. */
  installed: { timeoutMs: 20_000, maxAgeMs: 60_000 },
  other: { timeoutMs: 10_000, maxAgeMs: 10_000 },
} as const;
/** The same for the first request, where a platform has a rule of its own for it. */
const FIRST_FIX_TIMINGS = {
  ios: { timeoutMs: 20_000, maxAgeMs: 60_000 },
  android: { timeoutMs: 15_000, maxAgeMs: 30_000 },
  firefox: { timeoutMs: 20_000, maxAgeMs: 45_000 },
} as const;

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
