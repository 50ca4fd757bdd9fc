import {
  STEADY_GAP_MAX_MS,
  STEADY_LEAD_PART,
  STEADY_LEAD_SPEED_MPS,
  STEADY_MEMORY_FREE_M,
  STEADY_MEMORY_MS_PER_M,
} from '../../contracts/limits.ts';
import { canFollow, type GateFix } from './fix-gate.ts';
import { type LngLat, moveBy, offsetM } from './metres.ts';

/** Where the walker is taken to be. */
export interface SteadyPosition extends GateFix {
  /** Where the walker most likely is between this fix and the next: half a step ahead. */
  readonly ahead: LngLat;
}

/**
 * Where the walker is after a fix that the gate let through. Pure.
 *
 * The fix is averaged with the ones before, which are forgotten exponentially: the worse the accuracy, the longer the
 * memory (300 ms for each metre above 4 m). It is taken as it is after a gap of 15 s and after a jump.
 */
export function follow(before: SteadyPosition | null, fix: GateFix): SteadyPosition {
  if (before === null) return standAt(fix);
  const passedMs = fix.timestampMs - before.timestampMs;
  if (passedMs <= 0 || passedMs > STEADY_GAP_MAX_MS || !canFollow(before, fix)) return standAt(fix);
  const memoryMs = STEADY_MEMORY_MS_PER_M * Math.max(0, fix.accuracyM - STEADY_MEMORY_FREE_M);
  const share = memoryMs === 0 ? 1 : 1 - Math.exp(-passedMs / memoryMs);
  const [eastM, northM] = offsetM(before, fix);
  const step: readonly [number, number] = [share * eastM, share * northM];
  const position = moveBy(before, step);
  const briskM = (STEADY_LEAD_SPEED_MPS * passedMs) / 1000;
  const lead = STEADY_LEAD_PART * Math.min(1, briskM / Math.max(Math.hypot(...step), Number.EPSILON));
  return {
    ...position,
    accuracyM: fix.accuracyM,
    timestampMs: fix.timestampMs,
    ahead: moveBy(position, [lead * step[0], lead * step[1]]),
  };
}

/** A position without past: exactly where the fix says, and going nowhere. */
export function standAt({ lng, lat, accuracyM, timestampMs }: GateFix): SteadyPosition {
  return { lng, lat, accuracyM, timestampMs, ahead: { lng, lat } };
}
