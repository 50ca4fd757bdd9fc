import { subscribeKey } from 'valtio/utils';
import type { PlaceId } from '../../contracts/vocabulary.ts';
import { createNearestClient } from '../../workers/client/nearest-client.ts';
import type { Fix } from '../platform/geolocation.ts';
import type { Scope } from '../platform/scope.ts';
import { location } from './location.ts';
import { places } from './places.ts';
import type { Reached } from './walk-decision.ts';

/** What a follower of the nearest place hears. */
export interface NearestListeners {
  /** A position was looked up: the nearest place reached, and every place it is within. None when it is lost. */
  readonly onLocated: (nearest: Reached | null, within: readonly PlaceId[]) => void;
  /** A lookup failed; the next position is tried again. */
  readonly onFailed: (reason: unknown) => void;
}

/**
 * Looks up the places around each position in the nearest worker, from the position known now on, until `scope` is
 * disposed. The worker is given the places anew when they change, and the position is then looked up again.
 */
export function followNearest(scope: Scope, { onLocated, onFailed }: NearestListeners): void {
  const client = createNearestClient();
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

  async function seed(): Promise<void> {
    try {
      await client.seed(places.list.map(({ id, feature }) => ({ id, geometry: feature })));
      if (!scope.disposed && location.fix !== null) await lookUp(location.fix);
    } catch (reason) {
      if (!scope.disposed) onFailed(reason);
    }
  }

  scope.add(subscribeKey(places, 'list', () => void seed()));
  scope.add(
    subscribeKey(location, 'fix', (fix) => {
      if (fix === null) onLocated(null, []);
      else void lookUp(fix);
    }),
  );
  void seed();
}
