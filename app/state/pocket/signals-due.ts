import type { LocationStatus } from '../../../contracts/vocabulary.ts';

/** So long after the last fix a walker's position is lost. Phones that know it tell it each second or two. */
export const LOST_AFTER_MS = 30_000;
/** The same for somebody who stood still: some browsers tell nothing new meanwhile. */
export const STANDING_LOST_AFTER_MS = 120_000;
/** Slower than this nobody walks. */
const STANDING_MPS = 0.5;
/** Two fixes that come within this time mean that the position is back; one alone may be a stray one. */
const FOUND_WITHIN_MS = 15_000;

/** What is known of the position while somebody walks without looking at the screen. Immutable. */
export interface PositionWatch {
  readonly isLost: boolean;
  /** When the last fix came; before the first one, when the watch began. */
  readonly fixAtMs: number;
  readonly wasStanding: boolean;
  /** A fix has come since the position was lost. */
  readonly hasReturned: boolean;
}

/** What a watched position does next: the watch, and what there is to say. */
type WatchStep = readonly [next: PositionWatch, due: 'lost' | 'found' | null];

/** Begins to watch the position. If it is lost already, only its return is signalled. */
export function watchFrom(atMs: number, status: LocationStatus): PositionWatch {
  return { isLost: hasFailed(status), fixAtMs: atMs, wasStanding: false, hasReturned: false };
}

/** Takes in a fix. @param speedMps null where the device does not tell it */
export function takeFix(watch: PositionWatch, atMs: number, speedMps: number | null): WatchStep {
  const wasStanding = speedMps !== null && speedMps < STANDING_MPS;
  const next = { ...watch, fixAtMs: atMs, wasStanding, hasReturned: watch.isLost };
  if (!watch.isLost) return [next, null];
  const isBack = watch.hasReturned && atMs - watch.fixAtMs <= FOUND_WITHIN_MS;
  return isBack ? [{ ...next, isLost: false, hasReturned: false }, 'found'] : [next, null];
}

/** Lets time pass without a fix. A status that is a failure loses the position at once. */
export function passTime(watch: PositionWatch, atMs: number, status: LocationStatus): WatchStep {
  if (watch.isLost || (!hasFailed(status) && atMs < lostAtMs(watch))) return [watch, null];
  return [{ ...watch, isLost: true, hasReturned: false }, 'lost'];
}

/** When the position is lost if no fix comes before. */
export function lostAtMs({ fixAtMs, wasStanding }: PositionWatch): number {
  return fixAtMs + (wasStanding ? STANDING_LOST_AFTER_MS : LOST_AFTER_MS);
}

function hasFailed(status: LocationStatus): boolean {
  return status === 'error' || status === 'unavailable' || status === 'denied';
}
