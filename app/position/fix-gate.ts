import type { Fix } from '../platform/position/geolocation.ts';
import { type LngLat, offsetM } from './coordinates.ts';

/**
 * A fix that took this much longer to arrive than the last is outdated: three times the maximum age of a watch. A fix
 * whose time is this much ahead of the previous ones means that the device's clock was changed, that our clock stood
 * still while the device slept, or nothing.
 */
const STEADY_FIX_AGE_MAX_MS = 15_000;
/** Longest time in which everything is refused: after that the gate starts anew, whatever the reason. */
const STEADY_REFUSAL_MAX_MS = 15_000;
/** Maximum difference of the delays of fixes of one clock; most differ by less than a second. */
const STEADY_SAME_CLOCK_MS = 3000;
/** Nobody on foot runs for longer than this, but then continues at a fast walker's pace. */
const STEADY_SPRINT_MS = 3000;
/** A jump that nothing contradicts for this time is believed: reflections pass within 4 s. */
export const STEADY_JUMP_CONFIRM_MS = 4200;
/** If fixes are rare a jump waits for the next one, but no longer than this: the slowest phones send one every 5 s. */
const STEADY_JUMP_CONFIRM_MAX_MS = 6000;
/** Fixes that follow one another within this time form a stream; it ends only when reception is lost. */
const STEADY_STREAM_PERIOD_MS = 3000;
/** Number of fixes that make a stream: see {@link STEADY_STREAM_PERIOD_MS}. */
const STEADY_STREAM_FIXES = 5;
/** After a longer gap nothing of the past is used: the walker may have moved 20 m. */
export const STEADY_GAP_MAX_MS = 15_000;

/** The fields of a fix that the gate needs. */
export interface GateFix extends LngLat {
  /** Radius of the circle that holds the true position with 95 % probability. */
  readonly accuracyM: number;
  /** When it was taken, by the device's own clock; some receivers report the same time forever, or none. */
  readonly timestampMs: number;
}

/** Limits of a gate. */
export interface GateRules {
  /** A fix of worse accuracy is refused. */
  readonly accuracyMaxM: number;
  /** Highest speed from one fix to the next, for at most 3 s. */
  readonly speedMaxMps: number;
  /** Highest speed after that. */
  readonly paceMaxMps: number;
  /** Share of the worse accuracy by which two fixes may differ at any speed. */
  readonly accuracyPart: number;
}

/** For deciding what a walker is near. */
export const WALKING: GateRules = {
  // Half of it is 30 m, within which a town's parcours has several places.
  accuracyMaxM: 60,
  // A runner's speed: anything faster is a reflected signal.
  speedMaxMps: 4,
  // A fast walker's: otherwise the first fix after a gap could be reflected 40 m away.
  paceMaxMps: 2,
  // Errors wander, seldom by more within a second.
  accuracyPart: 0.3,
};

/** The gate's memory. Immutable. */
export interface FixGate<F extends GateFix = GateFix> {
  /** The last admitted fix; replaced exactly when another one is admitted. */
  readonly believed: F | null;
  /** The last fix of a jump that is not believed yet, and when the jump was first seen. */
  readonly doubted: { readonly fix: F; readonly sinceMs: number } | null;
  /** When the last fix arrived that was neither vague nor late. */
  readonly lastAtMs: number | null;
  /** Time between the last two such fixes. */
  readonly periodMs: number;
  /** Number of such fixes in a row, each within 3 s of the one before. */
  readonly streamed: number;
  /** The reported time of the last such fix, right or wrong. */
  readonly reportedMs: number | null;
  /** Delay of the last such fix from being taken to its arrival; because of it the two clocks need not agree. */
  readonly delayMs: number;
  /** The clock before a reported time far ahead: the next fix may contradict that time. */
  readonly formerClock: { readonly delayMs: number; readonly sinceMs: number; readonly newestMs: number } | null;
  /** Since when no fix was admitted, and when the last refused one arrived; null otherwise. Vague fixes don't count. */
  readonly refused: { readonly sinceMs: number; readonly lastMs: number } | null;
}

/** A gate that has seen nothing: it admits the first fix, if it is not too vague. */
export const OPEN_GATE: FixGate<never> = {
  believed: null,
  doubted: null,
  lastAtMs: null,
  periodMs: 0,
  streamed: 0,
  reportedMs: null,
  delayMs: 0,
  formerClock: null,
  refused: null,
};

/**
 * Admits a fix, or refuses it, which leaves `believed` unchanged. Pure. Refused are:
 * - a fix whose accuracy is worse than the rules allow (60 m for a walker);
 * - a repetition of the last one;
 * - one that is not newer than the last, or arrives 15 s later than it did. One with the time of the last, or none,
 *   from another position, is taken to be as old as the last was on arrival;
 * - a jump that nobody could have made. It is believed once the fixes after it agree with it for some seconds, or none
 *   arrives; a fix that agrees with the walker's previous position ends the doubt.
 *
 * If everything is refused for 15 s, the device's clock has changed, or the walker was never where the gate believes:
 * it starts anew with the next fix.
 *
 * @param atMs when the fix arrived, on a clock of the caller's that never goes back
 */
export function admit<F extends GateFix>(
  gate: FixGate<F>,
  reported: F,
  atMs: number,
  rules: GateRules = WALKING,
): FixGate<F> {
  if (!(reported.accuracyM <= rules.accuracyMaxM) || isRepeated(gate, reported)) return gate;
  const refused = { sinceMs: gate.refused?.sinceMs ?? atMs, lastMs: atMs };
  const isStuck = atMs - refused.sinceMs >= STEADY_REFUSAL_MAX_MS;
  const timed = timeFix(gate, reported, atMs);
  if (timed === null) return isStuck ? admit<F>(OPEN_GATE, reported, atMs, rules) : { ...gate, refused };

  const { fix, believed, doubted, delayMs, formerClock } = timed;
  const periodMs = gate.lastAtMs === null ? 0 : atMs - gate.lastAtMs;
  const seen = {
    lastAtMs: atMs,
    periodMs,
    streamed: periodMs <= STEADY_STREAM_PERIOD_MS ? gate.streamed + 1 : 1,
    reportedMs: reported.timestampMs,
    ...{ delayMs, formerClock },
  };
  const follows = believed === null || canFollow(believed, fix, rules);
  const sinceMs = doubted !== null && canFollow(doubted.fix, fix, rules) ? doubted.sinceMs : atMs;
  if (follows || atMs - sinceMs >= STEADY_JUMP_CONFIRM_MS) {
    return { ...seen, believed: fix, doubted: null, refused: null };
  }
  // A fix that was refused long ago is no reason to believe a jump.
  if (gate.refused === null || atMs - gate.refused.lastMs > STEADY_REFUSAL_MAX_MS) refused.sinceMs = atMs;
  else if (isStuck) return admit<F>(OPEN_GATE, reported, atMs, rules);
  return { ...seen, believed, doubted: { fix, sinceMs }, refused };
}

/** Whether a fix repeats the last one that counted. */
export function isRepeated(gate: FixGate, { lng, lat, accuracyM, timestampMs }: GateFix): boolean {
  const last = gate.doubted?.fix ?? gate.believed;
  if (last === null || !Object.is(timestampMs, gate.reportedMs)) return false;
  return last.lng === lng && last.lat === lat && last.accuracyM === accuracyM;
}

interface Timed<F extends GateFix> extends Pick<FixGate<F>, 'believed' | 'doubted' | 'delayMs' | 'formerClock'> {
  /** With a usable time. */
  readonly fix: F;
}

/** Determines when a fix was taken, by the clock of the previous ones; null if it is older than those, or late. */
function timeFix<F extends GateFix>(gate: FixGate<F>, fix: F, atMs: number): Timed<F> | null {
  const { believed, doubted, reportedMs, formerClock } = gate;
  const known = { believed, doubted };
  const tells = Number.isFinite(fix.timestampMs);
  const newest = doubted?.fix ?? believed;
  if (newest === null)
    return { ...known, fix: tells ? fix : at(fix, atMs), delayMs: tells ? atMs - fix.timestampMs : 0, formerClock };
  if (!tells || fix.timestampMs === reportedMs)
    return { ...known, fix: at(fix, atMs - gate.delayMs), delayMs: gate.delayMs, formerClock };

  const delayMs = atMs - fix.timestampMs;
  const isFormerClockOver = formerClock === null || atMs - formerClock.sinceMs > STEADY_FIX_AGE_MAX_MS;
  const isAhead = gate.delayMs - delayMs > STEADY_FIX_AGE_MAX_MS;
  if (isAhead) {
    const before = { delayMs: gate.delayMs, sinceMs: atMs, newestMs: newest.timestampMs };
    return { ...known, fix, delayMs, formerClock: isFormerClockOver ? before : formerClock };
  }
  const isLate = fix.timestampMs < newest.timestampMs || delayMs - gate.delayMs > STEADY_FIX_AGE_MAX_MS;
  if (!isLate) return { ...known, fix, delayMs, formerClock: isFormerClockOver ? null : formerClock };
  if (
    isFormerClockOver ||
    Math.abs(delayMs - formerClock.delayMs) > STEADY_SAME_CLOCK_MS ||
    fix.timestampMs < formerClock.newestMs
  )
    return null;
  // The time far ahead was wrong: its fix was taken when it arrived.
  const latestMs = (gate.lastAtMs ?? atMs) - formerClock.delayMs;
  const back = (one: F): F => (one.timestampMs > latestMs ? at(one, latestMs) : one);
  return {
    fix,
    believed: believed && back(believed),
    doubted: doubted && { ...doubted, fix: back(doubted.fix) },
    ...{ delayMs, formerClock: null },
  };
}

const at = <F extends GateFix>(fix: F, timestampMs: number): F => ({ ...fix, timestampMs });

/**
 * Believes a jump that nothing contradicted for long enough, because a browser may send nothing while the walker
 * stands. If a stream ends with a jump, reception was lost, and with it any contradiction: believing it then takes 15
 * s.
 */
export function confirmJump<F extends GateFix>(gate: FixGate<F>, atMs: number): FixGate<F> {
  const dueMs = jumpDueMs(gate);
  if (gate.doubted === null || dueMs === null || atMs < dueMs) return gate;
  return { ...gate, believed: gate.doubted.fix, doubted: null, refused: null };
}

/** Returns when a doubted jump will be believed unless a fix arrives first; null without one. */
export function jumpDueMs({ doubted, lastAtMs, periodMs, streamed }: FixGate): number | null {
  if (doubted === null || lastAtMs === null) return null;
  // So that the next fix has a chance to contradict.
  const isStream = streamed >= STEADY_STREAM_FIXES;
  const nextMs = isStream ? STEADY_GAP_MAX_MS : Math.min(1.2 * periodMs, STEADY_JUMP_CONFIRM_MAX_MS);
  return Math.max(doubted.sinceMs + STEADY_JUMP_CONFIRM_MS, lastAtMs + nextMs);
}

/** Whether one person, on foot unless other rules are given, can have been at both fixes, one after the other. */
export function canFollow(before: GateFix, fix: GateFix, rules: GateRules = WALKING): boolean {
  const [eastM, northM] = offsetM(before, fix);
  const passedMs = fix.timestampMs - before.timestampMs;
  const sprintMs = Math.min(passedMs, STEADY_SPRINT_MS);
  const movedM = (rules.speedMaxMps * sprintMs + rules.paceMaxMps * (passedMs - sprintMs)) / 1000;
  return Math.hypot(eastM, northM) <= movedM + rules.accuracyPart * Math.max(before.accuracyM, fix.accuracyM);
}

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

/** Admits a fix for the map by {@link admit}, unless it is impossible. */
export function admitShownFix(gate: FixGate<Fix>, fix: Fix, atMs: number): FixGate<Fix> {
  return isPossible(fix) ? admit(gate, fix, atMs, SHOWN) : gate;
}
