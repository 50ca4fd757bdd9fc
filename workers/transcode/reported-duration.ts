import { UNKNOWN_DURATION_S } from '../../contracts/limits.ts';

/**
 * Returns the duration in seconds to report for a recording: the decoded one if it is finite and positive, otherwise
 * UNKNOWN_DURATION_S. The caller handles files without samples.
 */
export function reportedDurationS(decodedS: number): number {
  return Number.isFinite(decodedS) && decodedS > 0 ? decodedS : UNKNOWN_DURATION_S;
}
