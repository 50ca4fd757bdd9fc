import { proxy } from 'valtio';
import { LOCATION_REQUEST_DELAY_MS } from '../../contracts/limits.ts';
import type { LocationStatus } from '../../contracts/vocabulary.ts';
import {
  type Fix,
  type GeolocationFailure,
  geolocationSupport,
  isMobileDevice,
  observeLocationPermission,
  watchPosition,
} from '../platform/geolocation.ts';
import { Scope } from '../platform/scope.ts';
import { strings } from '../platform/strings.ts';
import { statusOfFailure, statusOfFix } from './location-status.ts';

/** Where the walker is, and how well that is known. */
export interface LocationState {
  status: LocationStatus;
  /** The last position; null until there is one, and again after a denial. Replaced as a whole. */
  fix: Fix | null;
  /** Why the status is `error`, in words; null otherwise. */
  errorMessage: string | null;
  /** The accuracy is 100 m or better. */
  highAccuracy: boolean;
  /** The overlay is closed: until the first request is made, and from the person closing it to the next status. */
  overlayClosed: boolean;
  /** The position is one that somebody set (`spoofer.ts`): the real one is neither told nor lost meanwhile. */
  isFalse: boolean;
  /** How often the position became one that nobody walked to: what was concluded from those before counts no more. */
  leaps: number;
}

/** Where the walker is. Changed by the functions of this file alone. */
export const location = proxy<LocationState>({
  status: 'idle',
  fix: null,
  errorMessage: null,
  highAccuracy: false,
  overlayClosed: true,
  isFalse: false,
  leaps: 0,
});

/** What the device tells while a false position is shown; `location` itself else. */
let real: Omit<LocationState, 'isFalse' | 'leaps'> = location;
let service: Scope | null = null;
let watching: Scope | null = null;

/** Asks for the position half a second after this call, and follows permission changes, until `scope` is disposed. */
export function startLocation(scope: Scope): void {
  const started = new Scope();
  service = started;
  scope.add(() => {
    started.dispose();
    if (service === started) service = null;
    stopWatching();
    enter('idle');
  });
  if (geolocationSupport() !== 'supported') {
    requestLocation();
    return;
  }
  started.timeout(requestLocation, LOCATION_REQUEST_DELAY_MS);
  observeLocationPermission(started, (permission) => {
    if (permission === 'granted') requestLocation();
    if (permission !== 'denied') return;
    stopWatching();
    enter('denied');
  });
}

/** Asks for the position, now or again. Without effect while it is being watched. */
export function requestLocation(): void {
  if (service === null) return;
  const support = geolocationSupport();
  if (support === 'unsupported') enter('unavailable');
  else if (support === 'insecure') enter('error', strings.location.needsHttps);
  else if (watching === null || real.status === 'error') watch();
}

function watch(): void {
  stopWatching();
  watching = new Scope();
  enter('requesting');
  watchPosition(watching, hearFix, hearFailure);
}

/** Closes the overlay that asks for the position. */
export function closeLocationOverlay(): void {
  real.overlayClosed = true;
}

/** Opens the overlay again, because the person asked for something that needs the position. Not over a false one. */
export function openLocationOverlay(): void {
  real.overlayClosed = false;
}

/**
 * Shows no position from now on but those that {@link setFalsePosition} sets. The real one is followed unseen, with its
 * failures, until {@link endFalsePosition}.
 */
export function beginFalsePosition(): void {
  if (location.isFalse) return;
  const { status, fix, errorMessage, highAccuracy, overlayClosed } = location;
  real = { status, fix, errorMessage, highAccuracy, overlayClosed };
  Object.assign(location, { isFalse: true, ...NO_POSITION, leaps: location.leaps + 1 });
}

/** Stands at a false position, as if the device had told it. Without effect outside {@link beginFalsePosition}. */
export function setFalsePosition(fix: Fix): void {
  if (!location.isFalse) return;
  const status = statusOfFix(fix.accuracyM);
  Object.assign(location, { fix, status, highAccuracy: status === 'active', leaps: location.leaps + 1 });
}

/** Returns to the real position, as it is known by now. */
export function endFalsePosition(): void {
  if (!location.isFalse) return;
  Object.assign(location, { isFalse: false, ...real, leaps: location.leaps + 1 });
  real = location;
}

/** A false position before one was set: nothing is known, and nothing is asked for. */
const NO_POSITION: typeof real = {
  status: 'idle',
  fix: null,
  errorMessage: null,
  highAccuracy: false,
  overlayClosed: true,
};

function hearFix(fix: Fix): void {
  const status = statusOfFix(fix.accuracyM);
  real.fix = fix;
  real.highAccuracy = status === 'active';
  enter(status);
}

function hearFailure(failure: GeolocationFailure): void {
  const status = statusOfFailure(real.status, failure);
  if (status === 'denied') stopWatching();
  enter(status, status === 'error' ? describeFailure(failure) : null);
}

function enter(status: LocationStatus, errorMessage: string | null = null): void {
  if (status !== real.status) real.overlayClosed = false;
  if (status !== 'active' && status !== 'low_accuracy') real.fix = null;
  if (status !== 'active') real.highAccuracy = false;
  real.errorMessage = errorMessage;
  real.status = status;
}

function stopWatching(): void {
  watching?.dispose();
  watching = null;
}

function describeFailure(failure: GeolocationFailure): string {
  const words = strings.location;
  if (failure === 'timeout') return isMobileDevice() ? words.timeoutMobile : words.timeout;
  if (failure === 'position-unavailable') return isMobileDevice() ? words.gpsUnavailable : words.positionUnavailable;
  return words.unknown;
}
