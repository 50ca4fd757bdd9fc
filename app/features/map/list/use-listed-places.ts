import { useMemo, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { Place } from '../../../../contracts/place.ts';
import { location } from '../../../state/position/location.ts';
import { holdFix, type ListedPlaces, orderPlaces } from './place-order.ts';

/** The list of places, as long as it is open: in order by the position, once it has changed by much. */
export function useListedPlaces(list: readonly Place[]): ListedPlaces {
  const { fix } = useSnapshot(location);
  const [held, setHeld] = useState(fix);
  const next = holdFix(held, fix);
  if (next !== held) setHeld(next);
  return useMemo(() => orderPlaces(list, held), [list, held]);
}
