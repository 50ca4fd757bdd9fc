import type { Device } from '../page/device.ts';

/** `PositionOptions.maximumAge` of a watch. */
const WATCH_MAX_AGE_MS = 5000;
/** Timeout of a request and greatest age of its position, by platform. */
const POSITION_TIMINGS = {
  /** All browsers on iOS run on Safari's engine. */
  ios: { timeoutMs: 15_000, maxAgeMs: 30_000 },
  android: { timeoutMs: 12_000, maxAgeMs: 20_000 },
  /** Firefox with low accuracy, which is its default. */
  firefox: { timeoutMs: 15_000, maxAgeMs: 25_000 },
  /** The installed app, on all platforms. */
  installed: { timeoutMs: 20_000, maxAgeMs: 60_000 },
  other: { timeoutMs: 10_000, maxAgeMs: 10_000 },
} as const;
/** The same for the first request, on platforms where it differs. */
const FIRST_FIX_TIMINGS = {
  ios: { timeoutMs: 20_000, maxAgeMs: 60_000 },
  android: { timeoutMs: 15_000, maxAgeMs: 30_000 },
  firefox: { timeoutMs: 20_000, maxAgeMs: 45_000 },
} as const;

/** Requested accuracy: `low` saves battery. */
export type Accuracy = 'high' | 'low';

/**
 * The `first` request, one made `again` after the position was lost or denied, a continuous `watch`, or a watch that
 * starts on the `return` to a page that was hidden, with no earlier position.
 */
export type PositionRequest = 'first' | 'again' | 'watch' | 'return';

/** Returns the accuracy until the person chooses one: low in Firefox, high elsewhere. */
export function defaultAccuracy({ isFirefox, isInstalled }: Device): Accuracy {
  return isFirefox && !isInstalled ? 'low' : 'high';
}

/** Returns the options of a request, from the tables above. Pure. */
export function positionOptions(device: Device, request: PositionRequest, accuracy: Accuracy): PositionOptions {
  const { timeoutMs, maxAgeMs } = timing(device, request, accuracy);
  return {
    enableHighAccuracy: accuracy === 'high',
    timeout: timeoutMs,
    maximumAge: request === 'return' ? 0 : request === 'watch' ? WATCH_MAX_AGE_MS : maxAgeMs,
  };
}

function timing({ system, isFirefox, isInstalled }: Device, request: PositionRequest, accuracy: Accuracy) {
  const browser = isFirefox ? 'firefox' : system;
  if (request === 'first' && browser !== 'desktop') return FIRST_FIX_TIMINGS[browser];
  if (isInstalled) return POSITION_TIMINGS.installed;
  const isOther = browser === 'desktop' || (isFirefox && accuracy === 'high');
  return POSITION_TIMINGS[isOther ? 'other' : browser];
}
