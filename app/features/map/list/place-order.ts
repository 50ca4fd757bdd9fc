import type { Place } from '../../../../contracts/place.ts';
import type { GateFix } from '../../../state/position/fix-gate.ts';
import { farWay, type LngLat } from '../../../state/position/metres.ts';
import { farAway, wayTo } from '../../../state/walk/nearby/far-away.ts';

/** What positions are off by while somebody stands is less; a walker needs 20 s for it. */
const LIST_MOVE_M = 30;

/** A place, and how far away it is; null where the list is not by distance. */
export interface ListedPlace {
  readonly place: Place;
  readonly distanceM: number | null;
}

/** The list of places. */
export interface ListedPlaces {
  /** The nearest first; otherwise in the order of the parcours. */
  readonly isByDistance: boolean;
  /** The places with audio. */
  readonly stories: readonly ListedPlace[];
  readonly silent: readonly ListedPlace[];
}

/**
 * Orders the places by their distance; where no position is known, or the parcours is far away, they keep their order, in
 * which they can be heard from anywhere. Pure.
 */
export function orderPlaces(list: readonly Place[], fix: GateFix | null): ListedPlaces {
  const from = fix !== null && farAway(list, fix) === null ? fix : null;
  const listed = list.map((place) => ({
    place,
    distanceM: from === null ? null : wayTo(from, place.feature).distanceM,
  }));
  listed.sort((a, b) => (a.distanceM ?? 0) - (b.distanceM ?? 0));
  return {
    isByDistance: from !== null,
    stories: listed.filter(({ place }) => place.media !== null),
    silent: listed.filter(({ place }) => place.media === null),
  };
}

/**
 * The position that the list is ordered by: the same until the walker has moved well, so that no row moves under a finger.
 * Kept where the position is lost. Pure.
 */
export function holdFix<F extends LngLat>(held: F | null, fix: F | null): F | null {
  if (fix === null) return held;
  return held !== null && farWay(held, fix).distanceM < LIST_MOVE_M ? held : fix;
}
