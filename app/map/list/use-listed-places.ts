import { useMemo, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { Place } from '../../../contracts/place.ts';
import { location } from '../../position/location.ts';
import { holdFix, type ListedPlaces, orderPlaces } from './place-order.ts';

/** Returns the list of places with current distances, in an order that changes only after a larger movement. */
export function useListedPlaces(list: readonly Place[]): ListedPlaces {
  const { fix } = useSnapshot(location);
  const [held, setHeld] = useState(fix);
  const next = holdFix(held, fix);
  if (next !== held) setHeld(next);
  return useMemo(() => orderPlaces(list, next, fix ?? next), [list, next, fix]);
}
