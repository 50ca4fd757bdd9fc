import type { PlaceId } from '../../../../contracts/vocabulary.ts';
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

/** A walker who gets no new fix for so long stands where the last one says; a walking one gets it each second or so. */
export const STEADY_STILL_MS = 2000;

/**
 * A steady view of an unsteady position: which places the walker is at. GPS in a street is off by 7 to 13 m, in bursts,
 * so between a fix and what it means for the places stand, in this order:
 *
 * 1. the gate (`fix-gate.ts`): what is vague, late or impossible moves nothing;
 * 2. the steady position (`steady-position.ts`): the walker's motion told from the error's wandering, seen half a step
 *    ahead;
 * 3. the geofence (`geofence.ts`): a deadband between entering and leaving a place, and a wait before it is entered.
 *
 * What of it is selected and heard is decided in `walk-decision.ts`, and nowhere else.
 *
 * Immutable and pure; time comes in with each call. Driven by `guide.ts`, which looks places up when `position` was
 * replaced and passes them to {@link lookAround}.
 */
export interface SteadyWalk {
  readonly gate: FixGate;
  /** Where the walker is taken to be; replaced exactly when the places around are to be looked up anew. */
  readonly position: SteadyPosition | null;
  /** When the walker is taken to stand where the last fix says, unless another one comes; null once that is so. */
  readonly stillAtMs: number | null;
  /** Places the walker is at, or is about to be; nearest first. */
  readonly visits: readonly Visit[];
  /** Places near enough for the error alone to bring the walker back to them. */
  readonly around: readonly PlaceId[];
}

/** Where each walk begins: no position, no place. */
export const NEW_STEADY_WALK: SteadyWalk = { gate: OPEN_GATE, position: null, stillAtMs: null, visits: [], around: [] };

/**
 * Takes in a fix. One that the gate refuses changes neither position nor visits.
 *
 * @param atMs when it arrived; the clock of all calls, which never goes back
 */
export function onFix(walk: SteadyWalk, fix: GateFix, atMs: number): SteadyWalk {
  return believe(walk, admit(walk.gate, fix, atMs), atMs);
}

/** Lets time pass without a fix: a jump is believed, a walker stands still, a dwell ends. */
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

/** When {@link passTime} will next change something, if no fix comes before; null when only a fix can. */
export function nextChangeMs({ gate, stillAtMs, visits }: SteadyWalk): number | null {
  const dues = visits.flatMap(({ entered, dueMs }) => (entered ? [] : [dueMs]));
  return earliest(jumpDueMs(gate), stillAtMs, ...dues);
}

/** The least of the times that are known; null where none is. */
export function earliest(...times: readonly (number | null)[]): number | null {
  const known = times.filter((time) => time !== null);
  return known.length === 0 ? null : Math.min(...known);
}

/**
 * Takes in what a lookup found.
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

/** The places that the walker is at, nearest first. */
export function placesHere({ visits }: SteadyWalk): Reached[] {
  return visits
    .filter(({ entered }) => entered)
    .map(({ placeId, distanceM, isSure, isLeaving }) => ({ placeId, distanceM, isSure, isLeaving }));
}

function believe(walk: SteadyWalk, gate: FixGate, atMs: number): SteadyWalk {
  if (gate === walk.gate) return walk;
  const { believed } = gate;
  if (believed === null || believed === walk.gate.believed) return { ...walk, gate };
  // Where fixes are rare, the next one is waited for.
  const stillAtMs = atMs + Math.max(STEADY_STILL_MS, 1.5 * Math.min(gate.periodMs, 2 * STEADY_STILL_MS));
  const { believed: last } = walk.gate;
  const isJump = last === null || !canFollow(last, believed);
  return { ...walk, gate, position: follow(isJump ? null : walk.position, believed), stillAtMs };
}
