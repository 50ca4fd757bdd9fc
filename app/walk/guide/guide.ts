import type { PlaceId } from '../../../contracts/vocabulary.ts';
import type { Around } from '../../../workers/client/nearest-in-page.ts';
import type { LngLat } from '../../position/coordinates.ts';
import type { GateFix } from '../../position/fix-gate.ts';
import { countEntries, countedFence, type NearPlace, NOTHING_COUNTED, triggerFence } from './geofence.ts';
import { lookAround, NEW_STEADY_WALK, nextChangeMs, onFix, passTime, placesHere } from './steady-walk.ts';
import type { Reached } from './walk-state.ts';

type Circle = Parameters<Around>[0];
/** The places within each circle, nearest first. */
type Found = readonly ReturnType<Around>[];

/** Finds the places within each circle, at once or later; answers arrive in the order of the calls. */
export type LookUp = (circles: readonly Circle[]) => Found | Promise<Found>;

/** A guide's lookup and callbacks. */
export interface GuideOptions {
  readonly lookUp: LookUp;
  /** Called with the walker's places, nearest first; `around`, if known, are all that may not have been left. */
  readonly onLocated: (here: readonly Reached[], around?: readonly PlaceId[]) => void;
  /** Called with the places that a real fix entered, for analytics; without it none are looked up. */
  readonly onEntered?: (entered: readonly NearPlace[], fix: GateFix) => void;
  /** Called when a later answer fails; the next position is tried again. */
  readonly onFailed?: (reason: unknown) => void;
}

/**
 * The loop from fixes to the walker's places. It has no clock of its own: the real walk drives it by the device's fixes
 * and timers, the rehearsal and the simulator in simulated time.
 */
export interface Guide {
  /** Processes a fix. @param atMs when it arrived; the clock of all calls, which never goes back */
  onFix(fix: GateFix, atMs: number): void;
  /** Processes time without a fix. */
  passTime(atMs: number): void;
  /** Looks up the last position again, because places changed. */
  lookAgain(atMs: number): void;
  /**
   * Forgets all fixes, and ignores pending answers. The entries counted so far stay.
   *
   * @param isReal whether the coming fixes are real; those of a false position are not counted
   */
  restart(isReal: boolean): void;
  /** Returns when {@link passTime} will next change something, if no fix arrives before; null if only a fix can. */
  nextChangeMs(): number | null;
}

/** Creates a guide that has seen nothing, for real fixes. */
export function createGuide({ lookUp, onLocated, onEntered, onFailed }: GuideOptions): Guide {
  let walk = NEW_STEADY_WALK;
  let counted = NOTHING_COUNTED;
  let isReal = true;
  /** Number of restarts, to recognize earlier answers. */
  let restarts = 0;

  function change(next: typeof walk, atMs: number): void {
    const before = walk;
    walk = next;
    if (walk.position !== before.position) look(atMs);
    else if (walk.visits !== before.visits) onLocated(placesHere(walk), walk.around);
  }

  function look(atMs: number): void {
    const { position, gate } = walk;
    const fix = gate.believed;
    if (position === null || fix === null) return;
    const restartsBefore = restarts;
    const { leaveM, goneM } = triggerFence(position.accuracyM);
    const circles = [circleAt(position.ahead, goneM), circleAt(position.soon, leaveM)];
    if (isReal && onEntered !== undefined) circles.push(circleAt(fix, countedFence(fix.accuracyM).leaveM));

    function take([near = [], soon = [], counting]: Found): void {
      if (restartsBefore !== restarts || position === null || fix === null) return;
      if (counting !== undefined) {
        counted = countEntries(counted, fix, counting.map(toNearPlace));
        if (counted.entered.length > 0) onEntered?.(counted.entered, fix);
      }
      change(lookAround(walk, position, near.map(toNearPlace), soon.map(toNearPlace), atMs), atMs);
    }

    const found = lookUp(circles);
    if (!(found instanceof Promise)) take(found);
    else {
      found.then(take).catch((reason: unknown) => {
        if (restartsBefore === restarts) onFailed?.(reason);
      });
    }
  }

  return {
    onFix: (fix, atMs) => change(onFix(walk, fix, atMs), atMs),
    passTime: (atMs) => change(passTime(walk, atMs), atMs),
    lookAgain(atMs) {
      counted = { ...counted, fix: null };
      look(atMs);
    },
    restart(real) {
      walk = NEW_STEADY_WALK;
      isReal = real;
      restarts += 1;
    },
    nextChangeMs: () => nextChangeMs(walk),
  };
}

function circleAt({ lng, lat }: LngLat, radiusM: number): Circle {
  return { position: [lng, lat], radiusM };
}

function toNearPlace({ id, distanceM }: ReturnType<Around>[number]): NearPlace {
  return { placeId: id, distanceM };
}
