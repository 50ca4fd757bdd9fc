import { subscribeKey } from 'valtio/utils';
import type { Place } from '../../../contracts/place.ts';
import { createNearestClient } from '../../../workers/client/nearest-client.ts';
import { comparePlaces } from '../../places/place-changes.ts';
import { places } from '../../places/places.ts';
import { serverNowMs } from '../../platform/net/server-clock.ts';
import { onVisible } from '../../platform/page/page-events.ts';
import type { Release, Scope } from '../../platform/scope.ts';
import type { GateFix } from '../../position/fix-gate.ts';
import { location } from '../../position/location.ts';
import { recordEvent } from '../../session/analytics.ts';
import { createGuide, type GuideOptions } from './guide.ts';

/** More changes at once than this are sent as a whole new list: one message instead of many. */
const CHANGES_MAX = 16;

/**
 * Drives the guide by the device's positions, the clock and the nearest worker, starting with the current position,
 * until `scope` is disposed. Keeps the worker's places up to date. Each entry of a real fix becomes an analytics event.
 * When the position is lost, `onLocated` is called with no place here, and then nothing counts as left.
 */
export function followNearest(
  scope: Scope,
  { onLocated, onFailed }: Required<Pick<GuideOptions, 'onLocated' | 'onFailed'>>,
): void {
  const client = createNearestClient();
  let known: readonly Place[] = [];
  /** Value of `location.leaps` when the guide was last restarted. */
  let leaps = -1;
  const guide = createLiveGuide(scope, {
    lookUp: (circles) => client.around(circles),
    onLocated,
    onEntered(entered, { accuracyM }) {
      for (const { placeId, distanceM } of entered) {
        const geometryType = known.find(({ id }) => id === placeId)?.feature.type;
        if (geometryType === undefined) continue;
        recordEvent({
          name: 'User Entered Geometry',
          atMs: serverNowMs(),
          properties: { geometryId: placeId, geometryType, distance: distanceM, accuracyRadius: accuracyM },
        });
      }
    },
    onFailed,
  });
  scope.add(() => {
    guide.restart(false);
    client.dispose();
  });

  function onPosition(): void {
    const { fix, isFalse } = location;
    if (fix === null || location.leaps !== leaps) guide.restart(!isFalse);
    leaps = location.leaps;
    if (fix === null) onLocated([]);
    else guide.onFix(fix);
  }

  async function sendChanges(): Promise<void> {
    const { added, moved, removed } = comparePlaces(known, places.list);
    known = places.list;
    if (added.length + moved.length + removed.length > CHANGES_MAX) return client.seed(known.map(toSeed));
    await Promise.all([
      ...removed.map((id) => client.remove(id)),
      ...moved.map((place) => client.move(toSeed(place))),
      ...added.map((place) => client.add(toSeed(place))),
    ]);
  }

  async function onPlaces(): Promise<void> {
    try {
      await sendChanges();
      guide.lookAgain();
    } catch (reason) {
      if (!scope.disposed) onFailed(reason);
    }
  }

  // Timers are slowed down while the page is hidden, and may be long overdue.
  onVisible(scope, () => {
    guide.passTime();
    guide.lookAgain();
  });
  scope.add(subscribeKey(places, 'list', () => void onPlaces()));
  scope.add(subscribeKey(location, 'fix', onPosition));
  void onPlaces();
  if (location.fix !== null) onPosition();
}

function toSeed({ id, feature }: Place) {
  return { id, geometry: feature };
}

/** A guide in the page's own time. */
export interface LiveGuide {
  /** Processes a fix that arrives now. */
  onFix(fix: GateFix): void;
  /** Runs all timers that are due. */
  passTime(): void;
  lookAgain(): void;
  restart(isReal: boolean): void;
}

/** Creates a guide on the page's clock: until `scope` is disposed it wakes for changes without a fix. */
export function createLiveGuide(scope: Scope, options: GuideOptions): LiveGuide {
  let stopWaiting: Release = () => {};
  const guide = createGuide({
    ...options,
    onLocated(here, around) {
      waitForChange();
      options.onLocated(here, around);
    },
  });

  function waitForChange(): void {
    stopWaiting();
    const dueMs = guide.nextChangeMs();
    if (dueMs !== null) stopWaiting = scope.timeout(passTime, Math.max(0, dueMs - performance.now()));
  }

  function passTime(): void {
    guide.passTime(performance.now());
    waitForChange();
  }

  return {
    passTime,
    onFix(fix) {
      guide.onFix(fix, performance.now());
      waitForChange();
    },
    lookAgain: () => guide.lookAgain(performance.now()),
    restart(isReal) {
      guide.restart(isReal);
      waitForChange();
    },
  };
}
