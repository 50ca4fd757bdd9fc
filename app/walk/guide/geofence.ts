import { POINT_RADIUS_M } from '../../../contracts/limits.ts';
import type { PlaceId } from '../../../contracts/vocabulary.ts';
import { offsetM } from '../../position/coordinates.ts';
import type { GateFix } from '../../position/fix-gate.ts';

/** Enter radius of a trigger: a margin of about half of the 7 m ... */
const STEADY_ENTER_MARGIN_M = 4;
/** ... plus this share of the accuracy (1.7 deviations). With half of it, as for raw fixes, many places are missed. */
const STEADY_ENTER_ACCURACY_PART = 0.7;
/** Deadband: a place is left this far beyond its enter radius ... */
const STEADY_LEAVE_MARGIN_M = 5;
/** ... or this share of the accuracy beyond it, if that is more, so that noise alone causes no exit. */
const STEADY_LEAVE_ACCURACY_PART = 0.25;
/** Dwell before an enter event, per metre of accuracy above {@link STEADY_DWELL_FREE_M}. */
const STEADY_DWELL_MS_PER_M = 50;
/** Up to this accuracy, typical of a street with some sky, there is no dwell. */
const STEADY_DWELL_FREE_M = 8;
/** Longest dwell: enough for one or two fixes to confirm the entry. A longer one would start stories too late. */
const STEADY_DWELL_MAX_MS = 1500;
/** A walker is surely at a place within this share of the accuracy, or within {@link STEADY_SURE_M} if that is more. */
const STEADY_SURE_ACCURACY_PART = 0.35;
/** See {@link STEADY_SURE_ACCURACY_PART}. */
const STEADY_SURE_M = POINT_RADIUS_M + STEADY_LEAVE_MARGIN_M;
/** A place is gone beyond {@link STEADY_SURE_M} and these accuracies (5 deviations): no error goes there. */
const STEADY_GONE_ACCURACIES = 2;
/** Wait for people who stop near a place: they often walk on to it, and a story at the stop would start too early. */
const STEADY_STAND_MS = 10_000;

/** A walker whose distance will change by less than this in the next seconds stands still: noise changes it as much. */
const STEADY_STANDING_M = 0.5;

/** How long counted entries are reused, while the walker moves less than {@link DETECTION_CACHE_MOVE_M}. */
const DETECTION_CACHE_MS = 2000;
/** See {@link DETECTION_CACHE_MS}. */
const DETECTION_CACHE_MOVE_M = 1;

/** A place near the walker, with its distance in metres (0 inside a zone). */
export interface NearPlace {
  readonly placeId: PlaceId;
  readonly distanceM: number;
}

/** A place whose enter radius the walker has entered and whose leave radius they have not left since. */
export interface Visit extends NearPlace {
  readonly sinceMs: number;
  /** When the walker last came nearer without surely being there; at first the start of the visit. */
  readonly nearedMs: number;
  /** When it counts as entered, if nothing changes before. */
  readonly dueMs: number;
  readonly entered: boolean;
  /** So near that a story played now counts as heard there. */
  readonly isSure: boolean;
  /** The walker will be farther away in some seconds. */
  readonly isLeaving: boolean;
}

/** Radii and delays for entering and leaving a place, at one accuracy. Between the two radii lies the deadband. */
export interface Geofence {
  readonly enterM: number;
  readonly leaveM: number;
  /** Beyond it the walker is away from the place, however the error moves the position. */
  readonly goneM: number;
  readonly dwellMs: number;
  /** The same for a walker who is not surely there and does not go away, since they last came nearer. */
  readonly standMs: number;
  /** Within it the walker is surely at the place. */
  readonly sureM: number;
}

/** Returns the geofence that triggers stories, for steady positions. */
export function triggerFence(accuracyM: number): Geofence {
  const enterM = Math.max(POINT_RADIUS_M, STEADY_ENTER_MARGIN_M + STEADY_ENTER_ACCURACY_PART * accuracyM);
  return {
    enterM,
    leaveM: enterM + Math.max(STEADY_LEAVE_MARGIN_M, STEADY_LEAVE_ACCURACY_PART * accuracyM),
    goneM: STEADY_SURE_M + STEADY_GONE_ACCURACIES * accuracyM,
    dwellMs: Math.min(STEADY_DWELL_MAX_MS, STEADY_DWELL_MS_PER_M * Math.max(0, accuracyM - STEADY_DWELL_FREE_M)),
    standMs: STEADY_STAND_MS,
    sureM: Math.max(STEADY_SURE_M, STEADY_SURE_ACCURACY_PART * accuracyM),
  };
}

/** Returns the geofence for analytics, for raw fixes: 7 m, or half the accuracy if larger; no deadband, no dwell. */
export function countedFence(accuracyM: number): Geofence {
  const radiusM = Math.max(POINT_RADIUS_M, accuracyM / 2);
  return { enterM: radiusM, leaveM: radiusM, goneM: radiusM, dwellMs: 0, standMs: 0, sureM: radiusM };
}

/**
 * The one definition of 'entered', for triggers and for analytics: a visit starts within the enter radius, counts as
 * entered after the dwell, once the walker is surely there, goes away again or stands, and ends beyond the leave
 * radius. Pure.
 *
 * @param near every place within at least the leave radius, in the order of the resulting visits
 * @param soon the same in some seconds; without it every walker counts as going away
 */
export function visitPlaces(
  visits: readonly Visit[],
  near: readonly NearPlace[],
  { enterM, leaveM, dwellMs, standMs, sureM }: Geofence,
  atMs: number,
  soon: readonly NearPlace[] = [],
): readonly Visit[] {
  return near.flatMap(({ placeId, distanceM }): Visit[] => {
    const before = visits.find((visit) => visit.placeId === placeId);
    if (distanceM > (before === undefined ? enterM : leaveM)) return [];
    const isSure = distanceM <= sureM;
    const soonM = soon.find((place) => place.placeId === placeId)?.distanceM ?? Number.POSITIVE_INFINITY;
    const sinceMs = before?.sinceMs ?? atMs;
    const nearedMs = !isSure && soonM < distanceM - STEADY_STANDING_M ? atMs : (before?.nearedMs ?? atMs);
    const isLeaving = soonM > distanceM + STEADY_STANDING_M;
    const dueMs = Math.max(sinceMs + dwellMs, isSure || isLeaving ? 0 : nearedMs + standMs);
    const entered = before?.entered === true || atMs >= dueMs;
    return [{ placeId, distanceM, isSure, isLeaving, sinceMs, nearedMs, dueMs, entered }];
  });
}

/** Enters the places that are due. Returns the same list if none is. */
export function enterDue(visits: readonly Visit[], atMs: number): readonly Visit[] {
  const isDue = (visit: Visit): boolean => !visit.entered && visit.dueMs <= atMs;
  return visits.some(isDue) ? visits.map((visit) => (isDue(visit) ? { ...visit, entered: true } : visit)) : visits;
}

/** The entries counted so far. */
export interface Counted {
  /** The last counted fix; null if the next one must be counted, wherever it is. */
  readonly fix: GateFix | null;
  readonly visits: readonly Visit[];
  /** The visits that this fix started, nearest first. */
  readonly entered: readonly Visit[];
}

/** State before the first counted fix. */
export const NOTHING_COUNTED: Counted = { fix: null, visits: [], entered: [] };

/**
 * Counts the entries of a raw fix. For 2 s, while the walker moves less than 1 m, nothing is entered or left. Pure.
 *
 * @param near every place within the leave radius of {@link countedFence}, nearest first
 */
export function countEntries(before: Counted, fix: GateFix, near: readonly NearPlace[]): Counted {
  if (before.fix !== null && isCached(before.fix, fix)) return { ...before, entered: [] };
  const visits = visitPlaces(before.visits, near, countedFence(fix.accuracyM), fix.timestampMs);
  const isNew = ({ placeId }: Visit): boolean => !before.visits.some((visit) => visit.placeId === placeId);
  return { fix, visits, entered: visits.filter(isNew) };
}

function isCached(before: GateFix, fix: GateFix): boolean {
  const ageMs = fix.timestampMs - before.timestampMs;
  const movedM = Math.hypot(...offsetM(before, fix));
  return ageMs >= 0 && ageMs < DETECTION_CACHE_MS && movedM < DETECTION_CACHE_MOVE_M;
}
