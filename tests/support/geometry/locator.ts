import { countEntries, countedFence, NOTHING_COUNTED } from '../../../app/walk/guide/geofence.ts';
import type { PlaceId } from '../../../contracts/vocabulary.ts';
import type { Circle, NearestPlace } from '../../../workers/nearest/nearest.api.ts';

/** One position, as geolocation gives it. */
export interface Fix {
  /** `[lng, lat]` in degrees. */
  readonly position: readonly [number, number];
  readonly accuracyM: number;
  readonly timestampMs: number;
}

/** What a fix means for the places, as analytics count it. */
export interface Located {
  readonly nearest: NearestPlace | null;
  readonly entered: readonly NearestPlace[];
  readonly left: readonly PlaceId[];
}

/** The circle in which a fix reaches places. */
export function reachOf({ position, accuracyM }: Fix): Circle {
  return { position, radiusM: countedFence(accuracyM).leaveM };
}

/** Counts the entries of fixes, whose lookups come from an index or from the worker, as the guide does. */
export function createLocator() {
  let counted = NOTHING_COUNTED;
  return {
    /** Takes in what was found within {@link reachOf} the fix. */
    count({ position: [lng, lat], accuracyM, timestampMs }: Fix, near: readonly NearestPlace[]): Located {
      const before = counted;
      const places = near.map(({ id, distanceM }) => ({ placeId: id, distanceM }));
      counted = countEntries(counted, { lng, lat, accuracyM, timestampMs }, places);
      const [first] = counted.visits;
      return {
        nearest: first === undefined ? null : { id: first.placeId, distanceM: first.distanceM },
        entered: counted.entered.map(({ placeId, distanceM }) => ({ id: placeId, distanceM })),
        left: before.visits
          .map(({ placeId }) => placeId)
          .filter((id) => !counted.visits.some(({ placeId }) => placeId === id))
          .sort((a, b) => a - b),
      };
    },
    /** The places changed: what was counted last counts for no further fix. */
    forgetFix(): void {
      counted = { ...counted, fix: null };
    },
  };
}
