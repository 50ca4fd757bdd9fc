import { subscribeKey } from 'valtio/utils';
import type { Place } from '../../contracts/place.ts';
import type { PlaceId } from '../../contracts/vocabulary.ts';
import { createNearestClient } from '../../workers/client/nearest-client.ts';
import type { Fix } from '../platform/geolocation.ts';
import type { Scope } from '../platform/scope.ts';
import { record } from './analytics.ts';
import { location } from './location.ts';
import { comparePlaces } from './place-changes.ts';
import { places } from './places.ts';
import type { Reached } from './walk-decision.ts';

/** More changes at once than this are a new list, which is sent whole: one message instead of many. */
const CHANGES_MAX = 16;

/** What a follower of the nearest place hears. */
export interface NearestListeners {
  /** A position was looked up: the nearest place reached, and every place it is within. None when it is lost. */
  readonly onLocated: (nearest: Reached | null, within: readonly PlaceId[]) => void;
  /** A lookup failed; the next position is tried again. */
  readonly onFailed: (reason: unknown) => void;
}

/**
 * Looks up the places around each position in the nearest worker, from the position known now on, until `scope` is
 * disposed. The worker is told when places change, and the position is then looked up again. Each place entered becomes
 * an analytics event.
 */
export function followNearest(scope: Scope, { onLocated, onFailed }: NearestListeners): void {
  const client = createNearestClient({ onEntered: record });
  let known: readonly Place[] = [];
  const within = new Set<PlaceId>();
  scope.add(() => client.dispose());

  async function lookUp(fix: Fix): Promise<void> {
    try {
      const { nearest, entered, left } = await client.locate({
        position: [fix.lng, fix.lat],
        accuracyM: fix.accuracyM,
        timestampMs: fix.timestampMs,
      });
      if (scope.disposed) return;
      // What the worker reported as entered or left counts even when the position was lost meanwhile.
      for (const { id } of entered) within.add(id);
      for (const id of left) within.delete(id);
      if (location.fix === null) return;
      onLocated(nearest === null ? null : { placeId: nearest.id, distanceM: nearest.distanceM }, [...within]);
    } catch (reason) {
      if (!scope.disposed) onFailed(reason);
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
      if (!scope.disposed && location.fix !== null) await lookUp(location.fix);
    } catch (reason) {
      if (!scope.disposed) onFailed(reason);
    }
  }

  scope.add(subscribeKey(places, 'list', () => void follow()));
  scope.add(
    subscribeKey(location, 'fix', (fix) => {
      if (fix === null) onLocated(null, []);
      else void lookUp(fix);
    }),
  );
  void follow();
}

function toSeed({ id, feature }: Place) {
  return { id, geometry: feature };
}
