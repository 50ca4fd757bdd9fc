import type { PlaceId } from '../../../contracts/vocabulary.ts';
import {
  admit,
  canFollow,
  confirmJump,
  type FixGate,
  type GateFix,
  jumpDueMs,
  OPEN_GATE,
} from '../../position/fix-gate.ts';
import { enterDue, type NearPlace, triggerFence, type Visit, visitPlaces } from './geofence.ts';
import { follow, type SteadyPosition } from './steady-position.ts';
import type { Reached } from './walk-state.ts';

/** A walker without a new fix for this time stands at the last one; a moving one gets a fix about every second. */
export const STEADY_STILL_MS = 2000;

/**
 * A steady view of an unsteady position: the places that the walker is at. GPS in a street is off by 7 to 13 m, in
 * bursts, so three stages lie between a fix and its effect on the places, in this order:
 *
 * 1. the gate (`fix-gate.ts`): a vague, late or impossible fix moves nothing;
 * 2. the steady position (`steady-position.ts`): the walker's motion, separated from the wandering error, half a step
 *    ahead;
 * 3. the geofence (`geofence.ts`): a deadband between entering and leaving a place, and a dwell before it is entered.
 *
 * Only `walk-decision.ts` decides what is then selected and heard.
 *
 * Immutable and pure; time is passed to each call. Driven by `guide.ts`, which looks places up when `position` was
 * replaced and passes them to {@link lookAround}.
 */
export interface SteadyWalk {
  readonly gate: FixGate;
  /** The walker's estimated position; replaced exactly when the places around must be looked up again. */
  readonly position: SteadyPosition | null;
  /** When the walker counts as standing at the last fix, unless another one arrives; null once that is so. */
  readonly stillAtMs: number | null;
  /** Places that the walker is at, or is about to enter; nearest first. */
  readonly visits: readonly Visit[];
  /** Places so near that the error alone could bring the walker back to them. */
  readonly around: readonly PlaceId[];
}

/** State at the start of each walk: no position, no place. */
export const NEW_STEADY_WALK: SteadyWalk = { gate: OPEN_GATE, position: null, stillAtMs: null, visits: [], around: [] };

/**
 * Processes a fix. One that the gate refuses changes neither position nor visits.
 *
 * @param atMs when it arrived; the clock of all calls, which never goes back
 */
export function onFix(walk: SteadyWalk, fix: GateFix, atMs: number): SteadyWalk {
  return believe(walk, admit(walk.gate, fix, atMs), atMs);
}

/** Processes time without a fix: a jump is believed, a walker stands still, a dwell ends. */
export function passTime(walk: SteadyWalk, atMs: number): SteadyWalk {
  const visits = enterDue(walk.visits, atMs);
  const waited = visits === walk.visits ? walk : { ...walk, visits };
  const moved = believe(waited, confirmJump(walk.gate, atMs), atMs);
  if (moved.position !== walk.position || moved.stillAtMs === null || atMs < moved.stillAtMs) return moved;
  const { position, gate } = moved;
  if (position === null || gate.believed === null) return { ...moved, stillAtMs: null };
  const { lng, lat } = gate.believed;
  return { ...moved, stillAtMs: null, position: { ...position, ahead: { lng, lat }, soon: { lng, lat } } };
}

/** Returns when {@link passTime} will next change something, if no fix arrives before; null if only a fix can. */
export function nextChangeMs({ gate, stillAtMs, visits }: SteadyWalk): number | null {
  const dues = visits.flatMap(({ entered, dueMs }) => (entered ? [] : [dueMs]));
  return earliest(jumpDueMs(gate), stillAtMs, ...dues);
}

/** Returns the earliest known time; null if there is none. */
export function earliest(...times: readonly (number | null)[]): number | null {
  const known = times.filter((time) => time !== null);
  return known.length === 0 ? null : Math.min(...known);
}

/**
 * Processes the result of a lookup.
 *
 * @param near every place within `goneM` around `position.ahead`, nearest first
 * @param soon every place within the leave radius around `position.soon`
 */
export function lookAround(
  walk: SteadyWalk,
  position: SteadyPosition,
  near: readonly NearPlace[],
  soon: readonly NearPlace[],
  atMs: number,
): SteadyWalk {
  const visits = visitPlaces(walk.visits, near, triggerFence(position.accuracyM), atMs, soon);
  return { ...walk, visits, around: near.map(({ placeId }) => placeId) };
}

/** Returns the places that the walker is at, nearest first. */
export function placesHere({ visits }: SteadyWalk): Reached[] {
  return visits
    .filter(({ entered }) => entered)
    .map(({ placeId, distanceM, isSure, isLeaving }) => ({ placeId, distanceM, isSure, isLeaving }));
}

function believe(walk: SteadyWalk, gate: FixGate, atMs: number): SteadyWalk {
  if (gate === walk.gate) return walk;
  const { believed } = gate;
  if (believed === null || believed === walk.gate.believed) return { ...walk, gate };
  // Longer if fixes are rare, to wait for the next one.
  const stillAtMs = atMs + Math.max(STEADY_STILL_MS, 1.5 * Math.min(gate.periodMs, 2 * STEADY_STILL_MS));
  const { believed: last } = walk.gate;
  const isJump = last === null || !canFollow(last, believed);
  return { ...walk, gate, position: follow(isJump ? null : walk.position, believed), stillAtMs };
}
