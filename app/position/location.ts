import { proxy } from 'valtio';
import type { LocationStatus } from '../../contracts/vocabulary.ts';
import { readDevice } from '../platform/page/device.ts';
import { onVisible } from '../platform/page/page-events.ts';
import {
  askPosition,
  type Fix,
  type GeolocationFailure,
  geolocationSupport,
  observeLocationPermission,
  readLocationPermission,
  watchPosition,
} from '../platform/position/geolocation.ts';
import {
  type Accuracy,
  defaultAccuracy,
  type PositionRequest,
  positionOptions,
} from '../platform/position/position-options.ts';
import { type Release, Scope } from '../platform/scope.ts';
import { admitShownFix, confirmJump, type FixGate, isRepeated, jumpDueMs, OPEN_GATE } from './fix-gate.ts';
import {
  FIX_RECENT_MS,
  FIX_RETAINED_MS,
  type LocationProblem,
  problemOfThrown,
  retryDelayMs,
  SILENT_AFTER_MS,
  statusOfFailure,
  statusOfFix,
} from './location-status.ts';

/** Delay from the start of the app to the automatic request for a position. */
const LOCATION_REQUEST_DELAY_MS = 500;

/** The position that the app shows: the device's, or a false one instead. */
export interface LocationState {
  status: LocationStatus;
  /** The last position; null until there is one, and after a denial or an error. Held while `requesting`. */
  fix: Fix | null;
  /** Why there is no position; null if there is one, or no known reason. */
  problem: LocationProblem | null;
  /** The accuracy is 100 m or better. */
  highAccuracy: boolean;
  /** The accuracy that is requested from the browser. */
  accuracy: Accuracy;
  /** The overlay is closed. It opens if the person waits for a position, or has revoked the permission. */
  overlayClosed: boolean;
  /** A manually set position (`spoofer.ts`) is shown; the device is followed unseen. */
  isFalse: boolean;
  /** Number of changes to a position that nobody walked to: conclusions from earlier positions are void. */
  leaps: number;
}

type DeviceLocation = Readonly<Omit<LocationState, 'isFalse' | 'leaps'>>;

const INITIAL: DeviceLocation = {
  status: 'idle',
  fix: null,
  problem: null,
  highAccuracy: false,
  accuracy: 'high',
  overlayClosed: true,
};

/** The device's position. Replaced as a whole. */
let device = INITIAL;

/** The position that the app shows. Changed only in this file. */
export const location = proxy<LocationState>({ ...INITIAL, isFalse: false, leaps: 0 });

/** Stores the device's position, and shows it unless a false one is shown. */
function update(change: Partial<DeviceLocation>): void {
  device = { ...device, ...change };
  if (!location.isFalse) Object.assign(location, change);
}

let service: Scope | null = null;
/** Owns the running request or watch, and its retry. */
let attempt: Scope | null = null;
/** The person's choice; null until they choose. */
let chosen: Accuracy | null = null;
let isWalking = false;
let gate: FixGate<Fix> = OPEN_GATE;
/** When the last fix came, on the clock of `performance.now`. */
let lastFixAtMs: number | null = null;
/** Failures since the last fix. */
let failures = 0;
/** Cancels the planned retry; null when none is planned. */
let cancelRetry: Release | null = null;
/** Cancels the request after a silence; null while no position is known. */
let cancelSilence: Release | null = null;
/** The person waits for a position, so that a failure is shown to them. */
let isAwaited = false;

/**
 * Requests the position after half a second, and follows permission and visibility, until `scope` is disposed.
 *
 * @param mayAsk false while the browser must not ask the person: then only a permitted position is requested
 */
export function startLocation(scope: Scope, mayAsk: () => boolean = () => true): void {
  const started = new Scope();
  service = started;
  scope.add(() => {
    started.dispose();
    if (service === started) service = null;
    stop();
    chosen = null;
    isWalking = false;
    lastFixAtMs = null;
    gate = OPEN_GATE;
    update(INITIAL);
  });
  update({ accuracy: wantedAccuracy() });
  if (geolocationSupport() !== 'supported') {
    request(false);
    return;
  }
  started.timeout(() => void requestAtStart(started, mayAsk), LOCATION_REQUEST_DELAY_MS);
  observeLocationPermission(started, onPermission);
  onVisible(started, () => void lookAgain());
}

async function requestAtStart(started: Scope, mayAsk: () => boolean): Promise<void> {
  if (!mayAsk() && (await readLocationPermission()) !== 'granted') return;
  if (!started.disposed) request(false);
}

/**
 * Requests the position for the person. If the browser has not answered yet it is asked once more: some never answer a
 * question that was closed without one. Does nothing once a position is known.
 */
export function requestLocation(): void {
  request(device.status === 'requesting' && device.fix === null);
}

/** @param isUnanswered to ask even during a request */
function request(isUnanswered: boolean): void {
  if (service === null) return;
  const support = geolocationSupport();
  isAwaited = device.fix === null;
  if (support === 'unsupported') enter('unavailable', 'unsupported');
  else if (support === 'insecure') enter('error', 'needs-https');
  else if (attempt === null || device.status === 'error' || isUnanswered) {
    failures = 0;
    enter('requesting');
    askAgain();
  }
}

/** Requests an exact position from now on ('Améliorer la précision'). */
export function improveAccuracy(): void {
  chooseAccuracy('high');
}

/** Requests a position that saves battery from now on ("Économie d'énergie"). */
export function saveEnergy(): void {
  chooseAccuracy('low');
}

/** Sets whether the person follows an audio guide, which needs an exact position unless they chose otherwise. */
export function setWalking(isOn: boolean): void {
  isWalking = isOn;
  const accuracy = wantedAccuracy();
  if (service === null || device.accuracy === accuracy) return;
  update({ accuracy });
  if (attempt !== null) askAgain();
}

/** Closes the overlay that asks for the position. */
export function closeLocationOverlay(): void {
  update({ overlayClosed: true });
}

/** Opens the overlay again, because an action of the person needs the position; not over a false one. */
export function openLocationOverlay(): void {
  update({ overlayClosed: false });
}

/** Shows only positions of {@link setFalsePosition}, until {@link endFalsePosition}. */
export function beginFalsePosition(): void {
  if (!location.isFalse) leapTo({ ...INITIAL, isFalse: true });
}

/** Shows a false position as if the device had reported it. Does nothing outside {@link beginFalsePosition}. */
export function setFalsePosition(fix: Fix): void {
  const status = statusOfFix(fix.accuracyM);
  if (location.isFalse) leapTo({ fix, status, highAccuracy: status === 'active' });
}

/** Shows the device's current position again. */
export function endFalsePosition(): void {
  if (location.isFalse) leapTo({ ...device, isFalse: false });
}

function leapTo(shown: Partial<LocationState>): void {
  Object.assign(location, shown, { leaps: location.leaps + 1 });
}

function wantedAccuracy(): Accuracy {
  return chosen ?? (isWalking ? 'high' : defaultAccuracy(readDevice()));
}

function chooseAccuracy(accuracy: Accuracy): void {
  chosen = accuracy;
  update({ accuracy });
  if (attempt === null || device.status === 'error') {
    request(false);
    return;
  }
  enter('requesting');
  askAgain();
}

/** Continues the watch, or starts with a single request if nothing is known yet, because that may take longer. */
function askAgain(): void {
  if (device.fix !== null) ask('watch');
  else ask(lastFixAtMs === null ? 'first' : 'again');
}

function ask(request: PositionRequest): void {
  attempt?.dispose();
  const scope = new Scope();
  attempt = scope;
  cancelRetry = null;
  const options = positionOptions(readDevice(), request, device.accuracy);
  try {
    if (request === 'watch' || request === 'return')
      watchPosition(scope, options, onFix, (failure) => onFailure(scope, failure));
    else askPosition(scope, options, onFirst, (failure) => onFailure(scope, failure));
  } catch (reason) {
    enter('error', problemOfThrown(reason));
    retryLater(scope);
  }
}

function onFirst(fix: Fix): void {
  onFix(fix);
  ask('watch');
}

function onFix(fix: Fix): void {
  const before = gate;
  gate = admitShownFix(gate, fix, performance.now());
  // A browser that is asked anew may answer with the position that is already known.
  const isKnown = before.doubted === null && isRepeated(before, fix);
  if (gate.believed !== before.believed || isKnown) believe();
  const dueMs = jumpDueMs(gate);
  if (dueMs === null) return;
  // On the service's scope: another request may replace this one meanwhile, and bring nothing new.
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
  lastFixAtMs = performance.now();
  failures = 0;
  cancelRetry?.();
  cancelRetry = null;
  isAwaited = false;
  enter(statusOfFix(fix.accuracyM), null, fix);
  awaitNext();
}

/** Firefox reports a silence as repeated timeouts, and Chromium reports nothing: both are asked anew. */
function awaitNext(): void {
  cancelSilence?.();
  cancelSilence =
    service?.timeout(() => {
      awaitNext();
      if (attempt === null) return;
      if (fixAgeMs() > FIX_RETAINED_MS) onFailure(attempt, 'timeout');
      ask('return');
    }, SILENT_AFTER_MS) ?? null;
}

function onFailure(scope: Scope, failure: GeolocationFailure): void {
  const isKnown = device.fix !== null || (lastFixAtMs !== null && !isAwaited);
  const status = statusOfFailure(device.status, failure, isKnown ? fixAgeMs() : null);
  if (status === 'denied') {
    deny();
    return;
  }
  // A walker is elsewhere by then.
  const fix = fixAgeMs() > FIX_RETAINED_MS ? null : device.fix;
  enter(status, status === 'error' ? failure : null, fix);
  retryLater(scope);
}

function fixAgeMs(): number {
  return performance.now() - (lastFixAtMs ?? Number.NEGATIVE_INFINITY);
}

/** The failed request continues until then, because a watch may still bring a fix. */
function retryLater(scope: Scope): void {
  if (cancelRetry !== null) return;
  failures++;
  cancelRetry = scope.timeout(() => ask('watch'), retryDelayMs(failures));
}

function onPermission(permission: PermissionState): void {
  if (permission === 'granted') request(false);
  else if (permission === 'denied') deny();
  // No longer denied: the browser will ask again. A running watch reports a denial by itself.
  else if (device.status === 'denied') enter('idle');
}

/** Because a watch may have ended unnoticed while the page was hidden, and the person may return from the settings. */
async function lookAgain(): Promise<void> {
  if (attempt !== null) {
    // Nothing is known yet, and the browser may be asking the person right now.
    if (device.status === 'requesting' && device.fix === null) return;
    failures = 0;
    if (device.fix !== null && fixAgeMs() > FIX_RECENT_MS) enter('requesting');
    ask('return');
    return;
  }
  const scope = service;
  if (device.status !== 'denied') return;
  const permission = await readLocationPermission();
  // Not for 'prompt', because the request would ask the person, who has just refused.
  if (service === scope && attempt === null && permission === 'granted') request(false);
}

function deny(): void {
  stop();
  enter('denied', 'denied');
}

function stop(): void {
  cancelSilence?.();
  cancelSilence = null;
  attempt?.dispose();
  attempt = null;
}

function enter(status: LocationStatus, problem: LocationProblem | null = null, fix = device.fix): void {
  const overlayClosed = status === device.status ? device.overlayClosed : status === 'error' && !isAwaited;
  const hasFix = status === 'active' || status === 'low_accuracy' || status === 'requesting';
  const highAccuracy = status === 'active';
  update({ status, problem, overlayClosed, highAccuracy, fix: hasFix ? fix : null });
  if (hasFix) return;
  gate = OPEN_GATE;
  isAwaited = false;
}
