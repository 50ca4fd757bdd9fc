import type { LocationStatus } from '../../../contracts/vocabulary.ts';
import type { GeolocationFailure } from '../../platform/position/geolocation.ts';
import { locationStrings } from '../../words/location.ts';

/** Positions up to this accuracy are `active`; worse ones are `low_accuracy`. */
const HIGH_ACCURACY_M = 100;
/** After a failure the position is asked for again, first so much later, then twice as much each time ... */
const LOCATION_RETRY_MIN_MS = 2000;
/** ... up to this: a walker who comes out of a station is seen before the next corner. */
const LOCATION_RETRY_MAX_MS = 30_000;
/** A time-out means nothing while a fix is this young: some browsers send nothing to one who stands. */
export const FIX_RECENT_MS = 15_000;
/** The last position is shown for so long after the signal was lost: a minute on foot is 80 m, the map at zoom 18. */
export const FIX_HELD_MS = 60_000;
/** A browser that has told nothing for so long is asked again, whether it calls that a failure or not. */
export const SILENT_AFTER_MS = 30_000;

/** The status that a fix gives: `active` up to 100 m of accuracy, `low_accuracy` beyond. */
export function statusOfFix(accuracyM: number): 'active' | 'low_accuracy' {
  return accuracyM <= HIGH_ACCURACY_M ? 'active' : 'low_accuracy';
}

/**
 * The status that a failure gives. Only a denial takes a position away at once: under a bridge it is held for a minute
 * while another one is looked for, and a time-out just after a fix changes nothing at all. A time-out is no error where there
 * was a fix: some browsers send nothing to one who stands.
 *
 * @param fixAgeMs since when no fix has come; null when there is none
 */
export function statusOfFailure(
  present: LocationStatus,
  failure: GeolocationFailure,
  fixAgeMs: number | null,
): LocationStatus {
  if (failure === 'denied') return 'denied';
  if (fixAgeMs === null) return 'error';
  if (failure === 'timeout') return fixAgeMs <= FIX_RECENT_MS ? present : 'requesting';
  return fixAgeMs > FIX_HELD_MS ? 'error' : 'requesting';
}

/** How long after the latest of so many failures in a row the position is asked for again. */
export function retryDelayMs(failures: number): number {
  return Math.min(LOCATION_RETRY_MIN_MS * 2 ** (failures - 1), LOCATION_RETRY_MAX_MS);
}

/** A failure other than `denied` in the words of the error catalogue. */
export function failureWords(failure: GeolocationFailure, isMobile: boolean): string {
  const words = locationStrings;
  if (failure === 'timeout') return isMobile ? words.timeoutMobile : words.timeout;
  if (failure === 'position-unavailable') return isMobile ? words.gpsUnavailable : words.positionUnavailable;
  return failure === 'denied' ? words.permissionDenied : words.unknown;
}

/** What the browser said when it could not even be asked, in the words of the catalogue; null when it gave no reason. */
export function serviceErrorWords(reason: unknown): string | null {
  const said = reason instanceof Error ? reason.message : String(reason ?? '');
  return said === '' ? null : locationStrings.serviceError(said);
}
