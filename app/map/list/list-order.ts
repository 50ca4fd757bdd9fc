import type { Place } from '../../../contracts/place.ts';
import type { PlaceId } from '../../../contracts/vocabulary.ts';
import { places } from '../../places/places.ts';
import type { Release } from '../../platform/scope.ts';
import { location } from '../../position/location.ts';
import { listening } from '../../walk/listening.ts';
import { type ListedPlaces, orderPlaces } from './place-order.ts';

/** The list as displayed; null while it is closed. */
let open: ListedPlaces | null = null;

/** Sets the order of the open list, until the returned function is called. */
export function holdOrder(listed: ListedPlaces): Release {
  open = listed;
  return () => {
    if (open === listed) open = null;
  };
}

/** Returns the place `by` rows below the selected one in the list, above if negative; undefined beyond its ends. */
export function findListed(by: 1 | -1): Place | undefined {
  const { stories, silent } = open ?? orderPlaces(places.list, location.fix);
  const inOrder = [...stories, ...silent].map(({ place }) => place);
  return placeBeside(inOrder, listening.walk.selected, by);
}

/** Returns the place next to the selected one; without one, the first or the last. Pure. */
export function placeBeside(list: readonly Place[], selected: PlaceId | null, by: 1 | -1): Place | undefined {
  const at = list.findIndex(({ id }) => id === selected);
  if (at === -1) return list.at(by === 1 ? 0 : -1);
  return list[at + by];
}
