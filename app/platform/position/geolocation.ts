import type { Scope } from '../scope.ts';

/** A position as the device reported it. */
export interface Fix {
  readonly lng: number;
  readonly lat: number;
  /** Radius, in metres, of the circle that holds the true position with 95 % probability. */
  readonly accuracyM: number;
  /** Degrees clockwise from north; null if unknown. */
  readonly headingDeg: number | null;
  readonly speedMps: number | null;
  /** Milliseconds since 1970. */
  readonly timestampMs: number;
}

/** The codes of `GeolocationPositionError`, by name. */
export type GeolocationFailure = 'denied' | 'position-unavailable' | 'timeout' | 'unknown';

/** Whether the page can get a position at all. Browsers give none to pages without HTTPS. */
export type GeolocationSupport = 'supported' | 'unsupported' | 'insecure';

/** Returns whether the page can get a position. */
export function geolocationSupport(): GeolocationSupport {
  if (!window.isSecureContext) return 'insecure';
  return 'geolocation' in navigator ? 'supported' : 'unsupported';
}

type OnFix = (fix: Fix) => void;
type OnFailure = (failure: GeolocationFailure) => void;

/**
 * Requests the position once. Calls nothing after `scope` is disposed.
 *
 * @throws {unknown} whatever the browser throws
 */
export function askPosition(scope: Scope, options: PositionOptions, onFix: OnFix, onFailure: OnFailure): void {
  if (!scope.disposed) navigator.geolocation.getCurrentPosition(...callbacks(scope, onFix, onFailure), options);
}

/**
 * Watches the position until `scope` is disposed. Fixes may follow after any failure but `denied`.
 *
 * @throws {unknown} whatever the browser throws
 */
export function watchPosition(scope: Scope, options: PositionOptions, onFix: OnFix, onFailure: OnFailure): void {
  if (scope.disposed) return;
  const watch = navigator.geolocation.watchPosition(...callbacks(scope, onFix, onFailure), options);
  scope.add(() => navigator.geolocation.clearWatch(watch));
}

function callbacks(scope: Scope, onFix: OnFix, onFailure: OnFailure): [PositionCallback, PositionErrorCallback] {
  return [
    (position) => {
      if (!scope.disposed) onFix(readFix(position));
    },
    ({ code }) => {
      if (!scope.disposed) onFailure(nameFailure(code));
    },
  ];
}

/** Reads the current permission; null in browsers that can't report it. */
export async function readLocationPermission(): Promise<PermissionState | null> {
  try {
    return (await navigator.permissions?.query({ name: 'geolocation' }))?.state ?? null;
  } catch {
    return null;
  }
}

/** Reports each change of the permission until `scope` is disposed; never in browsers that can't report it. */
export function observeLocationPermission(scope: Scope, onChange: (state: PermissionState) => void): void {
  navigator.permissions?.query({ name: 'geolocation' }).then(
    (permission) => scope.listen(permission, 'change', () => onChange(permission.state)),
    () => {
      // Rejected by browsers that don't know this permission; a denial is then reported by the watch.
    },
  );
}

/** Converts a browser's position. Receivers report -1, or the standard's NaN, for unknown heading or speed. Pure. */
export function readFix({ coords, timestamp }: Pick<GeolocationPosition, 'timestamp'> & { coords: Coords }): Fix {
  return {
    lng: coords.longitude,
    lat: coords.latitude,
    accuracyM: coords.accuracy,
    headingDeg: isWithin(coords.heading, 360) ? coords.heading : null,
    speedMps: isWithin(coords.speed, Number.MAX_VALUE) ? coords.speed : null,
    timestampMs: timestamp,
  };
}

type Coords = Pick<GeolocationCoordinates, 'longitude' | 'latitude' | 'accuracy' | 'heading' | 'speed'>;

function isWithin(value: number | null, max: number): value is number {
  return value !== null && value >= 0 && value <= max;
}

function nameFailure(code: number): GeolocationFailure {
  if (code === 1) return 'denied';
  if (code === 2) return 'position-unavailable';
  return code === 3 ? 'timeout' : 'unknown';
}
