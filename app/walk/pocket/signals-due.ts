import type { LocationStatus } from '../../../contracts/vocabulary.ts';

/** Time after the last fix at which a walker's position counts as lost. Phones report it every second or two. */
export const LOST_AFTER_MS = 30_000;
/** The same for a walker who stood still, because some browsers report nothing new meanwhile. */
export const STANDING_LOST_AFTER_MS = 120_000;
/** Nobody walks more slowly than this. */
const STANDING_MPS = 0.5;
/** Two fixes within this time mean that the position is back; a single one may be a stray one. */
const FOUND_WITHIN_MS = 15_000;

/** State of the position while the walker doesn't look at the screen. Immutable. */
export interface PositionWatch {
  readonly isLost: boolean;
  /** When the last fix arrived; before the first one, when the watch started. */
  readonly fixAtMs: number;
  readonly wasStanding: boolean;
  /** A fix has come since the position was lost. */
  readonly hasReturned: boolean;
}

/** Next state of a watched position, and the signal to play. */
type WatchStep = readonly [next: PositionWatch, due: 'lost' | 'found' | null];

/** Starts watching the position. If it is already lost, only its return is signalled. */
export function watchFrom(atMs: number, status: LocationStatus): PositionWatch {
  return { isLost: hasFailed(status), fixAtMs: atMs, wasStanding: false, hasReturned: false };
}

/** Processes a fix. @param speedMps null if the device does not report it */
export function takeFix(watch: PositionWatch, atMs: number, speedMps: number | null): WatchStep {
  const wasStanding = speedMps !== null && speedMps < STANDING_MPS;
  const next = { ...watch, fixAtMs: atMs, wasStanding, hasReturned: watch.isLost };
  if (!watch.isLost) return [next, null];
  const isBack = watch.hasReturned && atMs - watch.fixAtMs <= FOUND_WITHIN_MS;
  return isBack ? [{ ...next, isLost: false, hasReturned: false }, 'found'] : [next, null];
}

/** Processes time without a fix. A failure status loses the position at once. */
export function passTime(watch: PositionWatch, atMs: number, status: LocationStatus): WatchStep {
  if (watch.isLost || (!hasFailed(status) && atMs < lostAtMs(watch))) return [watch, null];
  return [{ ...watch, isLost: true, hasReturned: false }, 'lost'];
}

/** Returns when the position is lost if no fix arrives before. */
export function lostAtMs({ fixAtMs, wasStanding }: PositionWatch): number {
  return fixAtMs + (wasStanding ? STANDING_LOST_AFTER_MS : LOST_AFTER_MS);
}

function hasFailed(status: LocationStatus): boolean {
  return status === 'error' || status === 'unavailable' || status === 'denied';
}
