import { HIGH_ACCURACY_M } from '../../contracts/limits.ts';
import type { LocationStatus } from '../../contracts/vocabulary.ts';
import type { GeolocationFailure } from '../platform/geolocation.ts';

/** The status that a fix gives: `active` up to 100 m of accuracy, `low_accuracy` beyond. */
export function statusOfFix(accuracyM: number): 'active' | 'low_accuracy' {
  return accuracyM <= HIGH_ACCURACY_M ? 'active' : 'low_accuracy';
}

/**
 * The status that a failure gives. A watch that already has a position keeps it through a passing failure (a tunnel,
 * a doorway): only a denial takes it away.
 */
export function statusOfFailure(present: LocationStatus, failure: GeolocationFailure): LocationStatus {
  if (failure === 'denied') return 'denied';
  return present === 'active' || present === 'low_accuracy' ? present : 'error';
}
