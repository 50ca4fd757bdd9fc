import { proxy } from 'valtio';
import type { LocationStatus } from '../../../contracts/vocabulary.ts';
import { readDevice } from '../../platform/page/device.ts';
import { onVisible } from '../../platform/page/page.ts';
import {
  askPosition,
  type Fix,
  type GeolocationFailure,
  geolocationSupport,
  observeLocationPermission,
  readLocationPermission,
  watchPosition,
} from '../../platform/position/geolocation.ts';
import {
  type Accuracy,
  defaultAccuracy,
  type PositionRequest,
  positionOptions,
} from '../../platform/position/position-options.ts';
import { type Release, Scope } from '../../platform/scope.ts';
import { locationStrings } from '../../words/location.ts';
import { confirmJump, type FixGate, jumpDueMs, OPEN_GATE } from './fix-gate.ts';
import { takeIn } from './fix-intake.ts';
import {
  FIX_RECENT_MS,
  failureWords,
  retryDelayMs,
  serviceErrorWords,
  statusOfFailure,
  statusOfFix,
} from './location-status.ts';

/** From the start of the app to the automatic request for a position. */
const LOCATION_REQUEST_DELAY_MS = 500;

/** Where the walker is, and how well that is known. */
export interface LocationState {
  status: LocationStatus;
  /**
   * The last position; null until there is one, and again after a denial or an error. While another one is
   * `requesting`, the last one is held. Replaced as a whole.
   */
  fix: Fix | null;
  /** What the browser said, in the catalogue's words; null where all is well, or where it said nothing. */
  errorMessage: string | null;
  /** The accuracy is 100 m or better. */
  highAccuracy: boolean;
  /** How exact a position the browser is asked for. */
  accuracy: Accuracy;
  /** The overlay is closed. It opens where the person waits for a position, or took the right to it away. */
  overlayClosed: boolean;
  /** The position is one that somebody set (`spoofer.ts`): the real one is neither told nor lost meanwhile. */
  isFalse: boolean;
  /** How often the position became one that nobody walked to: what was concluded from those before counts no more. */
  leaps: number;
}

/** What the device tells. */
type Told = Omit<LocationState, 'isFalse' | 'leaps'>;

const INITIAL: Told = {
  status: 'idle',
  fix: null,
  errorMessage: null,
  highAccuracy: false,
  accuracy: 'high',
  overlayClosed: true,
};

/** Where the walker is. Changed by the functions of this file alone. */
export const location = proxy<LocationState>({ ...INITIAL, isFalse: false, leaps: 0 });

/** What the device tells: `location` itself, or apart from it while a false position is shown. */
let real: Told = location;

let service: Scope | null = null;
/** Owns the request or watch that is going on, and the next attempt after its failure. */
let attempt: Scope | null = null;
/** What the person chose; null while they have not. */
let chosen: Accuracy | null = null;
let isWalking = false;
let gate: FixGate<Fix> = OPEN_GATE;
/** When the last fix came, on the clock of `performance.now`. */
let heardAtMs: number | null = null;
/** Failures since the last fix. */
let failures = 0;
/** Calls the next attempt off, which the failure of the present one made necessary; null when none is planned. */
let callOffRetry: Release | null = null;
/** Somebody waits for a position that has not come yet, and wants to be told why. */
let isAwaited = false;

/**
 * Asks for the position half a second after this call, follows permission changes, and looks again when the page comes
 * back into sight, until `scope` is disposed.
 */
export function startLocation(scope: Scope): void {
  const started = new Scope();
  service = started;
  scope.add(() => {
    started.dispose();
    if (service === started) service = null;
    stop();
    chosen = null;
    isWalking = false;
    heardAtMs = null;
    gate = OPEN_GATE;
    Object.assign(real, INITIAL);
  });
  real.accuracy = wantedAccuracy();
  if (geolocationSupport() !== 'supported') {
    requestLocation();
    return;
  }
  started.timeout(requestLocation, LOCATION_REQUEST_DELAY_MS);
  observeLocationPermission(started, onPermission);
  onVisible(started, () => void lookAgain());
}

/** Asks for the position, now or again. Without effect while it is being looked for. */
export function requestLocation(): void {
  if (service === null) return;
  const support = geolocationSupport();
  isAwaited = true;
  if (support === 'unsupported') enter('unavailable', locationStrings.unsupported);
  else if (support === 'insecure') enter('error', locationStrings.needsHttps);
  else if (attempt === null || real.status === 'error') {
    failures = 0;
    enter('requesting');
    askAnew();
  }
}

/** Asks for an exact position from now on ('Améliorer la précision'). */
export function improveAccuracy(): void {
  changeAccuracy('high');
}

/** Asks for a position that spares the battery from now on ("Économie d'énergie"). */
export function saveEnergy(): void {
  changeAccuracy('low');
}

/** Whether somebody follows an audio guide, which needs an exact position unless they chose otherwise. */
export function setWalking(isOn: boolean): void {
  isWalking = isOn;
  if (service === null || real.accuracy === wantedAccuracy()) return;
  real.accuracy = wantedAccuracy();
  if (attempt !== null) askAnew();
}

/** Closes the overlay that asks for the position. */
export function closeLocationOverlay(): void {
  real.overlayClosed = true;
}

/** Opens the overlay again, because the person asked for something that needs the position; not over a false one. */
export function openLocationOverlay(): void {
  real.overlayClosed = false;
}

/**
 * Shows no position from now on but those that {@link setFalsePosition} sets. The real one is followed unseen, with its
 * failures, until {@link endFalsePosition}.
 */
export function beginFalsePosition(): void {
  if (location.isFalse) return;
  const { status, fix, errorMessage, highAccuracy, accuracy, overlayClosed } = location;
  real = { status, fix, errorMessage, highAccuracy, accuracy, overlayClosed };
  Object.assign(location, INITIAL, { isFalse: true, leaps: location.leaps + 1 });
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
  Object.assign(location, real, { isFalse: false, leaps: location.leaps + 1 });
  real = location;
}

function wantedAccuracy(): Accuracy {
  return chosen ?? (isWalking ? 'high' : defaultAccuracy(readDevice()));
}

function changeAccuracy(accuracy: Accuracy): void {
  chosen = accuracy;
  real.accuracy = accuracy;
  if (attempt === null || real.status === 'error') {
    requestLocation();
    return;
  }
  enter('requesting');
  askAnew();
}

/** Watches on, or begins with a single request where nothing is known yet, as that may take longer. */
function askAnew(): void {
  if (real.fix !== null) ask('watch');
  else ask(heardAtMs === null ? 'first' : 'again');
}

/** Starts a request in the place of the one that goes on. */
function ask(request: PositionRequest): void {
  attempt?.dispose();
  const scope = new Scope();
  attempt = scope;
  callOffRetry = null;
  const options = positionOptions(readDevice(), request, real.accuracy);
  try {
    if (request === 'watch') watchPosition(scope, options, onFix, (failure) => onLoadFailed(scope, failure));
    else askPosition(scope, options, onFirst, (failure) => onLoadFailed(scope, failure));
  } catch (reason) {
    enter('error', serviceErrorWords(reason));
    tryLater(scope);
  }
}

function onFirst(fix: Fix): void {
  onFix(fix);
  ask('watch');
}

function onFix(fix: Fix): void {
  const before = gate;
  gate = takeIn(gate, fix, performance.now());
  // A browser that is asked anew may answer with what it knows already.
  if (gate.believed !== before.believed || fix.timestampMs === before.believed?.timestampMs) believe();
  const dueMs = jumpDueMs(gate);
  if (dueMs === null) return;
  // Another request may take this one's place meanwhile, and bring nothing new where the device stands.
  service?.timeout(
    () => {
      const { believed } = gate;
      gate = confirmJump(gate, performance.now());
      if (gate.believed !== believed) believe();
    },
    Math.max(0, dueMs - performance.now()),
  );
}

function believe(): void {
  const fix = gate.believed;
  if (fix === null) return;
  const status = statusOfFix(fix.accuracyM);
  heardAtMs = performance.now();
  failures = 0;
  callOffRetry?.();
  callOffRetry = null;
  isAwaited = false;
  real.fix = fix;
  real.highAccuracy = status === 'active';
  enter(status);
}

function onLoadFailed(scope: Scope, failure: GeolocationFailure): void {
  const status = statusOfFailure(real.status, failure, real.fix === null ? null : fixAgeMs());
  if (status === 'denied') {
    deny();
    return;
  }
  enter(status, status === 'error' ? failureWords(failure, readDevice().isMobile) : null);
  tryLater(scope);
}

function fixAgeMs(): number {
  return performance.now() - (heardAtMs ?? Number.NEGATIVE_INFINITY);
}

/** What failed goes on until then: a watch may still bring a fix. */
function tryLater(scope: Scope): void {
  if (callOffRetry !== null) return;
  failures++;
  callOffRetry = scope.timeout(() => ask('watch'), retryDelayMs(failures));
}

function onPermission(permission: PermissionState): void {
  if (permission === 'granted') requestLocation();
  else if (permission === 'denied') deny();
  // The ban was lifted: the browser will ask again. A watch that goes on tells by itself when it may not.
  else if (real.status === 'denied') enter('idle');
}

/** A watch may have ended unnoticed while the page was out of sight, and the person may have come from the settings. */
async function lookAgain(): Promise<void> {
  if (attempt !== null) {
    // Nothing is known yet, and the browser may be asking the person just now.
    if (real.status === 'requesting' && real.fix === null) return;
    failures = 0;
    if (real.fix !== null && fixAgeMs() > FIX_RECENT_MS) enter('requesting');
    ask('watch');
    return;
  }
  const scope = service;
  if (real.status !== 'denied') return;
  const permission = await readLocationPermission();
  // Asking where the answer is 'prompt' would ask the person, who has just said no.
  if (service === scope && attempt === null && permission === 'granted') requestLocation();
}

function deny(): void {
  stop();
  enter('denied', locationStrings.permissionDenied);
}

function stop(): void {
  attempt?.dispose();
  attempt = null;
}

function enter(status: LocationStatus, errorMessage: string | null = null): void {
  const hasFix = status === 'active' || status === 'low_accuracy' || status === 'requesting';
  if (status !== real.status) real.overlayClosed = status === 'error' && !isAwaited;
  if (!hasFix) {
    real.fix = null;
    gate = OPEN_GATE;
    isAwaited = false;
  }
  if (status !== 'active') real.highAccuracy = false;
  real.errorMessage = errorMessage;
  real.status = status;
}
