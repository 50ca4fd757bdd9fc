import type { Fix } from '../../platform/position/geolocation.ts';
import { admit, type FixGate, type GateFix, type GateRules } from './fix-gate.ts';

/** Nothing that people look at a map in moves faster; the fastest trains run at 89 m/s. */
const FIX_SPEED_MAX_MPS = 100;

/** For what the map shows: however vague, but nothing that is older than what came, or that nothing could move to. */
const SHOWN: GateRules = {
  accuracyMaxM: Number.POSITIVE_INFINITY,
  speedMaxMps: FIX_SPEED_MAX_MPS,
  paceMaxMps: FIX_SPEED_MAX_MPS,
  accuracyPart: 1,
};

/** Whether the numbers can be those of a position on Earth. Drivers were seen to send others. */
export function isPossible({ lng, lat, accuracyM }: Omit<GateFix, 'timestampMs'>): boolean {
  return Math.abs(lng) <= 180 && Math.abs(lat) <= 90 && accuracyM >= 0 && Number.isFinite(accuracyM);
}

/**
 * Takes a fix in, or refuses it: what is impossible, older than the last, late by 15 s, or further away than anything
 * moves. See {@link admit}. Pure.
 *
 * @param atMs when the fix arrived, on a clock that never goes back
 */
export function takeIn(gate: FixGate<Fix>, fix: Fix, atMs: number): FixGate<Fix> {
  return isPossible(fix) ? admit(gate, fix, atMs, SHOWN) : gate;
}
