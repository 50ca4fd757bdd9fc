import { POSITION_TIMEOUT_MS, WATCH_MAX_AGE_MS } from '../../contracts/limits.ts';
import type { Scope } from './scope.ts';

/** A position as the device told it. */
export interface Fix {
  readonly lng: number;
  readonly lat: number;
  /** Radius, in metres, of the circle that holds the true position with 95 % probability. */
  readonly accuracyM: number;
  /** Degrees clockwise from north, null where the device can't tell. */
  readonly headingDeg: number | null;
  readonly speedMps: number | null;
  /** Milliseconds since 1970. */
  readonly timestampMs: number;
}

/** Why no position comes: the codes of `GeolocationPositionError`, by name. */
export type GeolocationFailure = 'denied' | 'position-unavailable' | 'timeout' | 'unknown';

/** Whether the page can be given a position at all. Browsers give none to a page that did not come over HTTPS. */
export type GeolocationSupport = 'supported' | 'unsupported' | 'insecure';

/** Tells whether the page can be given a position. */
export function geolocationSupport(): GeolocationSupport {
  if (!window.isSecureContext) return 'insecure';
  return 'geolocation' in navigator ? 'supported' : 'unsupported';
}

/** True on phones and tablets, whose users can do something about a missing satellite signal. */
export function isMobileDevice(): boolean {
  return navigator.maxTouchPoints > 0 && /Android|iPhone|iPad|Macintosh|Mobile/.test(navigator.userAgent);
}

/**
 * Watches the position with high accuracy until `scope` is disposed. The browser asks the person first where it has
 * to. After a failure other than `denied` the watch goes on, and fixes may follow.
 */
export function watchPosition(
  scope: Scope,
  onFix: (fix: Fix) => void,
  onFailure: (failure: GeolocationFailure) => void,
): void {
  if (scope.disposed) return;
  const watch = navigator.geolocation.watchPosition(
    (position) => onFix(readFix(position)),
    (error) => onFailure(nameFailure(error.code)),
    { enableHighAccuracy: true, maximumAge: WATCH_MAX_AGE_MS, timeout: POSITION_TIMEOUT_MS },
  );
  scope.add(() => navigator.geolocation.clearWatch(watch));
}

/**
 * Tells each change of the permission until `scope` is disposed, not its present state. Silent in browsers that can't
 * be asked about it.
 */
export function observeLocationPermission(scope: Scope, onChange: (state: PermissionState) => void): void {
  navigator.permissions?.query({ name: 'geolocation' }).then(
    (permission) => scope.listen(permission, 'change', () => onChange(permission.state)),
    () => {
      // A browser that does not know this permission's name rejects; the watch itself then tells of a denial.
    },
  );
}

function readFix({ coords, timestamp }: GeolocationPosition): Fix {
  const { heading } = coords;
  return {
    lng: coords.longitude,
    lat: coords.latitude,
    accuracyM: coords.accuracy,
    // NaN is what the standard gives for a walker who stands still.
    headingDeg: heading === null || Number.isNaN(heading) ? null : heading,
    speedMps: coords.speed,
    timestampMs: timestamp,
  };
}

function nameFailure(code: number): GeolocationFailure {
  if (code === 1) return 'denied';
  if (code === 2) return 'position-unavailable';
  return code === 3 ? 'timeout' : 'unknown';
}
