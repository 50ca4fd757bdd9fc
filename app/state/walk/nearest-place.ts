import { subscribeKey } from 'valtio/utils';
import type { Place } from '../../../contracts/place.ts';
import { createNearestClient } from '../../../workers/client/nearest-client.ts';
import { onVisible } from '../../platform/page/page.ts';
import type { Release, Scope } from '../../platform/scope.ts';
import { comparePlaces } from '../places/place-changes.ts';
import { places } from '../places/places.ts';
import { location } from '../position/location.ts';
import { record } from '../session/analytics.ts';
import {
  lookAround,
  lookRadiusM,
  NEW_STEADY_WALK,
  nextChangeMs,
  onFix,
  passTime,
  placesHere,
  type SteadyWalk,
} from './steady-walk.ts';
import type { Reached } from './walk-decision.ts';

/** More changes at once than this are a new list, which is sent whole: one message instead of many. */
const CHANGES_MAX = 16;

/** Callbacks of a follower of the nearest places. */
export interface NearestListeners {
  /** The places the walker is at, nearest first, after a position or a while without one. None when it is lost. */
  readonly onLocated: (here: readonly Reached[]) => void;
  /** A lookup failed; the next position is tried again. */
  readonly onFailed: (reason: unknown) => void;
}

/**
 * Tells which places the walker is at, from the position known now on, until `scope` is disposed: a steady view of the
 * positions, for which the nearest worker looks up the places around. The worker is told when places change, and the
 * position is then looked up again. Each place that a believed fix enters becomes an analytics event, unless the
 * position is false.
 */
export function followNearest(scope: Scope, { onLocated, onFailed }: NearestListeners): void {
  const client = createNearestClient({ onEntered: record });
  let known: readonly Place[] = [];
  let walk: SteadyWalk = NEW_STEADY_WALK;
  /** Where `walk` began, as `location` counts it, and whether nobody is really on it. */
  let begun = { leaps: location.leaps, isFalse: location.isFalse };
  let stopWaiting: Release = () => {};
  scope.add(() => client.dispose());

  function change(next: SteadyWalk): void {
    const before = walk;
    walk = next;
    waitForChange();
    if (walk.position !== before.position) void lookUp();
    else if (walk.visits !== before.visits) onLocated(placesHere(walk));
  }

  function waitForChange(): void {
    stopWaiting();
    const dueMs = nextChangeMs(walk);
    if (dueMs === null) return;
    stopWaiting = scope.timeout(
      () => change(passTime(walk, performance.now())),
      Math.max(0, dueMs - performance.now()),
    );
  }

  async function lookUp(): Promise<void> {
    const { position, gate } = walk;
    if (position === null || gate.believed === null) return;
    const { lng, lat, accuracyM, timestampMs } = gate.believed;
    const { leaps, isFalse } = begun;
    try {
      // For the entries that it tells, which a false position has none of; what the walker is at is asked for next.
      if (!isFalse) await client.locate({ position: [lng, lat], accuracyM, timestampMs });
      const near = await client.around([position.ahead.lng, position.ahead.lat], lookRadiusM(position));
      // A position that was lost meanwhile is no news, nor is one that the walker was taken away from.
      if (scope.disposed || walk.position === null || leaps !== begun.leaps) return;
      change(
        lookAround(
          walk,
          position,
          near.map(({ id, distanceM }) => ({ placeId: id, distanceM })),
          performance.now(),
        ),
      );
    } catch (reason) {
      if (!scope.disposed) onFailed(reason);
    }
  }

  function hear(): void {
    const { fix, leaps, isFalse } = location;
    if (leaps !== begun.leaps) {
      walk = NEW_STEADY_WALK;
      begun = { leaps, isFalse };
    }
    if (fix !== null) change(onFix(walk, fix, performance.now()));
    else {
      walk = NEW_STEADY_WALK;
      stopWaiting();
      onLocated([]);
    }
  }

  async function tellChanges(): Promise<void> {
    const { added, moved, removed } = comparePlaces(known, places.list);
    known = places.list;
    if (added.length + moved.length + removed.length > CHANGES_MAX) return client.seed(known.map(toSeed));
    await Promise.all([
      ...removed.map((id) => client.remove(id)),
      ...moved.map((place) => client.move(toSeed(place))),
      ...added.map((place) => client.add(toSeed(place))),
    ]);
  }

  async function follow(): Promise<void> {
    try {
      await tellChanges();
      if (!scope.disposed) await lookUp();
    } catch (reason) {
      if (!scope.disposed) onFailed(reason);
    }
  }

  // Timers are slowed down while the page is out of sight, and what was due may be long past.
  onVisible(scope, () => {
    change(passTime(walk, performance.now()));
    void lookUp();
  });
  scope.add(subscribeKey(places, 'list', () => void follow()));
  scope.add(subscribeKey(location, 'fix', hear));
  void follow();
  if (location.fix !== null) hear();
}

function toSeed({ id, feature }: Place) {
  return { id, geometry: feature };
}
