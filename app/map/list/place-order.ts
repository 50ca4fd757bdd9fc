import type { Place } from '../../../contracts/place.ts';
import { greatCircle } from '../../position/coordinates.ts';
import { type DistanceFromFix, distanceFromFix, distanceToM, isVague } from '../../position/distance.ts';
import type { GateFix } from '../../position/fix-gate.ts';
import { farAway } from '../../walk/nearby/far-away.ts';

/** Larger than the error of positions at rest; a walker needs 20 s for it. */
const LIST_MOVE_M = 30;

/** A place and its distance; null if that is unknown or irrelevant. */
export interface ListedPlace {
  readonly place: Place;
  readonly away: DistanceFromFix | null;
}

/** The list of places. */
export interface ListedPlaces {
  /** Otherwise they are in the order of the parcours. */
  readonly isByDistance: boolean;
  readonly stories: readonly ListedPlace[];
  readonly silent: readonly ListedPlace[];
}

/**
 * Orders the places by distance. If no exact position is known, or the parcours is far away, they retain their order,
 * in which they can be heard from anywhere. Pure.
 *
 * @param held position for the order; see {@link holdFix}
 * @param fix position for the distances
 */
export function orderPlaces(list: readonly Place[], held: GateFix | null, fix = held): ListedPlaces {
  const from = held === null || isVague(held) || farAway(list, held) !== null ? null : held;
  const isNear = fix !== null && farAway(list, fix) === null;
  const listed = list.map((place) => ({
    place,
    away: isNear ? distanceFromFix(fix, place.feature) : null,
    heldM: from === null ? 0 : distanceToM(from, place.feature),
  }));
  listed.sort((a, b) => a.heldM - b.heldM);
  return {
    isByDistance: from !== null,
    stories: listed.filter(({ place }) => place.media !== null),
    silent: listed.filter(({ place }) => place.media === null),
  };
}

/**
 * Returns the position for ordering the list. It stays the same until the walker has clearly moved, so that no row
 * moves under a finger, or until the position is more exact. Stays when the position is lost. Pure.
 */
export function holdFix<F extends GateFix>(held: F | null, fix: F | null): F | null {
  if (fix === null) return held;
  if (held === null || (isVague(held) && !isVague(fix))) return fix;
  // A vague position within its own error of the held one adds nothing.
  return greatCircle(held, fix).distanceM < (isVague(fix) ? fix.accuracyM : LIST_MOVE_M) ? held : fix;
}
