import { type LngLat, moveBy, offsetM } from '../../position/coordinates.ts';
import type { GateFix } from '../../position/fix-gate.ts';
import { STEADY_GAP_MAX_MS } from '../../position/fix-gate.ts';

/** An accuracy is this multiple of the error's deviation: the circle that holds 95 % of a normal one on two axes. */
export const STEADY_ACCURACY_SIGMAS = Math.sqrt(-2 * Math.log(0.05));
/** Correlation time of the error: the effect of satellites and walls changes within 20 to 30 s of walking. */
const STEADY_ERROR_MEMORY_MS = 25_000;
/** Accuracies that differ by more belong to different errors: those of one vary by a fifth; 1.2 is 1.5 times 0.8. */
const STEADY_ERROR_SAME_FACTOR = 1.5;
/** Independent part of the error, of each fix; the rest wanders. Receivers round and smooth to about this. */
const STEADY_ERROR_QUICK_M = 0.5;
/** Deviation of speeds, east and north each: walkers stand, or go at 1.4 m/s somewhere. */
const STEADY_SPEED_SPREAD_MPS = 1;
/** Correlation time of the speed: until a place, a corner or somebody stops the walker. */
const STEADY_SPEED_MEMORY_MS = 8000;
/** Share of the time between fixes by which the position leads: on average a border is crossed half-way between two. */
const STEADY_LEAD_PART = 0.5;

/** How far ahead to look for places that the walker approaches. */
const STEADY_SOON_S = 5;

type Pair = readonly [east: number, north: number];

/** Covariance of position (p), speed (v) and the fixes' error (e) along one axis, in m and s; alike for both axes. */
interface Covariance {
  readonly pp: number;
  readonly pv: number;
  readonly pe: number;
  readonly vv: number;
  readonly ve: number;
  readonly ee: number;
}

/** The estimated position of the walker. */
export interface SteadyPosition extends GateFix {
  /** Most likely position between this fix and the next: half a step ahead. */
  readonly ahead: LngLat;
  /** Most likely position 5 s later. */
  readonly soon: LngLat;
  readonly speedMps: Pair;
  /** Estimated error of the last fix. */
  readonly errorM: Pair;
  /** The accuracy when that error's memory began. */
  readonly errorAccuracyM: number;
  readonly covariance: Covariance;
}

/**
 * Estimates the walker's position after an admitted fix. Pure.
 *
 * A Kalman filter over the walker's position and speed and the fixes' error, which wanders slowly (first-order
 * Gauss-Markov) and is as large as the accuracy says. The error does not average out within seconds; the filter
 * separates the walker's motion from it, and lags less than an average. If the accuracy changes by half or more, the
 * error counts as a new one: otherwise a fix of 5 m after one of 50 m would move the walker eight times as far as the
 * two differ. Starts anew after a gap of 15 s.
 *
 * @param before null if the fix has nothing to follow: at the start, and after a jump
 */
export function follow(before: SteadyPosition | null, fix: GateFix): SteadyPosition {
  if (before === null) return standAt(fix);
  const passedMs = fix.timestampMs - before.timestampMs;
  if (passedMs <= 0 || passedMs > STEADY_GAP_MAX_MS) return standAt(fix);

  const speedDecay = Math.exp(-passedMs / STEADY_SPEED_MEMORY_MS);
  const isSameError = isAlike(before.errorAccuracyM, fix.accuracyM);
  const errorDecay = isSameError ? Math.exp(-passedMs / STEADY_ERROR_MEMORY_MS) : 0;
  // Duration for which the old speed would lead as far as the fading one.
  const glideS = (STEADY_SPEED_MEMORY_MS / 1000) * (1 - speedDecay);
  const expected = moveBy(before, scale(before.speedMps, glideS));
  const speedMps = scale(before.speedMps, speedDecay);
  const errorM = scale(before.errorM, errorDecay);
  const covariance = predictCovariance(before.covariance, fix.accuracyM, passedMs, { speedDecay, errorDecay, glideS });

  const known = {
    p: covariance.pp + covariance.pe,
    v: covariance.pv + covariance.ve,
    e: covariance.pe + covariance.ee,
  };
  const total = known.p + known.e + STEADY_ERROR_QUICK_M ** 2;
  const innovationM = add(offsetM(expected, fix), scale(errorM, -1));
  const position = moveBy(expected, scale(innovationM, known.p / total));
  const speed = add(speedMps, scale(innovationM, known.v / total));
  const leadS = (STEADY_LEAD_PART * passedMs) / 1000;
  return {
    ...position,
    accuracyM: fix.accuracyM,
    timestampMs: fix.timestampMs,
    ahead: moveBy(position, scale(speed, leadS)),
    soon: moveBy(position, scale(speed, leadS + STEADY_SOON_S)),
    speedMps: speed,
    errorM: add(errorM, scale(innovationM, known.e / total)),
    errorAccuracyM: isSameError ? before.errorAccuracyM : fix.accuracyM,
    covariance: {
      pp: covariance.pp - (known.p * known.p) / total,
      pv: covariance.pv - (known.p * known.v) / total,
      pe: covariance.pe - (known.p * known.e) / total,
      vv: covariance.vv - (known.v * known.v) / total,
      ve: covariance.ve - (known.v * known.e) / total,
      ee: covariance.ee - (known.e * known.e) / total,
    },
  };
}

/** Returns a position without a past: exactly at the fix, without motion. */
export function standAt({ lng, lat, accuracyM, timestampMs }: GateFix): SteadyPosition {
  const errorM2 = varianceM2(accuracyM);
  return {
    lng,
    lat,
    accuracyM,
    timestampMs,
    ahead: { lng, lat },
    soon: { lng, lat },
    speedMps: [0, 0],
    errorM: [0, 0],
    errorAccuracyM: accuracyM,
    // A single fix only tells the sum of position and error.
    covariance: { pp: errorM2, pv: 0, pe: -errorM2, vv: STEADY_SPEED_SPREAD_MPS ** 2, ve: 0, ee: errorM2 },
  };
}

interface Passed {
  readonly speedDecay: number;
  readonly errorDecay: number;
  readonly glideS: number;
}

/** Prediction step: the covariance grows over time. */
function predictCovariance(
  { pp, pv, pe, vv, ve, ee }: Covariance,
  accuracyM: number,
  passedMs: number,
  { speedDecay, errorDecay, glideS }: Passed,
): Covariance {
  const passedS = passedMs / 1000;
  const speedNoise = STEADY_SPEED_SPREAD_MPS ** 2 * (1 - speedDecay * speedDecay);
  return {
    pp: pp + 2 * glideS * pv + glideS * glideS * vv + (speedNoise * passedS * passedS) / 3,
    pv: speedDecay * (pv + glideS * vv) + (speedNoise * passedS) / 2,
    pe: errorDecay * (pe + glideS * ve),
    vv: speedDecay * speedDecay * vv + speedNoise,
    ve: speedDecay * errorDecay * ve,
    ee: errorDecay * errorDecay * ee + varianceM2(accuracyM) * (1 - errorDecay * errorDecay),
  };
}

function isAlike(accuracyM: number, otherM: number): boolean {
  return Math.max(accuracyM, otherM) <= STEADY_ERROR_SAME_FACTOR * Math.min(accuracyM, otherM);
}

function varianceM2(accuracyM: number): number {
  return (accuracyM / STEADY_ACCURACY_SIGMAS) ** 2;
}

function scale([east, north]: Pair, by: number): Pair {
  return [by * east, by * north];
}

function add([east, north]: Pair, [moreEast, moreNorth]: Pair): Pair {
  return [east + moreEast, north + moreNorth];
}
