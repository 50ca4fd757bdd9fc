import type { LocationStatus } from '../../contracts/vocabulary.ts';
import type { GeolocationFailure } from '../platform/position/geolocation.ts';

/** Why there is no position; `said` is the browser's own reason if it could not even be asked. */
export type LocationProblem = GeolocationFailure | 'unsupported' | 'needs-https' | { readonly said: string };

/** Positions up to this accuracy are `active`; worse ones are `low_accuracy`. */
const HIGH_ACCURACY_M = 100;
/** Delay before the position is requested again after a failure, doubled each time ... */
const LOCATION_RETRY_MIN_MS = 2000;
/** ... up to this: a walker who leaves a station is located before the next corner. */
const LOCATION_RETRY_MAX_MS = 30_000;
/** A timeout means nothing while a fix is this recent: some browsers send nothing to a walker who stands. */
export const FIX_RECENT_MS = 15_000;
/** How long the last position is shown after the signal was lost: a minute on foot is 80 m, the map at zoom 18. */
export const FIX_RETAINED_MS = 60_000;
/** A browser that has reported nothing for this time is asked again, whether it calls that a failure or not. */
export const SILENT_AFTER_MS = 30_000;

/** Returns the status after a fix: `active` up to 100 m of accuracy, `low_accuracy` beyond. */
export function statusOfFix(accuracyM: number): 'active' | 'low_accuracy' {
  return accuracyM <= HIGH_ACCURACY_M ? 'active' : 'low_accuracy';
}

/**
 * Returns the status after a failure. Only a denial removes a position at once: under a bridge it is held for a minute,
 * and a timeout just after a fix changes nothing: some browsers send nothing to a walker who stands.
 *
 * @param fixAgeMs time since the last fix; null if there is none
 */
export function statusOfFailure(
  present: LocationStatus,
  failure: GeolocationFailure,
  fixAgeMs: number | null,
): LocationStatus {
  if (failure === 'denied') return 'denied';
  if (fixAgeMs === null) return 'error';
  if (failure === 'timeout') return fixAgeMs <= FIX_RECENT_MS ? present : 'requesting';
  return fixAgeMs > FIX_RETAINED_MS ? 'error' : 'requesting';
}

/** Returns the delay after this many failures in a row, before the position is requested again. */
export function retryDelayMs(failures: number): number {
  return Math.min(LOCATION_RETRY_MIN_MS * 2 ** (failures - 1), LOCATION_RETRY_MAX_MS);
}

/** Returns the problem if the browser could not even be asked; null if it gave no reason. */
export function problemOfThrown(reason: unknown): LocationProblem | null {
  const said = reason instanceof Error ? reason.message : String(reason ?? '');
  return said === '' ? null : { said };
}
