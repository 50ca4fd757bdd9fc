import { type LngLat, offsetM } from './metres.ts';

/** Worse fixes are refused: half of it is 30 m, within which a town's parcours has several places. */
const STEADY_ACCURACY_MAX_M = 60;
/** A fix that took this much longer to arrive than others is outdated: three times the maximum age of a watch. */
const STEADY_FIX_AGE_MAX_MS = 15_000;
/** A runner's speed: what is faster is a reflected signal. */
const STEADY_SPEED_MAX_MPS = 4;
/** Nobody on foot runs for longer than this ... */
const STEADY_SPRINT_MS = 3000;
/** ... but goes on at a fast walker's pace: else the first fix after a gap could be a reflection 40 m away. */
const STEADY_PACE_MAX_MPS = 2;
/** Part of the accuracy that two fixes may be apart at any speed: errors wander, and seldom by more within a second. */
const STEADY_JUMP_ACCURACY_PART = 0.3;
/** A jump that nothing contradicts for so long is believed: reflections pass within 4 s. */
export const STEADY_JUMP_CONFIRM_MS = 4200;
/** Where fixes are rare a jump waits for the next one, but no longer than this: the slowest phones send one in 5 s. */
const STEADY_JUMP_CONFIRM_MAX_MS = 6000;
/** So many fixes in a row, within this of each other, are a stream; it ends only when reception is lost. */
const STEADY_STREAM_PERIOD_MS = 3000;
/** See {@link STEADY_STREAM_PERIOD_MS}. */
const STEADY_STREAM_FIXES = 5;
/** After a longer gap nothing of the past is used: the walker may be 20 m on. */
export const STEADY_GAP_MAX_MS = 15_000;

/** What the gate needs to know of a fix. */
export interface GateFix extends LngLat {
  /** Radius of the circle that holds the true position with 95 % probability. */
  readonly accuracyM: number;
  /** When it was taken, on the device's own clock. */
  readonly timestampMs: number;
}

/** What a gate lets through. */
export interface GateRules {
  /** A fix with a worse accuracy is refused. */
  readonly accuracyMaxM: number;
  /** Highest speed from one fix to the next, for 3 s at the most. */
  readonly speedMaxMps: number;
  /** Highest speed after that. */
  readonly paceMaxMps: number;
  /** Part of the worse accuracy that two fixes may be apart at any speed. */
  readonly accuracyPart: number;
}

/** For what a walker on foot is near. */
export const WALKING: GateRules = {
  accuracyMaxM: STEADY_ACCURACY_MAX_M,
  speedMaxMps: STEADY_SPEED_MAX_MPS,
  paceMaxMps: STEADY_PACE_MAX_MPS,
  accuracyPart: STEADY_JUMP_ACCURACY_PART,
};

/** What the gate remembers. Immutable. */
export interface FixGate<F extends GateFix = GateFix> {
  /** The last fix that was let through; replaced exactly when another one is. */
  readonly believed: F | null;
  /** The last fix of a jump that is not believed yet, and when the jump was first seen. */
  readonly doubted: { readonly fix: F; readonly sinceMs: number } | null;
  /** When the last fix came that was neither vague nor late. */
  readonly lastAtMs: number | null;
  /** Time between the last two of those. */
  readonly periodMs: number;
  /** How many of those came in a row, each within 3 s of the one before. */
  readonly streamed: number;
  /** The shortest time that a fix took from being taken to arriving; with it the two clocks need not agree. */
  readonly shortestWayMs: number;
  /** Since when all that came was late, null when the last fix was not. */
  readonly lateSinceMs: number | null;
}

/** A gate that has seen nothing: it lets the first fix through, if it is not too vague. */
export const OPEN_GATE: FixGate<never> = {
  believed: null,
  doubted: null,
  lastAtMs: null,
  periodMs: 0,
  streamed: 0,
  shortestWayMs: Number.POSITIVE_INFINITY,
  lateSinceMs: null,
};

/**
 * Lets a fix through, or refuses it, which leaves `believed` as it is. Pure. Refused are:
 * - a fix whose accuracy is worse than the rules allow (60 m for a walker);
 * - one that is not newer than the last, or arrives 15 s later than others. Where nothing else comes for 15 s, the
 *   device's clock has changed, and the gate begins anew;
 * - a jump that nobody could have made. It is believed once the fixes after it agree with it for some seconds, or none
 *   comes; a fix that agrees with where the walker was ends the doubt.
 *
 * @param atMs when the fix arrived, on a clock of the caller's that never goes back
 */
export function admit<F extends GateFix>(
  gate: FixGate<F>,
  fix: F,
  atMs: number,
  rules: GateRules = WALKING,
): FixGate<F> {
  if (!(fix.accuracyM <= rules.accuracyMaxM)) return gate;
  const wayMs = atMs - fix.timestampMs;
  const newestMs = (gate.doubted?.fix ?? gate.believed)?.timestampMs ?? Number.NEGATIVE_INFINITY;
  if (fix.timestampMs === newestMs) return gate;
  if (fix.timestampMs < newestMs || wayMs - gate.shortestWayMs > STEADY_FIX_AGE_MAX_MS) {
    const lateSinceMs = gate.lateSinceMs ?? atMs;
    return atMs - lateSinceMs < STEADY_FIX_AGE_MAX_MS
      ? { ...gate, lateSinceMs }
      : admit<F>(OPEN_GATE, fix, atMs, rules);
  }

  const periodMs = gate.lastAtMs === null ? 0 : atMs - gate.lastAtMs;
  const seen = {
    lastAtMs: atMs,
    periodMs,
    streamed: periodMs <= STEADY_STREAM_PERIOD_MS ? gate.streamed + 1 : 1,
    shortestWayMs: Math.min(wayMs, gate.shortestWayMs),
    lateSinceMs: null,
  };
  if (gate.believed === null || canFollow(gate.believed, fix, rules)) return { ...seen, believed: fix, doubted: null };
  if (gate.doubted === null || !canFollow(gate.doubted.fix, fix, rules)) {
    return { ...seen, believed: gate.believed, doubted: { fix, sinceMs: atMs } };
  }
  const { sinceMs } = gate.doubted;
  if (atMs - sinceMs >= STEADY_JUMP_CONFIRM_MS) return { ...seen, believed: fix, doubted: null };
  return { ...seen, believed: gate.believed, doubted: { fix, sinceMs } };
}

/**
 * Believes a jump that nothing contradicted for long enough: a browser may send nothing while the walker stands. Where a
 * stream ends with a jump, reception was lost, and with it what would have contradicted: that takes 15 s.
 */
export function confirmJump<F extends GateFix>(gate: FixGate<F>, atMs: number): FixGate<F> {
  const dueMs = jumpDueMs(gate);
  if (gate.doubted === null || dueMs === null || atMs < dueMs) return gate;
  return { ...gate, believed: gate.doubted.fix, doubted: null };
}

/** When a doubted jump will be believed unless a fix comes first; null while none is doubted. */
export function jumpDueMs({ doubted, lastAtMs, periodMs, streamed }: FixGate): number | null {
  if (doubted === null || lastAtMs === null) return null;
  // The next fix shall have had its chance to contradict.
  const isStream = streamed >= STEADY_STREAM_FIXES;
  const nextMs = isStream ? STEADY_GAP_MAX_MS : Math.min(1.2 * periodMs, STEADY_JUMP_CONFIRM_MAX_MS);
  return Math.max(doubted.sinceMs + STEADY_JUMP_CONFIRM_MS, lastAtMs + nextMs);
}

/** Whether one person, on foot unless other rules are given, can have given both fixes, one after the other. */
export function canFollow(before: GateFix, fix: GateFix, rules: GateRules = WALKING): boolean {
  const [eastM, northM] = offsetM(before, fix);
  const passedMs = fix.timestampMs - before.timestampMs;
  const sprintMs = Math.min(passedMs, STEADY_SPRINT_MS);
  const movedM = (rules.speedMaxMps * sprintMs + rules.paceMaxMps * (passedMs - sprintMs)) / 1000;
  return Math.hypot(eastM, northM) <= movedM + rules.accuracyPart * Math.max(before.accuracyM, fix.accuracyM);
}
