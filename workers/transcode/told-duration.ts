import { UNKNOWN_DURATION_S } from '../../contracts/limits.ts';

/**
 * The length in seconds that is told of a recording: the decoded one, or the product's number for not knowing it, so
 * that nothing after this has to deal with infinities. A file without any sample is told apart before this.
 */
export function toldDurationS(decodedS: number): number {
  return Number.isFinite(decodedS) && decodedS > 0 ? decodedS : UNKNOWN_DURATION_S;
}
