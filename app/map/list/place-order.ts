import type { Place } from '../../../contracts/place.ts';
import type { PlaceId } from '../../../contracts/vocabulary.ts';
import type { Release } from '../../platform/scope.ts';
import { greatCircle } from '../../position/coordinates.ts';
import { type DistanceFromFix, distanceFromFix, distanceToM, isVague } from '../../position/distance.ts';
import type { GateFix } from '../../position/fix-gate.ts';
import { location } from '../../position/location.ts';
import { type PickedPlace, picked } from '../../tellings/picked.ts';
import { listening } from '../../walk/listening.ts';
import { farAway } from '../../walk/nearby/far-away.ts';

/** Larger than the error of positions at rest; a walker needs 20 s for it. */
const LIST_MOVE_M = 30;

/** A place and its distance; null if that is unknown or irrelevant. */
export interface ListedPlace {
  readonly place: PickedPlace;
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
 * @param held position for the order; see {@link chooseOrderFix}
 * @param fix position for the distances
 */
export function orderPlaces(list: readonly PickedPlace[], held: GateFix | null, fix = held): ListedPlaces {
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
export function chooseOrderFix<F extends GateFix>(held: F | null, fix: F | null): F | null {
  if (fix === null) return held;
  if (held === null || (isVague(held) && !isVague(fix))) return fix;
  // A vague position within its own error of the held one adds nothing.
  return greatCircle(held, fix).distanceM < (isVague(fix) ? fix.accuracyM : LIST_MOVE_M) ? held : fix;
}

/** The list as displayed; null while it is closed. */
let openList: ListedPlaces | null = null;

/** Sets the order of the open list, until the returned function is called. */
export function setListOrder(listed: ListedPlaces): Release {
  openList = listed;
  return () => {
    if (openList === listed) openList = null;
  };
}

/** Returns the place `by` rows below the selected one in the list, above if negative; undefined beyond its ends. */
export function findListed(by: 1 | -1): Place | undefined {
  const { stories, silent } = openList ?? orderPlaces(picked.list, location.fix);
  const inOrder = [...stories, ...silent].map(({ place }) => place);
  return placeBeside(inOrder, listening.walk.selected, by);
}

/** Returns the place next to the selected one; without one, the first or the last. Pure. */
function placeBeside(list: readonly Place[], selected: PlaceId | null, by: 1 | -1): Place | undefined {
  const at = list.findIndex(({ id }) => id === selected);
  if (at === -1) return list.at(by === 1 ? 0 : -1);
  return list[at + by];
}
