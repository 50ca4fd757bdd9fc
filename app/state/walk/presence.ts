import { POINT_RADIUS_M } from '../../../contracts/limits.ts';
import type { PlaceId } from '../../../contracts/vocabulary.ts';

/** A place is come upon within so many metres, about half of the 7 m: for one who is at it is that far in, on average ... */
const STEADY_ENTER_MARGIN_M = 4;
/** ... and this part of the accuracy more, 1.7 deviations: with half of it, as raw fixes have, many are passed unnoticed. */
const STEADY_ENTER_ACCURACY_PART = 0.7;
/** Deadband: a place is left only so far beyond the radius at which it is entered ... */
const STEADY_LEAVE_MARGIN_M = 5;
/** ... or by this part of the accuracy, where that is more: noise alone must not lead out and in again. */
const STEADY_LEAVE_ACCURACY_PART = 0.25;
/** Dwell: a place counts as entered after so long within it for each metre of accuracy above the next constant. */
const STEADY_DWELL_MS_PER_M = 50;
/** Up to this accuracy, which a street with some sky allows, a place counts as entered at once. */
const STEADY_DWELL_FREE_M = 8;
/** The longest dwell: one or two fixes must agree; more, and a story comes late that can be told again. */
const STEADY_DWELL_MAX_MS = 1500;
/**
 * Within this part of the accuracy, or within 12 m where that is more, the walker is taken to be at a place surely
 * enough for its story to count as told there.
 */
const STEADY_SURE_ACCURACY_PART = 0.35;

/** A place near the walker, with the distance to it in metres (0 inside a zone). */
export interface NearPlace {
  readonly placeId: PlaceId;
  readonly distanceM: number;
}

/** A place within whose radius the walker came, and did not go clearly out of since. */
export interface Visit extends NearPlace {
  /** When it counts as entered, if it is not left before. */
  readonly dueMs: number;
  readonly entered: boolean;
  /** The walker is so near that a story told now counts as told there. */
  readonly isSure: boolean;
}

/** How near a place is entered: 4 m and 0.7 of the accuracy, and never less than 7 m. */
export function enterRadiusM(accuracyM: number): number {
  return Math.max(POINT_RADIUS_M, STEADY_ENTER_MARGIN_M + STEADY_ENTER_ACCURACY_PART * accuracyM);
}

/** How far away a place is left: what lies between entering and leaving is the deadband. */
export function leaveRadiusM(accuracyM: number): number {
  return enterRadiusM(accuracyM) + Math.max(STEADY_LEAVE_MARGIN_M, STEADY_LEAVE_ACCURACY_PART * accuracyM);
}

/** How near a place the walker is surely at it: 12 m, or 0.35 of the accuracy where that is more. */
export function sureRadiusM(accuracyM: number): number {
  return Math.max(POINT_RADIUS_M + STEADY_LEAVE_MARGIN_M, STEADY_SURE_ACCURACY_PART * accuracyM);
}

/** How long a place must have been come upon before it counts as entered. */
export function dwellMs(accuracyM: number): number {
  return Math.min(STEADY_DWELL_MAX_MS, STEADY_DWELL_MS_PER_M * Math.max(0, accuracyM - STEADY_DWELL_FREE_M));
}

/**
 * Brings the visits up to date with a look around. Pure. A visit begins within the enter radius, counts as entered after
 * the dwell, and ends beyond the leave radius.
 *
 * @param near every place within the leave radius, in the order that the visits shall have
 */
export function visitPlaces(
  visits: readonly Visit[],
  near: readonly NearPlace[],
  accuracyM: number,
  atMs: number,
): readonly Visit[] {
  const withinM = enterRadiusM(accuracyM);
  return near.flatMap(({ placeId, distanceM }): Visit[] => {
    const before = visits.find((visit) => visit.placeId === placeId);
    if (before === undefined && distanceM > withinM) return [];
    const dueMs = before?.dueMs ?? atMs + dwellMs(accuracyM);
    const isSure = distanceM <= sureRadiusM(accuracyM);
    return [{ placeId, distanceM, isSure, dueMs, entered: before?.entered === true || atMs >= dueMs }];
  });
}

/** Lets what is due count as entered. The same list when nothing is. */
export function enterDue(visits: readonly Visit[], atMs: number): readonly Visit[] {
  const isDue = (visit: Visit): boolean => !visit.entered && visit.dueMs <= atMs;
  return visits.some(isDue) ? visits.map((visit) => (isDue(visit) ? { ...visit, entered: true } : visit)) : visits;
}
