import type { PlanePoint } from './walked-route.ts';

/** Model of a receiver's error and its walker's motion; standard deviations are east and north each. */
interface TrackModel {
  /** Wandering part of the error: caused by satellites and walls. */
  readonly wanderM: number;
  /** Independent part of the error, of each position. */
  readonly quickM: number;
  readonly speedMps: number;
}

/** Candidate errors and speeds: from a good watch to a phone between high houses, and from a stroll to a bicycle. */
const WANDERS_M = [0, 1, 2, 4, 8, 16] as const;
const QUICKS_M = [0.3, 1, 3, 8] as const;
const SPEEDS_MPS = [0.7, 1.5, 4] as const;
/** Correlation time of the wandering error: 20 to 30 s for carried phones. */
const WANDER_MEMORY_S = 25;
/** Correlation time of the speed: streets are straight for half a minute of walking. */
const SPEED_MEMORY_S = 30;
/** Ten minutes of a phone's positions are enough to estimate its error. */
const ESTIMATED_POINTS_MAX = 600;
/** Steps per slice: less than a millisecond's work. */
const STEPS_A_SLICE = 256;

/** Covariance of position (p), speed (v) and error (e) along one axis; the same for both axes. */
interface Covariance {
  readonly pp: number;
  readonly pv: number;
  readonly pe: number;
  readonly vv: number;
  readonly ve: number;
  readonly ee: number;
}

/** Position, speed and error along one axis. */
type State = readonly [p: number, v: number, e: number];

/** The values of a filter step that the backward pass needs. */
interface Step {
  readonly covariance: Covariance;
  readonly east: State;
  readonly north: State;
  /** Of the prediction: the retained shares of speed and error, and how far a speed of 1 m/s leads. */
  readonly speedDecay: number;
  readonly errorDecay: number;
  readonly glideS: number;
  /** Shares of the innovation that go to position, speed and error. */
  readonly gain: State;
  readonly innovationM: PlanePoint;
  readonly varianceM2: number;
}

/**
 * Returns where the walker of a recorded track most likely was at each of its moments, given the whole track: straight
 * streets become straight, corners stay. Pure; yields meanwhile.
 *
 * The walker's speed and the wandering error are first-order Gauss-Markov processes. A Kalman filter runs forward over
 * them, and a smoother backward: H. E. Rauch, F. Tung and C. T. Striebel, 'Maximum likelihood estimates of linear
 * dynamic systems', AIAA Journal 3(8), 1965, in the form without inverses of G. J. Bierman, 'Fixed interval smoothing
 * with discrete measurements', International Journal of Control 18(1), 1973. The receiver's error is not in the file:
 * of some models, the one that makes the track most likely is used (F. C. Schweppe, 'Evaluation of likelihood functions
 * for Gaussian signals', IEEE Transactions on Information Theory 11(1), 1965).
 *
 * @param timesS when it was at each point; never decreasing
 */
export function* smoothTrack(points: readonly PlanePoint[], timesS: readonly number[]): Generator<void, PlanePoint[]> {
  const model = yield* estimateModel(points, timesS);
  const steps: Step[] = [];
  for (const step of filter(model, points, timesS)) {
    if (steps.push(step) % STEPS_A_SLICE === 0) yield;
  }
  const smoothed: PlanePoint[] = new Array(points.length);
  let east: State = [0, 0, 0];
  let north: State = [0, 0, 0];
  for (let index = steps.length - 1; index >= 0; index -= 1) {
    const step = steps[index];
    if (step === undefined) continue;
    smoothed[index] = [
      step.east[0] - correction(step.covariance, east),
      step.north[0] - correction(step.covariance, north),
    ];
    east = goBack(step, east, step.innovationM[0]);
    north = goBack(step, north, step.innovationM[1]);
    if (index % STEPS_A_SLICE === 0) yield;
  }
  return smoothed;
}

function* estimateModel(points: readonly PlanePoint[], timesS: readonly number[]): Generator<void, TrackModel> {
  // From the middle, because receivers start and end indoors.
  const begin = Math.max(0, Math.floor((points.length - ESTIMATED_POINTS_MAX) / 2));
  const end = begin + ESTIMATED_POINTS_MAX;
  const [someSpots, someTimesS] = [points.slice(begin, end), timesS.slice(begin, end)];
  let best: TrackModel = { wanderM: 0, quickM: QUICKS_M[0], speedMps: SPEEDS_MPS[0] };
  let most = -Infinity;
  for (const speedMps of SPEEDS_MPS) {
    for (const wanderM of WANDERS_M) {
      for (const quickM of QUICKS_M) {
        const model = { wanderM, quickM, speedMps };
        const likelihood = logLikelihood(model, someSpots, someTimesS);
        if (likelihood > most) [best, most] = [model, likelihood];
        yield;
      }
    }
  }
  return best;
}

function logLikelihood(model: TrackModel, points: readonly PlanePoint[], timesS: readonly number[]): number {
  let sum = 0;
  for (const { innovationM, varianceM2 } of filter(model, points, timesS)) {
    sum -= Math.log(varianceM2) + (innovationM[0] ** 2 + innovationM[1] ** 2) / (2 * varianceM2);
  }
  return sum;
}

function* filter(model: TrackModel, points: readonly PlanePoint[], timesS: readonly number[]): Generator<Step> {
  let last: Step | null = null;
  for (const [index, point] of points.entries()) {
    const passedS = (timesS[index] ?? 0) - (timesS[index - 1] ?? 0);
    last = last === null ? start(model, point) : advance(model, last, point, passedS);
    yield last;
  }
}

/** Returns the first step: only the sum of the walker's position and the error is known. */
function start({ wanderM, quickM, speedMps }: TrackModel, [eastM, northM]: PlanePoint): Step {
  const [wander, quick] = [wanderM ** 2, quickM ** 2];
  return {
    covariance: { pp: wander + quick, pv: 0, pe: -wander, vv: speedMps ** 2, ve: 0, ee: wander },
    east: [eastM, 0, 0],
    north: [northM, 0, 0],
    speedDecay: 0,
    errorDecay: 0,
    glideS: 0,
    gain: [0, 0, 0],
    innovationM: [0, 0],
    varianceM2: 1,
  };
}

function advance(model: TrackModel, last: Step, [eastM, northM]: PlanePoint, passedS: number): Step {
  const speedDecay = Math.exp(-passedS / SPEED_MEMORY_S);
  const errorDecay = Math.exp(-passedS / WANDER_MEMORY_S);
  const glideS = SPEED_MEMORY_S * (1 - speedDecay);
  const { pp, pv, pe, vv, ve, ee } = predictCovariance(last.covariance, model, passedS, {
    speedDecay,
    errorDecay,
    glideS,
  });
  const known: State = [pp + pe, pv + ve, pe + ee];
  const varianceM2 = known[0] + known[2] + model.quickM ** 2;
  const gain: State = [known[0] / varianceM2, known[1] / varianceM2, known[2] / varianceM2];
  const predict = ([p, v, e]: State): State => [p + glideS * v, speedDecay * v, errorDecay * e];
  const [east, north] = [predict(last.east), predict(last.north)];
  const innovationM: PlanePoint = [eastM - east[0] - east[2], northM - north[0] - north[2]];
  return {
    covariance: {
      pp: pp - gain[0] * known[0],
      pv: pv - gain[0] * known[1],
      pe: pe - gain[0] * known[2],
      vv: vv - gain[1] * known[1],
      ve: ve - gain[1] * known[2],
      ee: ee - gain[2] * known[2],
    },
    east: correct(east, gain, innovationM[0]),
    north: correct(north, gain, innovationM[1]),
    speedDecay,
    errorDecay,
    glideS,
    gain,
    innovationM,
    varianceM2,
  };
}

/** Prediction step: the covariance grows over time, by the noise of the two processes. */
function predictCovariance(
  { pp, pv, pe, vv, ve, ee }: Covariance,
  { wanderM, speedMps }: TrackModel,
  passedS: number,
  { speedDecay, errorDecay, glideS }: Pick<Step, 'speedDecay' | 'errorDecay' | 'glideS'>,
): Covariance {
  const speed = speedMps ** 2;
  const addedM2 = speed * SPEED_MEMORY_S * (2 * passedS - 4 * glideS + SPEED_MEMORY_S * (1 - speedDecay * speedDecay));
  return {
    // Rounding makes it negative if no time has passed.
    pp: pp + 2 * glideS * pv + glideS * glideS * vv + Math.max(0, addedM2),
    pv: speedDecay * (pv + glideS * vv) + speed * glideS * (1 - speedDecay),
    pe: errorDecay * (pe + glideS * ve),
    vv: speedDecay * speedDecay * vv + speed * (1 - speedDecay * speedDecay),
    ve: speedDecay * errorDecay * ve,
    ee: errorDecay * errorDecay * ee + wanderM ** 2 * (1 - errorDecay * errorDecay),
  };
}

function correct([p, v, e]: State, [toP, toV, toE]: State, innovationM: number): State {
  return [p + toP * innovationM, v + toV * innovationM, e + toE * innovationM];
}

/** Returns how far the later positions move this one. */
function correction({ pp, pv, pe }: Covariance, [p, v, e]: State): number {
  return pp * p + pv * v + pe * e;
}

/** Returns the adjoint of the state before a step. */
function goBack(
  { gain, varianceM2, speedDecay, errorDecay, glideS }: Step,
  [p, v, e]: State,
  innovationM: number,
): State {
  const seen = innovationM / varianceM2 + gain[0] * p + gain[1] * v + gain[2] * e;
  const position = p - seen;
  return [position, glideS * position + speedDecay * v, errorDecay * (e - seen)];
}
