import type { Scope } from '../scope.ts';

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

/**
 * Asks for the position once. The browser asks the person first where it has to. Neither listener is called after
 * `scope` was disposed.
 *
 * @throws {unknown} what the browser throws, where it cannot even be asked
 */
export function askPosition(
  scope: Scope,
  options: PositionOptions,
  onFix: (fix: Fix) => void,
  onFailure: (failure: GeolocationFailure) => void,
): void {
  if (scope.disposed) return;
  navigator.geolocation.getCurrentPosition(
    (position) => {
      if (!scope.disposed) onFix(readFix(position));
    },
    (error) => {
      if (!scope.disposed) onFailure(nameFailure(error.code));
    },
    options,
  );
}

/**
 * Watches the position until `scope` is disposed. The browser asks the person first where it has to. After a failure
 * other than `denied` the watch may go on, and fixes may follow.
 *
 * @throws {unknown} what the browser throws, where it cannot even be asked
 */
export function watchPosition(
  scope: Scope,
  options: PositionOptions,
  onFix: (fix: Fix) => void,
  onFailure: (failure: GeolocationFailure) => void,
): void {
  if (scope.disposed) return;
  const watch = navigator.geolocation.watchPosition(
    (position) => onFix(readFix(position)),
    (error) => onFailure(nameFailure(error.code)),
    options,
  );
  scope.add(() => navigator.geolocation.clearWatch(watch));
}

/** The permission as it stands; null in browsers that can't be asked about it. */
export async function readLocationPermission(): Promise<PermissionState | null> {
  try {
    return (await navigator.permissions?.query({ name: 'geolocation' }))?.state ?? null;
  } catch {
    return null;
  }
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
