import type { Fix } from '../platform/position/geolocation.ts';
import { admit, type FixGate, type GateFix, type GateRules } from './fix-gate.ts';

/** Nobody who looks at a map moves faster; the fastest trains run at 89 m/s. */
const FIX_SPEED_MAX_MPS = 100;

/** Rules for the position on the map: any accuracy, but no fix that is older than the last one or unreachable from it. */
const SHOWN: GateRules = {
  accuracyMaxM: Number.POSITIVE_INFINITY,
  speedMaxMps: FIX_SPEED_MAX_MPS,
  paceMaxMps: FIX_SPEED_MAX_MPS,
  accuracyPart: 1,
};

/** Whether the numbers can be a position on Earth. Some drivers send others, or `0, 0` when they have none. */
export function isPossible({ lng, lat, accuracyM }: Omit<GateFix, 'timestampMs'>): boolean {
  const isOnEarth = Math.abs(lng) <= 180 && Math.abs(lat) <= 90 && (lng !== 0 || lat !== 0);
  return isOnEarth && accuracyM >= 0 && Number.isFinite(accuracyM);
}

/**
 * Takes a fix in, or refuses one that is impossible, older than the last, late by 15 s, or farther away than anything
 * moves. See {@link admit}. Pure.
 *
 * @param atMs when the fix arrived, on a clock that never goes back
 */
export function takeIn(gate: FixGate<Fix>, fix: Fix, atMs: number): FixGate<Fix> {
  return isPossible(fix) ? admit(gate, fix, atMs, SHOWN) : gate;
}
